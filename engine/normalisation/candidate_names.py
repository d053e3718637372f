"""The texts that can be found, each with the concepts it names in the dictionary (O) and in the data (D)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import starmap
from typing import NamedTuple

import numpy as np

from engine.normalisation.dictionary import Dictionary
from engine.normalisation.records import FROM_DATA, FROM_ONTOLOGY
from engine.text import normalise

WORD = re.compile(r"\w\w")
PREFERRED = 0.5  # of the weights by which equal scores are ordered: a preferred name before a synonym …


class SearchableMention(NamedTuple):
    """The concept that somebody gave to a text, in an abstract where one is known; a composite's is its ids joined."""

    text: str
    concept: str
    context: str = ""


@dataclass(frozen=True)
class NamedConcept:
    """A concept that a text names; `weight` orders equal scores: how often the data has it."""

    concept: str
    origin: str
    weight: float


class SearchPool:
    """Distinct texts (by their normalised form, spelt as first seen) and what they name.

    `data` has an entry for each annotation, with its abstract or as a pair of a text and its concept; `annotations` has
    those in an abstract that has words, by the text's place.
    """

    def __init__(self, dictionary: Dictionary, data: Iterable[SearchableMention | tuple[str, str]] = ()) -> None:
        self.dictionary = dictionary
        spelt: dict[str, str] = {}
        named: dict[str, list[NamedConcept]] = defaultdict(list)
        for concept, texts in dictionary.names.items():
            for place, text in enumerate(texts):
                norm = normalise(text)
                spelt.setdefault(norm, text)
                named[norm].append(NamedConcept(concept, FROM_ONTOLOGY, 0 if place else PREFERRED))
        often: Counter[tuple[str, str]] = Counter()
        annotated: dict[str, list[SearchableMention]] = defaultdict(list)
        for one in starmap(SearchableMention, data):
            norm = normalise(one.text)
            spelt.setdefault(norm, one.text)
            often[norm, one.concept] += 1
            if WORD.search(one.context):
                annotated[norm].append(one)
        for (norm, concept), count in often.items():
            named[norm].append(NamedConcept(concept, FROM_DATA, float(count)))
        self.texts = list(spelt.values())
        self.named = [named[norm] for norm in spelt]
        self.places = {norm: place for place, norm in enumerate(spelt)}
        self.annotations = {self.places[norm]: ones for norm, ones in annotated.items()}

    def reached(self, origins: str) -> np.ndarray:
        """The places of the texts that the dictionary (“O”), the data (“D”) or either (“OD”) have, int64."""
        return np.array([i for i, named in enumerate(self.named) if any(n.origin in origins for n in named)], np.int64)

    def naming(self, place: int, origins: str) -> list[NamedConcept]:
        """What the text at `place` names in these origins, a concept of both once, as the data has it."""
        best: dict[str, NamedConcept] = {}
        for named in self.named[place]:
            if named.origin in origins and (named.concept not in best or named.weight > best[named.concept].weight):
                best[named.concept] = named
        return list(best.values())

    def members(self, origins: str) -> dict[str, list[int]]:
        """Concept -> the places of its texts in these origins."""
        found: dict[str, list[int]] = defaultdict(list)
        for place in range(len(self.texts)):
            for named in self.naming(place, origins):
                found[named.concept].append(place)
        return dict(found)

    @cached_property
    def preferred(self) -> dict[str, str]:
        """Concept -> its preferred name; of a composite, or one that the dictionary lacks, the first text of it."""
        found = {concept: texts[0] for concept, texts in self.dictionary.names.items()}
        for place, named in enumerate(self.named):
            for one in named:
                found.setdefault(one.concept, self.texts[place])
        return found
