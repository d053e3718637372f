"""The shelves of a workspace: each terminology's names and people's, kept in memory until they change."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.models.protocol import NameEncoder
from engine.ranking.headings.histories import FamilyHeading, family_histories
from engine.ranking.headings.included import included_terms
from engine.ranking.headings.pregnancies import PregnancyHeading, pregnancy_headings
from engine.ranking.shelves.added_names import AddedNames
from engine.ranking.shelves.read_version import AddedWords, NameRows, ReadVersion
from engine.ranking.shelves.shelf import Shelf
from engine.retrieval.delta import Delta, read_delta
from engine.retrieval.encoding_cache import RowsOfTexts
from engine.retrieval.index import Index
from engine.retrieval.indexes import Indexes
from engine.retrieval.joined_words import followed_by
from engine.retrieval.word_file import are_read, word_index_of
from engine.retrieval.word_index import WordIndex
from engine.terminology.abbreviations import wording_of
from engine.terminology.accents import AccentedNames
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store import concepts, edits, imported_names, terminologies
from store.records.terminology import Terminology
from store.sqlite import Database

MOST_READ_AT_ONCE = 50_000  # names whose words are read within a query


class Shelves:
    """Names, words, rows and edits of the terminologies of a workspace, each read once while it stays as it is."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.indexes = Indexes(workspace)
        self.accents = AccentedNames()
        self.added_rows = RowsOfTexts()
        self._lock = threading.RLock()
        self._versions: dict[str, ReadVersion] = {}  # by short name

    def _version(self, db: Database, slug: str) -> ReadVersion:
        """What is read of the version that has the short name now: after a release or an undo, nothing at first."""
        stamp = terminologies.fingerprint(db, slug)
        with self._lock:
            known = self._versions.get(slug)
            if known is None or known.stamp != stamp:
                there = {one.slug for one in terminologies.all_terminologies(db)}
                for gone in self._versions.keys() - there:  # in place: shelves of one language share them
                    del self._versions[gone]
                known = self._versions[slug] = ReadVersion(stamp)
            return known

    def names(self, db: Database, slug: str) -> NameRows:
        """Where the names of a terminology stand."""
        return self._names(db, slug, self._version(db, slug))

    def _names(self, db: Database, slug: str, version: ReadVersion) -> NameRows:
        with self._lock:  # made by one of those who ask at once
            if version.names is None:
                first, numbers = imported_names.places(db, slug)
                unspecified = concepts.unspecified_children(db, slug)
                version.names = NameRows(first, np.array(numbers, dtype=np.int64), unspecified)
            return version.names

    def words(self, db: Database, terminology: Terminology) -> WordIndex:
        """The words of a terminology's names as imported; made and written at the first call."""
        version = self._version(db, terminology.slug)
        with self._lock:
            if version.words is None:
                names = self._names(db, terminology.slug, version)
                now = find(self.workspace, terminology.slug, db)  # a release may have come since the caller asked
                version.words = word_index_of(self.workspace, db, now)
                version.words.texts = partial(self._read, names.first, "text")
                version.words.codes = partial(self._read, names.first, "code")
            return version.words

    def _read(self, first: int, column: str, rows: np.ndarray) -> list[str]:
        """What the names at these rows, in their order, have in a column; the first name of their terminology has this
        number."""
        with self.workspace.reading() as db:
            return _column_of(db, first, column, rows)

    def at_hand(self, db: Database) -> list[Terminology]:
        """The terminologies that help to read any query: not those whose words an import is still reading."""
        return [
            one
            for one in terminologies.newest_versions(db)
            if one.names <= MOST_READ_AT_ONCE
            or self._version(db, one.slug).words is not None
            or are_read(self.workspace, one.fingerprint)
        ]

    def delta(self, db: Database, slug: str) -> Delta:
        """The edits of a terminology as they stand; read again only when an edit was made since."""
        version, last = self._version(db, slug), edits.last_id(db)
        first, known = self._names(db, slug, version).first, version.delta
        if known is None or known.last != last:
            earlier = known if known and edits.follow(known.last, last) else None
            known = version.delta = read_delta(db, slug, first, last, version.imported, earlier)
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
            partial(_column_of, db, names.first, "text"),
        )

    def included(self, db: Database, terminology: Terminology) -> Shelf:
        """What a terminology's own Includes notes say, as names that lend: “high blood pressure” stands under I10."""
        version = self._version(db, terminology.slug)
        if version.included is None:
            terms = included_terms(db, terminology.slug)
            words = WordIndex.of([text for _, text in terms], [number for number, _ in terms])
            words.texts = partial(_texts_of, [text for _, text in terms])
            version.included = words, np.array([number for number, _ in terms], np.int64)
        words, numbers = version.included
        nothing = np.empty(0, np.int64)
        return Shelf(f"{terminology.title}, Includes", None, words, numbers, nothing, _never_searched, {}, words.texts)

    def histories(self, db: Database, slug: str) -> list[FamilyHeading]:
        """The headings of a terminology for what a family has."""
        version = self._version(db, slug)
        if version.histories is None:
            version.histories = family_histories(db, slug)
        return version.histories

    def pregnancies(self, db: Database, slug: str) -> list[PregnancyHeading]:
        """The headings of a terminology for what somebody has in a pregnancy."""
        version = self._version(db, slug)
        if version.pregnancies is None:
            version.pregnancies = pregnancy_headings(db, slug)
        return version.pregnancies

    def wording(self, db: Database, slug: str) -> str:
        """Whose wording a terminology has, of those that the dictionary knows."""
        version = self._version(db, slug)
        if not version.wording:
            version.wording = wording_of(concepts.first_id(db, slug))
        return version.wording

    def added(self, db: Database, terminology: Terminology, encoder: NameEncoder) -> AddedNames:
        """The names that people added to a terminology."""
        delta, version = self.delta(db, terminology.slug), self._version(db, terminology.slug)
        known = version.added
        if known is None or known.last != delta.last:
            known = version.added = self._read_added(db, terminology, delta, known)
        nothing = np.empty(0, np.int64)
        shelf = Shelf(
            terminology.title,
            None,
            known.words,
            known.concepts,
            nothing,
            partial(self._added_index, known, encoder),
            {},
            known.words.texts,
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
        words.texts = partial(_texts_of, [edit.name for edit in delta.added])
        return AddedWords(delta.last, delta.added, words, numbers)

    def _added_index(self, known: AddedWords, encoder: NameEncoder) -> Index:
        if encoder.sha256 not in known.indexes:
            known.indexes[encoder.sha256] = Index(self.added_rows.of([edit.name for edit in known.edits], encoder))
        return known.indexes[encoder.sha256]


def _column_of(db: Database, first: int, column: str, rows: np.ndarray) -> list[str]:
    """What the names at these rows have in a column, in the order of the rows."""
    found = imported_names.by_id(db, ids := (first + rows).tolist())
    return [found[id][column] for id in ids]


def _texts_of(texts: Sequence[str], rows: np.ndarray) -> list[str]:
    return [texts[row] for row in rows.tolist()]


def _never_searched() -> Index:
    raise AssertionError("Included terms lend names; they are not candidates.")
