"""The shelves of a workspace: each terminology's names and people's, kept in memory until they change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sqlite_utils import Database

from engine.models.protocol import NameEncoder
from engine.ranking.evidence import AddedNames
from engine.ranking.shelf import Shelf
from engine.retrieval.delta import AddedRows, Delta, read_delta
from engine.retrieval.index import Index, Indexes
from engine.retrieval.word_index import WordIndex, words_of
from engine.workspace import Workspace
from store import concepts, edits, terminologies
from store.records.terminology import Terminology


@dataclass(frozen=True)
class NameRows:
    """Where the names of a terminology stand: row i of its index is the name with the number `first` + i."""

    first: int
    concepts: np.ndarray  # database number of each row's concept, int64 [names]


@dataclass(frozen=True)
class AddedWords:
    """The words of the names of a delta, and the numbers of their concepts (0: a person's own)."""

    last: int
    words: WordIndex
    concepts: np.ndarray


class Shelves:
    """Names, words, rows and edits of the terminologies of a workspace, each read once while it stays as it is."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.indexes = Indexes(workspace)
        self.added_rows = AddedRows()
        self._names: dict[str, NameRows] = {}
        self._words: dict[str, WordIndex] = {}
        self._deltas: dict[str, Delta] = {}
        self._added: dict[str, AddedWords] = {}

    def names(self, db: Database, slug: str) -> NameRows:
        """Where the names of a terminology stand."""
        if slug not in self._names:
            rows = terminologies.name_rows(db, slug)
            self._names[slug] = NameRows(rows[0][0] if rows else 0, np.array([row[1] for row in rows], dtype=np.int64))
        return self._names[slug]

    def words(self, db: Database, terminology: Terminology) -> WordIndex:
        """The words of a terminology's names as imported; made and written at the first call."""
        slug = terminology.slug
        if slug not in self._words:
            self._words[slug] = words_of(self.workspace, db, terminology)
        return self._words[slug]

    def delta(self, db: Database, slug: str) -> Delta:
        """The edits of a terminology as they stand; read again only when an edit was made since."""
        last, known = edits.last_id(db), self._deltas.get(slug)
        if known is None or known.last != last:
            known = self._deltas[slug] = read_delta(db, slug, self.names(db, slug).first, last)
        return known

    def imported(self, db: Database, terminology: Terminology, encoder: NameEncoder) -> Shelf:
        """A terminology's names as imported, those taken out hidden."""
        names = self.names(db, terminology.slug)
        return Shelf(
            terminology.title,
            names.first,
            self.words(db, terminology),
            names.concepts,
            self.delta(db, terminology.slug).withdrawn,
            lambda: self.indexes.get(terminology, encoder, db),
        )

    def added(self, db: Database, terminology: Terminology, encoder: NameEncoder) -> AddedNames:
        """The names that people added to a terminology."""
        delta = self.delta(db, terminology.slug)
        texts = [edit.name for edit in delta.added]
        known = self._added.get(terminology.slug)
        if known is None or known.last != delta.last:
            codes = [edit.concept_id for edit in delta.added]
            numbers = concepts.numbers_of(db, terminology.slug, sorted(set(codes)))
            rows = np.array([numbers.get(code, 0) for code in codes], np.int64)
            words = WordIndex.of(texts, codes, self.words(db, terminology))
            known = self._added[terminology.slug] = AddedWords(delta.last, words, rows)
        nothing = np.empty(0, np.int64)
        shelf = Shelf(
            terminology.title,
            None,
            known.words,
            known.concepts,
            nothing,
            lambda: Index(self.added_rows.of(texts, encoder)),
        )
        return AddedNames(shelf, delta.added, delta.preferred)

    def forget(self, slug: str) -> None:
        """Read a terminology again at the next call: it was deleted, or imported anew."""
        for kept in (self._names, self._words, self._deltas, self._added):
            kept.pop(slug, None)
