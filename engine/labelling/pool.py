"""The names that a queue is drawn from, and their rows under an encoder without encoding them again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.models.protocol import NameEncoder
from engine.ranking.ranker import Ranker
from engine.retrieval.encoding_cache import RowsOfTexts
from engine.retrieval.indexes import Indexes
from engine.terminology.lookup import find
from engine.text import LONGEST_NAME, normalise, words
from engine.workspace import Workspace
from store import label_sets
from store.sqlite import Database


@dataclass(frozen=True)
class NamePool:
    """Names, each normalised text once.

    index_rows: their rows in the index of `terminology`, -1 for a name that people added; a list has none and is
    encoded.
    """

    texts: tuple[str, ...]
    norms: tuple[str, ...]
    terminology: str = ""
    index_rows: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))

    def __len__(self) -> int:
        return len(self.texts)


def pool_of(
    workspace: Workspace, ranker: Ranker, slug: str, inside: set[str] | None = None, db: Database | None = None
) -> NamePool:
    """The names of a terminology as edited, or of its concepts `inside` alone; NotFound for one that is not there."""
    with workspace.reading(db) as db:
        find(workspace, slug, db)
        rows, delta = label_sets.pool_names(db, slug), ranker.shelves.delta(db, slug)
    gone = set(delta.withdrawn.tolist())
    first: dict[str, tuple[str, int]] = {}
    for row, (text, norm, code) in enumerate(rows):
        if (inside is None or code in inside) and row not in gone:
            first.setdefault(norm, (text, row))
    for edit in delta.added:
        if inside is None or edit.concept_id in inside:
            first.setdefault(normalise(edit.name), (edit.name, -1))
    index_rows = np.array([row for _, row in first.values()], dtype=np.int64)
    return NamePool(tuple(text for text, _ in first.values()), tuple(first), slug, index_rows)


def pool_from(names: Iterable[str]) -> NamePool:
    """The names of a list, those that hold no letter or digit or are too long left out."""
    first: dict[str, str] = {}
    for name in names:
        text = " ".join(name.split())
        if words(text) and len(text) <= LONGEST_NAME:
            first.setdefault(normalise(text), text)
    return NamePool(tuple(first.values()), tuple(first))


class PoolRows:
    """Rows of names: of a terminology's from its index, mapped and never in memory whole; of any text encoded once."""

    def __init__(self, workspace: Workspace, indexes: Indexes) -> None:
        self.workspace, self.indexes = workspace, indexes
        self._added = RowsOfTexts()

    def of(self, pool: NamePool, positions: np.ndarray, encoder: NameEncoder, db: Database | None = None) -> np.ndarray:
        """float32 [len(positions), dim], unit rows of these names of the pool. db: a connection that is open."""
        if not pool.terminology:
            return self.encoded([pool.texts[at] for at in positions], encoder)
        found = pool.index_rows[positions]
        index = self.indexes.get(find(self.workspace, pool.terminology, db), encoder, db)
        rows = index.rows[np.maximum(found, 0)].astype(np.float32)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)  # half precision is not quite unit any more
        rows /= np.where(lengths > 0, lengths, 1)
        if (found < 0).any():
            rows[found < 0] = self.encoded([pool.texts[at] for at in np.asarray(positions)[found < 0]], encoder)
        return rows

    def encoded(self, texts: Sequence[str], encoder: NameEncoder) -> np.ndarray:
        """float32 [len(texts), dim]"""
        return self._added.of(texts, encoder) if len(texts) else np.zeros((0, encoder.dim), np.float32)

    def ready(self, slug: str, encoder: NameEncoder, db: Database | None = None) -> bool:
        """Whether the rows of a terminology's names can be read without encoding them first."""
        return self.indexes.ready(find(self.workspace, slug, db), encoder, db)
