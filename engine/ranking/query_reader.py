"""What a typed text is read as, for terminologies of each wording, and what a person should know of that."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from sqlite_utils import Database

from engine.models.open import words_of
from engine.models.protocol import NameEncoder
from engine.ranking.exact import exact_candidates
from engine.ranking.reading.known_names import KnownNames
from engine.ranking.reading.readings import CORRECTED, EXPANDED, Reading, as_typed, readings
from engine.ranking.shelves.shelves import Shelves
from engine.terminology.abbreviations import workspace_dictionary
from engine.text import normalise, words
from engine.text.dictionary.clinical_dictionary import ICD10CM, ClinicalDictionary
from engine.text.findings.assertion import denies, undenied
from engine.text.findings.introductions import introduced, slightly_introduced
from store.records.terminology import Terminology

HEADED = re.compile(r"[:=.]\s")  # “PMH: stroke”, which is the form “PMH stroke” but not read as that


class QueryReader:
    """Reads texts by the words of every terminology, of an encoder, and of the workspace's dictionary."""

    def __init__(self, shelves: Shelves, without: Container[str] = ()) -> None:
        """`without` are those of `engine.ranking.LEADS` that are left out."""
        self._shelves, self._without = shelves, without
        self._learnt: dict[str, frozenset[str] | None] = {}  # an encoder's sha256 -> the words that it learnt

    def read(
        self, db: Database, text: str, chosen: Sequence[Terminology], encoder: NameEncoder
    ) -> list[tuple[Reading, ...]]:
        """The readings of a text for each chosen terminology, with the dictionary of its wording."""
        wordings = [self._shelves.wording(db, one.slug) for one in chosen]
        found = {wording: self._read_in(db, text, wording, encoder) for wording in dict.fromkeys(wordings)}
        return [found[wording] for wording in wordings]

    def introduced(self, db: Database, text: str, chosen: Sequence[Terminology]) -> str:
        """The finding that a text introduces, “gout” of “Dx: gout” or “a gout”; the text itself where it introduces
        none, or where a dictionary or a name has it as it stands."""
        surely = introduced(text)
        bare = slightly_introduced(surely)
        if bare == text or "dictionary" in self._without:
            return text
        if words(bare) == words(text):  # without marks alone
            return bare
        dictionaries = [self.dictionary(db, one) for one in {self._shelves.wording(db, one.slug) for one in chosen}]
        if not HEADED.search(text) and any(one.find(text.split()) for one in dictionaries):
            return text
        begins = [] if surely.startswith(bare) else surely.split()[:2]  # “a flutter with block” is atrial flutter
        known = any(one.find(some) for one in dictionaries for some in (begins, surely.split()))
        if bare != surely and (
            known or any(self._shelves.words(db, one).has_all_words(surely) for one in self._shelves.at_hand(db))
        ):
            return surely
        return bare

    def _read_in(self, db: Database, text: str, wording: str, encoder: NameEncoder) -> tuple[Reading, ...]:
        """The readings of a text; of what it denies, where no name denies it too, or of what it affirms behind that."""
        every = [] if "spelling" in self._without else self._shelves.at_hand(db)
        dictionary = self.dictionary(db, wording)
        if (asked := undenied(text)) != text and dictionary.find(text.split()) is None:
            same = exact_candidates(db, text, self._shelves.at_hand(db), self._shelves)
            text = text if same else asked
        own_first = sorted(every, key=lambda one: self._shelves.wording(db, one.slug) != wording)
        indexes = [self._shelves.words(db, one) for one in own_first]
        return tuple(readings(text, KnownNames(dictionary, indexes), self.learnt_by(encoder) or frozenset()))

    def dictionary(self, db: Database, wording: str = ICD10CM) -> ClinicalDictionary:
        """The dictionary of the workspace for terminologies of a wording, an empty one where it is left out."""
        none = "dictionary" in self._without
        return ClinicalDictionary(()) if none else workspace_dictionary(self._shelves.workspace, db, wording)

    def learnt_by(self, encoder: NameEncoder) -> frozenset[str] | None:
        """The words that an encoder learnt, None where it has no list of them; gathered once."""
        if encoder.sha256 not in self._learnt:
            self._learnt[encoder.sha256] = words_of(encoder)
        return self._learnt[encoder.sha256]


def note_on(text: str, read: Sequence[Reading]) -> str:
    """What a person should know of how a text was read; "" where it was read as it stands."""
    said = "What is denied is searched" if denies(text) else "Searched without what is denied"
    denied = f"{said}: “{undenied(text)}”. " if read[0].text != normalise(text) else ""
    each = {one.finding: f"“{as_typed(one.text, text)}”" for one in reversed(read) if one.finding}
    if each:
        return f"{denied}Read as {' and '.join(each[at] for at in sorted(each))}, each by itself."
    others = [f"“{as_typed(one.text, text)}”" for one in read if one.kind in (CORRECTED, EXPANDED)]
    return (denied + (f"Read as {' or '.join(others[:3])}." if others else "")).strip()
