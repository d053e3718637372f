"""The names and forms that texts are known by, of each wording of terminologies, kept from query to query."""

from __future__ import annotations

from collections.abc import Container

from engine.models.open import learnt_words
from engine.models.protocol import NameEncoder
from engine.ranking.reading.known_names import KnownNames
from engine.ranking.shelves.shelves import Shelves
from engine.terminology.abbreviations import workspace_dictionary
from engine.text.dictionary.clinical_dictionary import ICD10CM, ClinicalDictionary
from store.sqlite import Database

NO_FORMS = ClinicalDictionary(())


class KnownByWording:
    """The dictionaries of a workspace with the names of its terminologies, and the words that encoders learnt."""

    def __init__(self, shelves: Shelves, without: Container[str] = ()) -> None:
        """`without` are those of `engine.ranking.LEADS` that are left out."""
        self._shelves, self._without = shelves, without
        self._names: dict[str, KnownNames] = {}  # by wording, until an edit, a release or another dictionary comes
        self._learnt: dict[str, frozenset[str] | None] = {}  # an encoder's sha256 -> the words that it learnt

    @property
    def has_dictionary(self) -> bool:
        """Whether the dictionary is not left out."""
        return "dictionary" not in self._without

    def of(self, db: Database, wording: str) -> KnownNames:
        """The dictionary of a wording, and the names of the terminologies at hand, those of that wording first."""
        every = self._shelves.at_hand(db)
        own_first = sorted(every, key=lambda one: self._shelves.wording(db, one.slug) != wording)
        indexes = [self._shelves.words(db, one) for one in own_first]
        dictionary, added = self.dictionary(db, wording), [self._shelves.delta(db, one.slug) for one in every]
        known = self._names.get(wording)
        if known is None or not known.serves(dictionary, indexes, added):
            known = self._names[wording] = KnownNames(dictionary, indexes, added, "spelling" not in self._without)
        return known

    def dictionary(self, db: Database, wording: str = ICD10CM) -> ClinicalDictionary:
        """The dictionary of the workspace for terminologies of a wording, an empty one where it is left out."""
        return workspace_dictionary(self._shelves.workspace, db, wording) if self.has_dictionary else NO_FORMS

    def learnt_by(self, encoder: NameEncoder) -> frozenset[str] | None:
        """The words that an encoder learnt, None where it has no list of them; gathered once."""
        if encoder.sha256 not in self._learnt:
            self._learnt[encoder.sha256] = learnt_words(encoder)
        return self._learnt[encoder.sha256]
