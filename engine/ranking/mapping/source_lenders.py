"""Bridges of a mapping: what the dictionary and the workspace's other terminologies call the concepts of its source.

Where the source has “Myocardial infarction” alone and another terminology calls it “Heart attack” too, that name is
lent, as in a ranking (`engine.ranking.lending.bridges`); here for all concepts at once. A hospital's “GERD” is
written out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.models.protocol import NameEncoder
from engine.ranking.mapping.side import MappedSide
from engine.ranking.shelves.names_in_use import list_names
from engine.ranking.shelves.shelves import Shelves
from engine.retrieval.word_index import content_key
from engine.terminology.abbreviations import workspace_dictionary
from engine.text.dictionary.clinical_dictionary import ClinicalDictionary
from engine.text.dictionary.expansions import expansions
from store import terminologies
from store.records.terminology import Terminology
from store.sqlite import Database

MOST_CONCEPTS = 4  # of one terminology that lend to a source concept
MOST_LENT = 8  # names that are lent to it in all
MOST_WRITTEN_OUT = 50_000  # names of a source that are written out: 0.4 ms each, and a large one has few lay ones
WRITTEN_OUT = 2, 3  # names of a concept that are written out, and ways to do so
Lent = tuple[int, str, str]  # the number of a text's content words, the text, and by way of what it is lent


@dataclass(frozen=True)
class Lender:
    """A terminology that lends: its exact names in use with their concepts' preferred names and their word keys."""

    title: str
    codes: Sequence[str]
    texts: Sequence[str]
    keys: np.ndarray
    preferred: dict[str, str]

    @cached_property
    def by_key(self) -> dict[int, list[str]]:
        """A number of content words -> the concepts that have a name with just these."""
        found: dict[int, list[str]] = {}
        for key, code in zip(self.keys.tolist(), self.codes, strict=True):
            found.setdefault(key, []).append(code)
        return found

    @cached_property
    def names_of(self) -> dict[str, list[int]]:
        """Concept -> its names."""
        found: dict[str, list[int]] = {}
        for name, code in enumerate(self.codes):
            found.setdefault(code, []).append(name)
        return found

    def lend(self, source: MappedSide, names: Sequence[int]) -> Iterator[Lent]:
        """What it calls the concepts that have the words of one of these exact names of the source."""
        keys = [int(source.words.keys[name]) for name in names]
        for concept in list(dict.fromkeys(one for key in keys for one in self.by_key.get(key, ())))[:MOST_CONCEPTS]:
            via = f"{self.title}: {self.preferred.get(concept, concept)}"
            for name in self.names_of[concept]:
                yield int(self.keys[name]), self.texts[name], via


@dataclass(frozen=True)
class DictionaryLender:
    """The workspace's dictionary in the target's wording; `known` are the word keys of the target's names."""

    dictionary: ClinicalDictionary
    known: Collection[int]

    def lend(self, source: MappedSide, names: Sequence[int]) -> Iterator[Lent]:
        """These exact names of the source written out, where the target has the words of none of them."""
        if any(int(source.words.keys[name]) in self.known for name in names):
            return
        most_names, most_ways = WRITTEN_OUT
        for name in names[:most_names]:
            for text in expansions(source.texts[name], self.dictionary)[:most_ways]:
                yield content_key(text), text, f"Short forms and lay words: {source.texts[name]}"


@dataclass(frozen=True)
class LentNames:
    """Source concept -> the names that it is lent, each with by way of what; `places` of their texts in `rows`, unit
    rows float32 [texts, dim]."""

    of: dict[str, list[tuple[str, str]]]
    places: dict[str, int]
    rows: np.ndarray


def lending_terminologies(
    db: Database, shelves: Shelves, source: Terminology, target: Terminology
) -> list[Terminology]:
    """The terminologies at hand that are neither side of a mapping, nor another version of one."""
    sides = {name for one in (source, target) for name in (one.slug, one.newer)}
    return [one for one in shelves.at_hand(db) if one.slug not in sides]


def source_lenders(
    db: Database, shelves: Shelves, source: Terminology, target: Terminology
) -> list[Lender | DictionaryLender]:
    """The same terminologies with their names; before them, for a source of at most MOST_WRITTEN_OUT names, the
    dictionary."""
    others: list[Lender | DictionaryLender] = [
        _lender(db, shelves, one) for one in lending_terminologies(db, shelves, source, target)
    ]
    if source.names > MOST_WRITTEN_OUT:
        return others
    dictionary = workspace_dictionary(shelves.workspace, db, shelves.wording(db, target.slug))
    return [DictionaryLender(dictionary, frozenset(shelves.words(db, target).keys.tolist())), *others]


def names_lent_to(
    source: MappedSide, given: Sequence[Lender | DictionaryLender], codes: Sequence[str], encoder: NameEncoder
) -> LentNames:
    """What the lenders call these concepts of the source, as far as it is other words than it has itself."""
    found = {code: lent for code in codes if (lent := _lent(source, given, code))}
    texts = list(dict.fromkeys(text for names in found.values() for text, _ in names))
    rows = encoder.encode(texts) if texts else np.empty((0, source.rows.shape[1]), np.float32)
    return LentNames(found, {text: place for place, text in enumerate(texts)}, rows)


def _lent(source: MappedSide, given: Sequence[Lender | DictionaryLender], code: str) -> list[tuple[str, str]]:
    names = source.names_of[code]
    own = {int(source.words.keys[name]) for name in names}
    exact = [name for name in names if source.exact[name]]
    found: dict[int, tuple[str, str]] = {}
    for key, text, via in (one for lender in given for one in lender.lend(source, exact)):
        if key not in own:
            found.setdefault(key, (text, via))
    return list(found.values())[:MOST_LENT]


def _lender(db: Database, shelves: Shelves, terminology: Terminology) -> Lender:
    delta = shelves.delta(db, terminology.slug)
    names = list_names(db, shelves, terminology, lambda code: code not in delta.without, exact=True)
    preferred = terminologies.preferred_of(db, terminology.slug, sorted(set(names.codes))) | delta.preferred
    return Lender(terminology.title, names.codes, names.texts, names.keys, preferred)
