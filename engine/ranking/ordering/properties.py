"""What a concept is, whatever the words: unspecified or other, a complication, a status, a chapter, a leaf.

A bare name means the plain concept. Each property that the query does not speak of is a feature, each that it asks for
and the concept lacks is another, and the learnt order says what it costs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from engine.ranking.ordering.plain_properties import PLAIN, asked_for, said_of
from engine.retrieval.word_index import telling_words
from engine.text import normalise
from engine.text.differences import KINDS, lacking, necessary, of_required
from engine.text.icd_codes import BLOCK, CHAPTER, CODE

SHAPES = ("chapter", "block", "block of one category", *(f"{length} characters" for length in range(3, 8)))
PROPERTIES = (
    *PLAIN,
    *SHAPES,
    "leaf",
    "top",
    "preferred name",
    *(f"{kind}, name" for kind in KINDS),
    *(f"{kind}, preferred" for kind in KINDS),
    "further words of the name",
    "further words of the preferred name",
    "words of the query that the name lacks",
    "words of the query that no name has",
    "every word of the query",
    "a reading is the preferred name",
    "a reading is the name",
    *(f"{what}, lacking" for what in (*PLAIN, *KINDS)),
)


@dataclass(frozen=True)
class CandidateDescription:
    """A candidate concept: its id, preferred name, the name that is likest to the query, and that query's reading."""

    id: str
    preferred: str
    name: str
    reading: str
    leaf: bool
    top: bool


def properties(typed: tuple[str, ...], every: Sequence[CandidateDescription]) -> np.ndarray:
    """PROPERTIES of candidates, float64 [candidates, PROPERTIES]; `typed` are the query's own readings, whose words ask
    for a property."""
    if not every:
        return np.empty((0, len(PROPERTIES)))
    asks, says = asked_for(typed), np.array([said_of(one.preferred) for one in every])
    readings, whole = [telling_words(text) for text in typed], _normalised(typed)
    beside = np.array([_beside_plain(readings, whole, one) for one in every])
    lacks = np.array([_flags(_lacking_all(typed, {one.name, one.preferred})) for one in every])
    return np.hstack([says & ~asks, beside, asks & ~says, lacks])


def _beside_plain(readings: Sequence[frozenset[str]], whole: frozenset[str], one: CandidateDescription) -> list[float]:
    """Those between what is said in so many words and what is lacking; `readings` are the telling words of the query's
    own readings, `whole` their texts, normalised."""
    of_name = of_required(one.reading, one.name)
    of_preferred = of_name if one.preferred == one.name else of_required(one.reading, one.preferred)
    reading = telling_words(one.reading)
    name, preferred = (telling_words(necessary(one.reading, text)) for text in (one.name, one.preferred))
    known = name | preferred
    missing = min((len(words - known) for words in readings), default=0)
    return [
        *_shape(one.id),
        *(float(flag) for flag in (one.leaf, one.top, one.name == one.preferred)),
        *_flags(of_name),
        *_flags(of_preferred),
        *(len(name - reading), len(preferred - reading), len(reading - name), missing, float(not missing)),
        *(float(normalise(text) in whole) for text in (one.preferred, one.name)),
    ]


def _lacking_all(typed: tuple[str, ...], names: Iterable[str]) -> frozenset[str]:
    """The kinds of KINDS that each of the names lacks of each of the readings."""
    found: frozenset[str] = frozenset()
    for place, (text, name) in enumerate(product(typed, names)):
        here = lacking(text, name)
        found = found & here if place else here
        if not found:
            break
    return found


@lru_cache(maxsize=1_000)
def _flags(found: Collection[str]) -> tuple[float, ...]:
    """1 for each of KINDS that was found."""
    return tuple(float(kind in found) for kind in KINDS)


@lru_cache(maxsize=1_000)
def _normalised(typed: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(normalise, typed))


@lru_cache(maxsize=30_000)
def _shape(id: str) -> tuple[float, ...]:
    """SHAPES of an id of ICD-10; all 0 for any other."""
    found = [0.0] * len(SHAPES)
    if CHAPTER.fullmatch(id):
        found[0] = 1.0
    elif BLOCK.fullmatch(id):
        first, last = id.split("-")
        found[2 if first == last else 1] = 1.0
    elif CODE.fullmatch(id):
        found[min(len(id.replace(".", "")), 7)] = 1.0
    return tuple(found)
