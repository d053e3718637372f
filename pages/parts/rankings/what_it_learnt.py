"""What is said beside an encoder that is asked about all terminologies and was trained on one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.candidate_table import CandidateColumn
from store.records.terminology import Ranking

REMEMBERED = 64  # encoders of some terminologies: what one was trained on is read once and not with every letter


def with_what_it_learnt(
    workbench: Workbench, column: CandidateColumn[Ranking], terminologies: Mapping[str, str]
) -> CandidateColumn[Ranking]:
    """The column of an encoder over several terminologies (short name -> title), with a line where it was trained on a
    single one of them."""
    answer = column.answer
    learnt = _learnt_from(workbench, column.encoder, tuple(terminologies.items())) if answer else ()
    if answer is None or len(learnt) != 1:
        return column
    training_note = f"Of these terminologies it was trained on the names of {learnt[0]} only."
    return replace(column, answer=replace(answer, note=f"{answer.note} {training_note}".strip()))


@lru_cache(maxsize=REMEMBERED)
def _learnt_from(workbench: Workbench, encoder: str, _here: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The titles of what an encoder was trained on, while these are the terminologies here."""
    try:
        return tuple(workbench.rankings.learnt_from(encoder))
    except NomenclatorError:  # a recipe that this program cannot read
        return ()
