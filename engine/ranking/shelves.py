"""The shelves of a workspace: each terminology's names and people's, kept in memory until they change."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from sqlite_utils import Database

from engine.models.protocol import NameEncoder
from engine.ranking.candidates import AddedNames
from engine.ranking.histories import FamilyHeading, family_histories
from engine.ranking.included import included_terms
from engine.ranking.pregnancies import PregnancyHeading, pregnancy_headings
from engine.ranking.shelf import Shelf
from engine.retrieval.delta import Delta, LookedUp, read_delta
from engine.retrieval.encoding_cache import RowsOfTexts
from engine.retrieval.index import Index
from engine.retrieval.indexes import Indexes
from engine.retrieval.joined_words import followed_by
from engine.retrieval.word_file import are_read, words_of
from engine.retrieval.word_index import WordIndex
from engine.terminology.abbreviations import wording_of
from engine.terminology.accents import AccentedNames
from engine.workspace import Workspace
from store import concepts, edits, imported_names, terminologies
from store.records.terminology import Edit, Terminology

FEW = 50_000  # names whose words are read within a query


@dataclass(frozen=True)
class NameRows:
    """Where the names of a terminology stand: row i of its index is the name with the number `first` + i; and which
    children of its concepts are unspecified."""

    first: int
    concepts: np.ndarray  # database number of each row's concept, int64 [names]
    unspecified: dict[int, list[int]]  # a concept's number -> those of its children that say so


@dataclass(frozen=True)
class AddedWords:
    """The names of a delta, their words, the numbers of their concepts (0: a person's own), and an index by encoder."""

    last: int
    edits: tuple[Edit, ...]
    words: WordIndex
    concepts: np.ndarray
    indexes: dict[str, Index] = field(default_factory=dict)


class Shelves:
    """Names, words, rows and edits of the terminologies of a workspace, each read once while it stays as it is."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.indexes = Indexes(workspace)
        self.accents = AccentedNames()
        self.added_rows = RowsOfTexts()
        self._lock = threading.RLock()
        self._names: dict[str, NameRows] = {}
        self._words: dict[str, WordIndex] = {}
        self._deltas: dict[str, Delta] = {}
        self._added: dict[str, AddedWords] = {}
        self._imported: dict[str, LookedUp] = {}
        self._included: dict[str, tuple[WordIndex, np.ndarray]] = {}
        self._histories: dict[str, list[FamilyHeading]] = {}
        self._pregnancies: dict[str, list[PregnancyHeading]] = {}
        self._wordings: dict[str, str] = {}
        self._versions: dict[str, str] = {}

    def names(self, db: Database, slug: str) -> NameRows:
        """Where the names of a terminology stand."""
        version = terminologies.fingerprint(db, slug)
        if self._versions.setdefault(slug, version) != version:  # a new release, or an undo, has the short name now
            self.forget(slug)
            self._versions[slug] = version
        if slug not in self._names:
            first, numbers = imported_names.places(db, slug)
            unspecified = concepts.unspecified_children(db, slug)
            self._names[slug] = NameRows(first, np.array(numbers, dtype=np.int64), unspecified)
        return self._names[slug]

    def words(self, db: Database, terminology: Terminology) -> WordIndex:
        """The words of a terminology's names as imported; made and written at the first call."""
        slug = terminology.slug
        self.names(db, slug)
        with self._lock:  # made by one of those who ask at once
            if slug not in self._words:
                self._words[slug] = words_of(self.workspace, db, terminology)
                self._words[slug].texts = partial(self._texts, self._names[slug].first)
            return self._words[slug]

    def _texts(self, first: int, rows: np.ndarray) -> list[str]:
        """The names at these rows of a terminology whose first name has this number."""
        with self.workspace.reading() as db:
            found = imported_names.by_id(db, (first + rows).tolist())
        return [name["text"] for name in found.values()]

    def at_hand(self, db: Database) -> list[Terminology]:
        """The terminologies that help to read any query: not those whose words an import is still reading."""
        return [
            one
            for one in terminologies.newest_versions(db)
            if one.names <= FEW or one.slug in self._words or are_read(self.workspace, one.fingerprint)
        ]

    def delta(self, db: Database, slug: str) -> Delta:
        """The edits of a terminology as they stand; read again only when an edit was made since."""
        first, last, known = self.names(db, slug).first, edits.last_id(db), self._deltas.get(slug)
        if known is None or known.last != last:
            earlier = known if known and edits.follow(known.last, last) else None
            imported = self._imported.setdefault(slug, LookedUp())
            known = self._deltas[slug] = read_delta(db, slug, first, last, imported, earlier)
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
            names.unspecified,
        )

    def included(self, db: Database, terminology: Terminology) -> Shelf:
        """What a terminology's own Includes notes say, as names that lend: “high blood pressure” stands under I10."""
        self.names(db, terminology.slug)
        if terminology.slug not in self._included:
            terms = included_terms(db, terminology.slug)
            words = WordIndex.of([text for _, text in terms], [number for number, _ in terms])
            self._included[terminology.slug] = (words, np.array([number for number, _ in terms], np.int64))
        words, numbers = self._included[terminology.slug]
        nothing = np.empty(0, np.int64)
        return Shelf(f"{terminology.title}, Includes", None, words, numbers, nothing, _never_searched, {})

    def histories(self, db: Database, slug: str) -> list[FamilyHeading]:
        """The headings of a terminology for what a family has."""
        self.names(db, slug)
        if slug not in self._histories:
            self._histories[slug] = family_histories(db, slug)
        return self._histories[slug]

    def pregnancies(self, db: Database, slug: str) -> list[PregnancyHeading]:
        """The headings of a terminology for what somebody has in a pregnancy."""
        self.names(db, slug)
        if slug not in self._pregnancies:
            self._pregnancies[slug] = pregnancy_headings(db, slug)
        return self._pregnancies[slug]

    def wording(self, db: Database, slug: str) -> str:
        """Whose wording a terminology has, of those that the dictionary knows."""
        self.names(db, slug)
        if slug not in self._wordings:
            self._wordings[slug] = wording_of(concepts.first_id(db, slug))
        return self._wordings[slug]

    def added(self, db: Database, terminology: Terminology, encoder: NameEncoder) -> AddedNames:
        """The names that people added to a terminology."""
        delta = self.delta(db, terminology.slug)
        known = self._added.get(terminology.slug)
        if known is None or known.last != delta.last:
            known = self._added[terminology.slug] = self._read_added(db, terminology, delta, known)
        nothing = np.empty(0, np.int64)
        shelf = Shelf(
            terminology.title,
            None,
            known.words,
            known.concepts,
            nothing,
            partial(self._added_index, known, encoder),
            {},
        )
        return AddedNames(shelf, delta.added, delta.preferred)

    def _read_added(self, db: Database, terminology: Terminology, delta: Delta, known: AddedWords | None) -> AddedWords:
        """The words of a delta's names; where those of the first of them are known, only the others are read."""
        follows = known is not None and delta.added[: len(known.edits)] == known.edits
        new = delta.added[len(known.edits) :] if known and follows else delta.added
        codes = [edit.concept_id for edit in new]
        found = concepts.numbers_of(db, terminology.slug, sorted(set(codes)))
        numbers = np.array([found.get(code, 0) for code in codes], np.int64)
        words = WordIndex.of([edit.name for edit in new], codes, self.words(db, terminology))
        if known and follows and known.edits:
            words = followed_by(known.words, words) if new else known.words
            numbers = np.concatenate([known.concepts, numbers])
        return AddedWords(delta.last, delta.added, words, numbers)

    def _added_index(self, known: AddedWords, encoder: NameEncoder) -> Index:
        if encoder.sha256 not in known.indexes:
            known.indexes[encoder.sha256] = Index(self.added_rows.of([edit.name for edit in known.edits], encoder))
        return known.indexes[encoder.sha256]

    def forget(self, slug: str) -> None:
        """Read a terminology again at the next call: it was deleted, or imported anew."""
        read = (self._included, self._histories, self._pregnancies, self._wordings)
        for kept in (self._names, self._words, self._deltas, self._added, self._imported, *read):
            kept.pop(slug, None)


def _never_searched() -> Index:
    raise AssertionError("Included terms lend names; they are not candidates.")
