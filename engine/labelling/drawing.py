"""Draws the next names of a queue and makes the prototypes of a set; keeps pools and rows at hand between two looks."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from engine.labelling.pool import NamePool, PoolRows, pool_from, pool_of
from engine.labelling.prototypes import Prototypes, prototypes
from engine.labelling.queue import BLOCK, CLASSES, TERMINOLOGY, FeatureSource, QueueSettings, next_positions
from engine.labelling.set_memory import SetMemory
from engine.labelling.sets import Definition, members
from engine.models.open import open_encoder
from engine.models.protocol import NameEncoder
from engine.ranking.ranker import Ranker
from engine.terminology.edited_view import edited_view_in
from engine.workspace import Workspace
from store import edits, imported_names, label_sets
from store.sqlite import Database

MOST_POOLS = 4  # kept at hand


class Drawing:
    """Pools, rows and prototypes of one workspace."""

    def __init__(self, workspace: Workspace, ranker: Ranker) -> None:
        self.workspace, self.ranker = workspace, ranker
        self.sets = SetMemory()
        self.rows = PoolRows(workspace, ranker.indexes)
        self._pools: dict[tuple[Any, ...], NamePool] = {}
        self._lock = threading.Lock()

    def pool(self, definition: Definition, settings: QueueSettings, db: Database | None = None) -> NamePool:
        """The names that a queue is drawn from, as edited. db: a connection to read through, where one is open."""
        with self.workspace.reading(db) as db:
            last = edits.last_id(db)
            key = (definition, settings.source, settings.terminology, settings.names, last)
            with self._lock:
                if key not in self._pools:
                    while len(self._pools) >= MOST_POOLS:
                        del self._pools[next(iter(self._pools))]
                    self._pools[key] = self._read(definition, settings, db)
                return self._pools[key]

    def ready(self, settings: QueueSettings, encoder: NameEncoder, db: Database | None = None) -> bool:
        """Whether names can be drawn at once; where not, drawing takes as long as making an index."""
        return settings.source not in (CLASSES, TERMINOLOGY) or self.rows.ready(settings.terminology, encoder, db)

    def prototypes(
        self,
        definition: Definition,
        encoder: NameEncoder,
        labelled: Mapping[str, Sequence[str]],
        db: Database | None = None,
    ) -> Prototypes:
        """The prototypes of a set under an encoder. labelled: class -> its labelled names."""
        rows = {title: self.rows.encoded(names, encoder) for title, names in labelled.items()}
        readable = [title for title, own in rows.items() if own.any()]
        return prototypes(definition.titles, rows, self.wording(definition, encoder, readable, db))

    def wording(
        self,
        definition: Definition,
        encoder: NameEncoder,
        without: Collection[str] = (),
        db: Database | None = None,
    ) -> dict[str, np.ndarray]:
        """Class -> unit rows float32 [n, dim] of its title and its concept's names, but for the classes `without`."""
        classes = [one for one in definition.classes if one.title not in without]
        codes = [one.concept for one in classes if one.concept]
        names: dict[str, list[str]] = {}
        if codes:
            with self.workspace.reading(db) as db:
                names = imported_names.texts_of(db, definition.terminology, codes)
        return {
            one.title: self.rows.encoded(list(dict.fromkeys([one.title, *names.get(one.concept, ())])), encoder)
            for one in classes
        }

    def draw(self, db: Database, number: int, definition: Definition, settings: QueueSettings) -> int:
        """Append the next block to a queue, drawn with the labels that the set has; how many names came.

        db: an open connection, in no transaction.
        """
        queued, current = label_sets.queued(db, number), self.sets.read(db, definition.label_set).current
        encoder, pool = open_encoder(self.workspace, settings.encoder, db), self.pool(definition, settings, db)
        labelled = by_class((title, name) for name, title in current.values())
        taken = {norm for _, norm in queued} | current.keys()
        counts = np.array([len(labelled.get(title, ())) for title in definition.titles])
        seen = [name for name, _ in queued] + [name for name, _ in current.values()]
        source = FeatureSource(
            lambda positions: self.rows.of(pool, positions, encoder, db),
            lambda: self.prototypes(definition, encoder, labelled, db),
            lambda: counts,
            lambda: self.rows.encoded(list(dict.fromkeys(seen)), encoder),
        )
        positions = next_positions(pool, settings, taken, len(queued), source, BLOCK)
        if positions:
            with self.workspace.writing_in(db):
                label_sets.extend(db, number, [(pool.texts[at], pool.norms[at]) for at in positions], len(queued))
        return len(positions)

    def _read(self, definition: Definition, settings: QueueSettings, db: Database) -> NamePool:
        if settings.source not in (CLASSES, TERMINOLOGY):
            return pool_from(settings.names)
        inside = None
        if settings.source == CLASSES and settings.terminology == definition.terminology:
            inside = members(definition, edited_view_in(db, self.workspace, definition.terminology).parents) or None
        return pool_of(self.workspace, self.ranker, settings.terminology, inside, db)


def by_class(pairs: Any) -> dict[str, list[str]]:
    """(class, name) pairs -> class -> names."""
    found: dict[str, list[str]] = {}
    for label, name in pairs:
        found.setdefault(label, []).append(name)
    return found
