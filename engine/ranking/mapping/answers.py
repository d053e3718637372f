"""The answers about the concepts of a source, new ones and those that an earlier call has left in a file."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing

from engine.events import Event, Finished, Progress
from engine.ranking.mapping.answer_file import AnswerFile
from engine.ranking.mapping.batch import MappingBatch
from engine.ranking.mapping.hierarchy import relatives_of
from engine.ranking.mapping.second_process import answers_of
from engine.ranking.mapping.side import MappedSide
from engine.terminology.garbage import uncollected

AT_ONCE = 500  # concepts between two words on progress


def answers(batch: MappingBatch, answer_file: AnswerFile | None = None) -> Iterator[Event]:
    """The likeliest targets of the concepts of a batch: Progress, then Finished with {"answers"}.

    A concept without any candidate has no answer. answer_file: where answers are kept on the way, so that a later call
    goes on from there.
    """
    codes, source, target = batch.codes, batch.source.title, batch.target.title
    yield Progress(0, len(codes), f"Comparing the names of {source} with {target}")
    known = answer_file.read() if answer_file else {}
    found, fresh = [], []
    with uncollected(), closing(answers_of(batch, [code for code in codes if code not in known])) as new:
        for place, code in enumerate(codes, 1):
            one = known[code] if code in known else next(new)
            if one:
                found.append(one)
            if code not in known:
                fresh.append((code, one))
            if place % AT_ONCE == 0:
                if answer_file:
                    answer_file.append(fresh)
                fresh = []
                yield Progress(place, len(codes), f"Mapping {source} onto {target}")
    yield Finished({"answers": found})


def chosen(source: MappedSide, only: Collection[str] = ()) -> list[str]:
    """The concepts to map: these, with the relatives that count for them; none given: every one."""
    codes = source.concept_codes
    if only:
        needed = {*only, *(one for code in only for one in relatives_of(code, source))}
        codes = [code for code in codes if code in needed]
    return codes
