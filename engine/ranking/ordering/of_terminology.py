"""The candidates of one terminology among those of several, for the rules that exchange their sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.ranking.ordering.evidence import ConceptEvidence, Gathered
from engine.ranking.ordering.moved_sums import MovedSums


class Codes(NamedTuple):
    """What is known of the concepts of a terminology, the first argument: whether one stands below another, whether one
    is below another or beside it, whether one may be sent in as a code, and which code below a heading is taken by
    default, "" where none is."""

    is_below: Callable[[str, str, str], bool]
    is_beside: Callable[[str, str, str], bool]
    is_billable: Callable[[str, str], bool]
    default_below: Callable[[str, str], str]


@dataclass(frozen=True)
class OfTerminology:
    """The `places` of a terminology's candidates among those gathered, with the sums of all as they stand."""

    slug: str
    gathered: Sequence[Gathered]
    adjusted: MovedSums
    places: Sequence[int]

    def __getitem__(self, place: int) -> ConceptEvidence:
        return self.gathered[place].evidence

    def best_first(self) -> list[int]:
        """The places, best first."""
        return self.adjusted.best_first(self.places)


def of_each_terminology(gathered: Sequence[Gathered], adjusted: MovedSums) -> Iterator[OfTerminology]:
    """The candidates of each terminology that has some."""
    places: dict[str, list[int]] = {}
    for place, one in enumerate(gathered):
        places.setdefault(one.slug, []).append(place)
    return (OfTerminology(slug, gathered, adjusted, of_one) for slug, of_one in places.items())
