"""What a coder must know of a candidate, by what is chosen already: for a mention's document, and for a line mapped."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.jobs import worker
from engine.normalisation.request import NormalisationRequest
from engine.ranking.marks.coding_marks import NOT_BILLABLE
from engine.workbench import Workbench
from store.records.normalisation import Filter
from store.records.training import COMPLETED
from tests.coded import with_codes
from tests.mapped import BROAD, EXACT

MENTIONS = """document,mention
1,heart attack unspecified
1,angina pectoris unspecified
2,angina pectoris unspecified
,heart attack unspecified
"""
WITH_ATTACK = "Excludes1: not with I21.9"


@pytest.fixture
def coded(workbench: Workbench, tmp_path: Path) -> Workbench:
    return with_codes(workbench, tmp_path)


@pytest.fixture
def answered(coded: Workbench, tmp_path: Path) -> int:
    path = tmp_path / "m.csv"
    path.write_text(MENTIONS, encoding="utf-8")
    request = NormalisationRequest(str(path), "codes", encoder="vectors")
    run = worker.execute(coded.workspace, coded.normalisation.queue(request))
    assert run.status == COMPLETED, run.error
    return int(run.result["normalisation"])


def test_what_is_chosen_in_a_document_marks_what_it_excludes(coded: Workbench, answered: int) -> None:
    ids = [line.id for line in coded.answers.lines(answered, Filter(), "as in the file")]
    attack, angina, elsewhere, nowhere = ids
    candidates = {id: ["I20.9", "I20", "I50.9"] for id in ids}
    plain = {"I20": (NOT_BILLABLE, "take I20.9")}
    assert coded.answers.marks(answered, candidates) == dict.fromkeys(ids, plain)
    coded.decisions.decide(answered, [attack, nowhere], "accept", "ann")
    excluded = {"I20.9": (WITH_ATTACK,), "I20": (NOT_BILLABLE, "take I20.9", WITH_ATTACK)}
    assert coded.answers.marks(answered, candidates) == {
        attack: plain,  # its own decision is not beside it
        angina: excluded,
        elsewhere: plain,
        nowhere: plain,
    }
    coded.decisions.undo("ann")
    assert coded.answers.marks(answered, candidates)[angina] == plain


def test_a_concept_refused_excludes_nothing(coded: Workbench, answered: int) -> None:
    attack, angina, *_ = [line.id for line in coded.answers.lines(answered, Filter(), "as in the file")]
    coded.decisions.decide(answered, [attack], "accept", "ann")
    coded.decisions.decide(answered, [attack], "none", "ann")
    assert coded.answers.marks(answered, {angina: ["I20.9"]}) == {angina: {}}


def test_a_terminology_without_notes_has_no_marks(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("mention\nheart attack\n", encoding="utf-8")
    request = NormalisationRequest(str(path), "organs", encoder="vectors")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(request))
    number = int(run.result["normalisation"])
    (line,) = workbench.answers.queue(number)
    assert workbench.answers.marks(number, {line: ["H1", "H2"]}) == {line: {}}


def test_a_target_chosen_marks_what_it_excludes(coded: Workbench) -> None:
    wish = {"source": "organs", "target": "codes", "who": "ann", "encoders": ["vectors"]}
    run = worker.execute(coded.workspace, coded.mapping_projects.queue(**wish))
    assert run.status == COMPLETED, run.error
    number = int(run.result["project"])
    targets = ["I20.9", "I50", "I97.1"]

    def marks() -> dict[str, tuple[str, ...]]:
        answers = coded.mapping_lines.case(number, "H1").answers
        return coded.mapping_lines.marks(number, targets, [target for one in answers for target, _ in one.targets])

    heading = (NOT_BILLABLE, "take I50.9")
    assert marks() == {"I50": heading}
    coded.mapping_decisions.decide(number, ["H1"], "mapped", "ann", targets={"I21.9": EXACT, "I50": BROAD})
    assert marks() == {"I20.9": (WITH_ATTACK,), "I50": heading, "I97.1": ("Excludes1: not with I21.9, I50",)}
