"""Accepted names become synonyms if a person says so: what is left out, and that one undo takes them all back."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.jobs import worker
from engine.normalisation.request import EVIDENCE, NormalisationRequest
from engine.workbench import AcceptedName, Workbench
from tests.mapped import started, with_others

DECIDED = {
    "broken heart": "H2",
    "heart attack": "H1",  # a name already
    "bad lungs": "L2",
    "BAD LUNGS": "L1",  # the same text for another concept
    "lung infection": "L1",  # denotes L2 already
    "Dx: pump failure": "H2",
    "no tired heart": "H2",
    "family history of tired heart": "H2",
    "possible tired heart": "H2",
    "no stiff heart": "H2",  # of which a person says that it is not denied
}
NEW = [("broken heart", "H2"), ("pump failure", "H2"), ("no stiff heart", "H2")]
NO_NAMES = [
    ("no tired heart", ("negated",)),
    ("family history of tired heart", ("family",)),
    ("tired heart", ("suspected",)),  # as it is introduced: “possible”
]


def texts(names: list[AcceptedName]) -> list[tuple[str, str]]:
    return [(one.name, one.concept) for one in names]


@pytest.fixture
def answered(workbench: Workbench, tmp_path: Path) -> int:
    path = tmp_path / "m.csv"
    path.write_text("\n".join(["mention", *DECIDED, "something else"]), encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    number = int(run.result["normalisation"])
    for line in workbench.answers.lines(number, order="as in the file"):
        concept = DECIDED.get(line.text, "")
        workbench.decisions.decide(number, [line.id], "other" if concept else "none", "ann", concept=concept)
        if line.text == "no stiff heart":
            workbench.mention_attributes.say(number, [line.id], [], "ann")
    return number


def test_accepted_mentions_that_say_something_new_are_added(workbench: Workbench, answered: int) -> None:
    found = workbench.accepted_names.of_answers(answered)
    new = [one for one in found if not one.attributes]
    assert new == [AcceptedName(name, concept, "Heart failure") for name, concept in NEW]
    assert workbench.accepted_names.add_of_answers(answered, "ann") == found
    first = workbench.rankings.rank("broken heart", "organs", "vectors").candidates[0]
    assert (first.concept_id, first.source) == ("H2", "added by ann")
    left_out = workbench.accepted_names.of_answers(answered)  # what a mention denies, or says of others, is no name
    assert [(one.name, one.attributes) for one in left_out] == NO_NAMES
    workbench.history.undo("ann")
    assert workbench.accepted_names.of_answers(answered) == found


def test_names_mapped_exactly_are_added_to_the_target(workbench: Workbench, tmp_path: Path) -> None:
    two = with_others(workbench, tmp_path)
    number, decide = started(two), two.mapping_decisions.decide
    decide(number, ["H1", "H2", "L2"], "mapped", "ann")
    decide(number, ["H2"], "mapped", "ben", targets={"T1": "broad"})  # contested
    decide(number, ["L3"], "mapped", "ann", targets={"T4": "broad"})  # not the same
    decide(number, ["L1"], "none", "ann")
    names = two.accepted_names
    assert texts(names.of_mapping(number)) == [("Myocardial infarction", "T2"), ("Pneumonia", "T6")]
    assert len(names.add_of_mapping(number, "ann")) == 2
    (entry,) = two.history.entries(limit=1)
    assert (entry.title, entry.rows) == ("2 accepted names added as synonyms", 2)
    assert names.add_of_mapping(number, "ann") == []
    two.history.undo("ann")
    assert len(names.of_mapping(number)) == 2


def test_of_a_list_its_findings_are_names_and_neither_it_nor_an_id(sample: Workbench, tmp_path: Path) -> None:
    """“COPD, CHF, AFib”, accepted in part, became a name of COPD, so that the rest was lost the next month."""
    path = tmp_path / "m.csv"
    path.write_text('mention\n"HTN, zorble knee, COPD, gout"\nJ45.909\n"HTN, heart attack"\n', encoding="utf-8")
    request = NormalisationRequest(str(path), "icd10cm", sample.models.resolve("current"), EVIDENCE)
    number = int(worker.execute(sample.workspace, sample.normalisation.queue(request)).result["normalisation"])
    lines = sample.answers.lines(number, order="as in the file")
    assert [line.parts for line in lines] == [4, 4, 4, 4, 1, 2, 2]
    for line in lines:
        sample.decisions.decide(number, [line.id], "other", "ann", concept=line.concept)
    found = texts(sample.accepted_names.of_answers(number))
    assert {"HTN", "zorble knee"} <= {name for name, _ in found}
    assert not [name for name, _ in found if "," in name or name == "J45.909"]
