"""The marks of difference between what was asked and the name of a candidate, and what they say of how likely it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.text import normalise
from engine.text.assertion import undenied
from engine.text.differences import KINDS, NEGATION, SIDE, of_required
from engine.text.qualifiers import sides_of
from store.records.terminology import Candidate

OF_DENIED = 0.1  # what is left of a probability where the text says that it is not so


def marks_of_difference(asked: str, readings: Sequence[str], name: str) -> tuple[str, ...]:
    """What a name and the reading that is nearest to it differ in, whether one of what was asked and it denies, and
    whether it leaves out a side that another reading has."""
    nearest = min((of_required(reading, name) for reading in readings), key=len)
    found = set(nearest)
    denied = undenied(asked)
    if denied != asked and NEGATION in of_required(f"no {denied}", name):
        found.add(NEGATION)
    if not sides_of(readings) <= sides_of([name]):
        found.add(SIDE)
    return tuple(kind for kind in KINDS if kind in found)


def as_shown(
    ranked: Sequence[Candidate], asked: str, readings: Sequence[str], marks: Mapping[str, Mapping[str, tuple[str, ...]]]
) -> Iterator[Candidate]:
    """The candidates with their ranks and marks; `marks` are those for coders, by terminology and concept.

    Where the readings are of what the text denies, a candidate whose name denies nothing is the nearest there is and
    hardly what is meant.
    """
    denied = bool(readings) and readings[0] != normalise(asked)
    for place, one in enumerate(ranked, 1):
        differs = () if one.exact else marks_of_difference(asked, readings, one.name)
        sure = one.probability
        if denied and sure is not None and NEGATION in differs:
            sure *= OF_DENIED
        of_coding = marks[one.terminology].get(one.concept_id, ())
        yield replace(one, rank=place, differs=differs, probability=sure, marks=of_coding)
