"""A whole terminology mapped onto another: the ranking that a person sees, for every concept in a batch."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.events import Event, Finished, Progress
from engine.ranking.mapping.answer_file import AnswerFile
from engine.ranking.mapping.batch import Batch
from engine.ranking.mapping.hierarchy import WEIGHT, relatives_of, with_hierarchy
from engine.ranking.mapping.records import Suggestion
from engine.ranking.mapping.side import MappedSide
from engine.ranking.order import LearntOrder

AT_ONCE = 500  # concepts between two words on progress


def suggestions(
    source: MappedSide,
    target: MappedSide,
    order: LearntOrder,
    hierarchy: float = WEIGHT,
    only: Collection[str] = (),
    kept: AnswerFile | None = None,
) -> Iterator[Event]:
    """The best suggestion for each concept of `source`: Progress, then Finished with {"suggestions", "answers"}.

    hierarchy: how much it counts where the relatives of a concept map; 0 leaves it out. only: concepts to map, with the
    relatives that count for them; none: every concept. A concept without any candidate
    has no suggestion. kept: where answers are kept on the way, so that a later call goes on from there.
    """
    codes = chosen(source, only)
    yield Progress(0, len(codes), f"Comparing the names of {source.title} with {target.title}")
    batch = Batch(source, target, order, codes)
    known = kept.read() if kept else {}
    found, new = [], []
    for place, code in enumerate(codes, 1):
        one = known[code] if code in known else batch.answered(code)
        if one:
            found.append(one)
        if code not in known:
            new.append((code, one))
        if place % AT_ONCE == 0:
            if kept:
                kept.append(new)
            new = []
            yield Progress(place, len(codes), f"Mapping {source.title} onto {target.title}")
    made: list[Suggestion] = with_hierarchy(found, source, target, order, hierarchy)
    yield Finished({"suggestions": made, "answers": found})


def chosen(source: MappedSide, only: Collection[str] = ()) -> list[str]:
    """The concepts to map: these, with the relatives that count for them; none given: every one."""
    codes = source.concept_codes
    if only:
        needed = {*only, *(one for code in only for one in relatives_of(code, source))}
        codes = [code for code in codes if code in needed]
    return codes
