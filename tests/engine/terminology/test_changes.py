"""Concepts and parents as edits: found at once, shown on the cards, and refused where they cannot be."""

from __future__ import annotations

import pytest

from engine.errors import BadInput, NomenclatorError
from engine.workbench import Workbench
from store.edits import Change
from store.records.terminology import HistoryFilter


def _new(code: str = "NEW:0001", name: str = "Stunned heart", parent: str = "H1") -> list[Change]:
    return [
        Change("add", "organs", code, name, kind="concept"),
        Change("add", "organs", code, parent, kind="parent"),
        Change("add", "organs", code, "takotsubo"),
    ]


def test_a_new_concept_is_found_shown_and_placed_at_once(workbench: Workbench) -> None:
    assert workbench.edits.new_code("organs") == "NEW:0001"
    assert workbench.edits.apply(_new(), "ann") == 1
    assert workbench.edits.new_code("organs") == "NEW:0002"
    for text in ("stunned heart", "Takotsubo", "new:0001"):
        first = workbench.rankings.rank(text, "organs").candidates[0]
        assert (first.concept_id, first.preferred_name, first.exact) == ("NEW:0001", "Stunned heart", True)
    near = workbench.rankings.rank("heart that is stunned", "organs").candidates[0]
    assert (near.concept_id, near.added) == ("NEW:0001", True)
    card = workbench.terminologies.concept("organs", "NEW:0001")
    assert [ref.id for ref in card.path] == ["R", "H", "H1", "NEW:0001"]
    assert [name.text for name in card.concept.names] == ["Stunned heart", "takotsubo"]
    assert [ref.preferred for ref in workbench.terminologies.concept("organs", "H1").children] == ["Stunned heart"]
    assert [ref.id for ref in workbench.synonyms.clashes("organs", "L1", "takotsubo")] == ["NEW:0001"]
    assert workbench.history.entries()[0].title == "Concept NEW:0001 “Stunned heart” added"


def test_another_workbench_sees_the_concept_and_one_undo_takes_all_of_it(workbench: Workbench) -> None:
    other = Workbench(workbench.workspace.folder)
    assert "NEW:0001" not in other.hierarchy.parents("organs")
    workbench.edits.apply(_new(), "ann")
    assert other.hierarchy.parents("organs")["NEW:0001"] == ["H1"]
    workbench.history.undo("ann")
    assert "NEW:0001" not in other.hierarchy.parents("organs")
    with pytest.raises(NomenclatorError, match="no concept “NEW:0001”"):
        other.terminologies.concept("organs", "NEW:0001")
    assert workbench.edits.new_code("organs") == "NEW:0002"


def test_parents_are_added_and_withdrawn(workbench: Workbench) -> None:
    workbench.edits.apply([Change("add", "organs", "L3", "H", kind="parent")], "ann")
    assert workbench.hierarchy.parents("organs")["L3"] == ["L", "H"]
    workbench.edits.apply([Change("withdraw", "organs", "L3", "L", kind="parent")], "bob")
    assert workbench.hierarchy.parents("organs")["L3"] == ["H"]
    assert [ref.id for ref in workbench.terminologies.concept("organs", "L3").path] == ["R", "H", "L3"]
    assert [ref.id for ref in workbench.terminologies.concept("organs", "L").children] == ["L1", "L2"]
    workbench.history.undo("bob")
    assert sorted(workbench.hierarchy.parents("organs")["L3"]) == ["H", "L"]


def test_an_imported_concept_is_taken_out_and_given_back(workbench: Workbench) -> None:
    workbench.edits.apply([Change("withdraw", "organs", "L1", "", kind="concept")], "ann")
    found = workbench.rankings.rank("asthma", "organs", top=20).candidates
    assert "L1" not in {
        candidate.concept_id for candidate in (*found, *workbench.rankings.rank("L1", "organs").candidates)
    }
    assert [ref.id for ref in workbench.terminologies.concept("organs", "L").children] == ["L2", "L3"]
    with pytest.raises(NomenclatorError, match="L1 “Asthma” of Organs was retired by ann"):
        workbench.synonyms.add("organs", "L1", "wheeze", "ann")
    workbench.history.undo("ann")
    assert workbench.rankings.rank("asthma", "organs").candidates[0].concept_id == "L1"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([Change("add", "organs", "H", "H1", kind="parent")], "H1 stands below H"),
        ([Change("add", "organs", "H", "H", kind="parent")], "H stands below H"),
        ([Change("add", "organs", "H1", "H", kind="parent")], "a parent of H1 already"),
        ([Change("add", "organs", "H1", "X9", kind="parent")], "Organs has no concept “X9”; check the id."),
        (
            [Change("add", "organs", "X9", "a name")],
            "Organs has no concept “X9”; check the id.",
        ),  # was another sentence
        ([Change("add", "organs", "X9", "H", kind="parent")], "no concept “X9”"),
        ([Change("withdraw", "organs", "H1", "L", kind="parent")], "L is no parent of H1"),
        ([Change("add", "organs", "h1", "x", kind="concept")], "has a concept h1 already"),
        ([Change("add", "organs", "A B", "x", kind="concept")], "“A B” is no id"),
        ([Change("add", "organs", "A", "?!", kind="concept")], "no letter or digit"),
        ([Change("withdraw", "organs", "H", "", kind="concept")], "H1 stands under H"),
        ([Change("add", "organs", "H1", "x", kind="colour")], "no kind of edit “colour”"),
        ([Change("drop", "organs", "H1", "x")], "no action “drop”"),
        ([], "nothing to change"),
        # Each counts those before it as made.
        ([*_new(parent="H1"), Change("add", "organs", "H", "NEW:0001", kind="parent")], "NEW:0001 stands below H"),
        ([*_new(), *_new()], "has a concept NEW:0001 already"),
        ([Change("add", "organs", "H1", "new"), Change("add", "organs", "H1", "NEW")], "“NEW” is a name of H1 already"),
    ],
)
def test_what_cannot_be_changed_is_one_sentence_and_nothing_is_kept(
    workbench: Workbench, changes: list[Change], said: str
) -> None:
    with pytest.raises(NomenclatorError, match=said):
        workbench.edits.apply(changes, "ann")
    assert workbench.history.entries() == [] and workbench.edits.newest() == []


def test_who_must_be_said(workbench: Workbench) -> None:
    with pytest.raises(BadInput, match="who you are"):
        workbench.edits.apply(_new(), " ")


def test_labels_are_given_and_taken_in_one_undo(workbench: Workbench) -> None:
    workbench.labels.add("s", [("a", "x"), ("b", "y")], "ann")
    assert workbench.labels.relabel("s", [("a", ""), ("b", "z"), ("never labelled", "")], "ann") == 2
    assert {one.name: one.label for one in workbench.labels.in_set("s")} == {"b": "z"}
    workbench.history.undo("ann")
    assert {one.name: one.label for one in workbench.labels.in_set("s")} == {"a": "x", "b": "y"}
    assert workbench.history.count(HistoryFilter(kind="label")) == 3
