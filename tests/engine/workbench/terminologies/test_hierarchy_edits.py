"""Concepts moved, taken from under a parent and made by hand: what stands after each, and after its undo."""

from __future__ import annotations

import re

import pytest

from engine.errors import BadInput, NotFound
from engine.workbench import Workbench


def parents(bench: Workbench, code: str) -> tuple[str, ...]:
    return bench.terminologies.concept("organs", code).concept.parents


def test_a_concept_moves_in_one_undo_and_is_told_in_the_history(workbench: Workbench) -> None:
    workbench.hierarchy.family("organs")  # what is cached must not stay
    edits = workbench.hierarchy_edits.move("organs", ["l3"], "h", "ann", "L", "a sign of the heart")
    assert [(one.action, one.kind, one.concept_id, one.name) for one in edits] == [
        ("withdraw", "parent", "L3", "L"),
        ("add", "parent", "L3", "H"),
    ]
    assert {one.reason for one in edits} == {"a sign of the heart"}
    assert parents(workbench, "L3") == ("H",)
    assert [one.id for one in workbench.hierarchy.children("organs", "H")] == ["H1", "H2", "H3", "L3"]
    (entry,) = workbench.history.entries()
    assert entry.title == "L3 “Dyspnoea” moved from under L to under H “Heart disorders”"
    workbench.history.undo("ann")
    assert parents(workbench, "L3") == ("L",)


def test_without_a_parent_to_leave_the_new_one_is_a_further_one(workbench: Workbench) -> None:
    workbench.hierarchy_edits.move("organs", ["L3"], "H", "ann")
    assert parents(workbench, "L3") == ("L", "H")
    (entry,) = workbench.history.entries()
    assert entry.title == "L3 “Dyspnoea” put under H “Heart disorders”"


def test_several_move_as_one(workbench: Workbench) -> None:
    workbench.hierarchy_edits.move("organs", ["L1"], "H", "ann")
    workbench.hierarchy_edits.move("organs", ["L1", "L2", "l1"], "H", "ann", "L")
    assert [parents(workbench, code) for code in ("L1", "L2", "L3")] == [("H",), ("H",), ("L",)]
    assert workbench.history.entries()[0].title == "2 concepts moved from under L to under H “Heart disorders”"
    workbench.history.undo("ann")
    assert [parents(workbench, code) for code in ("L1", "L2")] == [("L", "H"), ("L",)]


@pytest.mark.parametrize(
    ("codes", "parent", "left", "error", "sentence"),
    [
        (["H"], "H1", "R", BadInput, "H1 stands below H, so it cannot be its parent; choose a concept elsewhere."),
        (["H"], "h", "R", BadInput, "H cannot stand under itself; choose another parent."),
        (["H1", "L1"], "R", "H", BadInput, "H is no parent of L1; its card lists its parents."),
        (["H1"], "H", "H", BadInput, "H is the parent to leave and the parent to have; choose another concept."),
        (["H1"], "H", "", BadInput, "H is a parent of H1 already."),
        (["H1"], "X9", "H", NotFound, "Organs has no concept “X9”; check the id."),
        ([], "H", "", BadInput, "There is nothing to change; choose at least one name or concept."),
    ],
)
def test_a_move_that_cannot_be_says_why_and_changes_nothing(
    workbench: Workbench, codes: list[str], parent: str, left: str, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=re.escape(sentence)):
        workbench.hierarchy_edits.move("organs", codes, parent, "ann", left)
    if codes:
        with pytest.raises(error, match=re.escape(sentence)):
            workbench.hierarchy_edits.preview_move("organs", codes, parent, left)
    assert workbench.history.entries() == []


def test_a_preview_is_what_the_history_would_say(workbench: Workbench) -> None:
    said = workbench.hierarchy_edits.preview_move("organs", ["L3"], "H", "L")
    assert workbench.history.entries() == []
    workbench.hierarchy_edits.move("organs", ["L3"], "H", "ann", "L")
    assert workbench.history.entries()[0].title == said


def test_a_new_concept_is_made_below_and_found(workbench: Workbench) -> None:
    made = workbench.hierarchy_edits.add_below("organs", "L", "Empyema  of pleura", "ann", reason="seen often")
    own = workbench.hierarchy_edits.add_below("organs", "L", "Haemothorax", "ann", " OWN:7 ")
    assert (made, own) == ("NEW:0001", "OWN:7")
    assert parents(workbench, made) == parents(workbench, own) == ("L",)
    assert workbench.rankings.rank("empyema of pleura", "organs").candidates[0].concept_id == made
    with pytest.raises(BadInput, match="“empyema of pleura” is a name of NEW:0001, which stands under L already"):
        workbench.hierarchy_edits.add_below("organs", "L", "empyema of pleura", "ann")
    with pytest.raises(BadInput, match="Type the name to add"):
        workbench.hierarchy_edits.add_below("organs", "L", " ", "ann")
    with pytest.raises(NotFound, match="no concept “X9”"):
        workbench.hierarchy_edits.add_below("organs", "X9", "Chylothorax", "ann")


def test_taken_from_under_its_only_parent_a_concept_is_at_the_top(workbench: Workbench) -> None:
    workbench.hierarchy_edits.withdraw("organs", "L3", "L", "ann", "no disorder")
    assert parents(workbench, "L3") == ()
    assert "L3" in [one.id for one in workbench.hierarchy.children("organs")]
    workbench.history.undo("ann")
    assert parents(workbench, "L3") == ("L",)
