"""What is said beside an encoder that is asked about all terminologies and was trained on one of them."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.candidate_table import CandidateColumn
from store.records.terminology import Ranking


def with_what_it_learnt(workbench: Workbench, column: CandidateColumn[Ranking]) -> CandidateColumn[Ranking]:
    """The column of an encoder over several terminologies, with a line where it was trained on a single one of them."""
    answer = column.answer
    try:
        learnt = workbench.rankings.learnt_from(column.encoder) if answer else []
    except NomenclatorError:  # a recipe that this program cannot read
        learnt = []
    if answer is None or len(learnt) != 1:
        return column
    told = f"Of these terminologies it was trained on the names of {learnt[0]} only."
    return replace(column, answer=replace(answer, note=f"{answer.note} {told}".strip()))
