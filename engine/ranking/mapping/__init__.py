"""A whole terminology mapped onto another: the ranking that a person sees, for every concept in a batch."""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Event, Finished, Progress
from engine.ranking.mapping.batch import Batch
from engine.ranking.mapping.hierarchy import WEIGHT, with_hierarchy
from engine.ranking.mapping.records import Suggestion
from engine.ranking.mapping.side import MappedSide
from engine.ranking.order import LearntOrder

AT_ONCE = 500  # concepts between two words on progress


def suggestions(
    source: MappedSide, target: MappedSide, order: LearntOrder, hierarchy: float = WEIGHT
) -> Iterator[Event]:
    """The best suggestion for each concept of `source`: Progress, then Finished with {"suggestions", "answers"}.

    hierarchy: how much it counts where the relatives of a concept map; 0 leaves it out. A concept without any candidate
    has no suggestion.
    """
    yield Progress(0, len(source.concept_codes), f"Comparing the names of {source.title} with {target.title}")
    batch = Batch(source, target, order)
    found = []
    for place, code in enumerate(source.concept_codes, 1):
        if one := batch.answered(code):
            found.append(one)
        if place % AT_ONCE == 0:
            yield Progress(place, len(source.concept_codes), f"Mapping {source.title} onto {target.title}")
    made: list[Suggestion] = with_hierarchy(found, source, target, order, hierarchy)
    yield Finished({"suggestions": made, "answers": found})
