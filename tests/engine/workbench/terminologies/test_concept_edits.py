"""Preferred names chosen, concepts retired and merged: what stands after each, and after its undo."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.formats.reading import read_file
from engine.learning.selection.source import Source
from engine.maps.points import classes_and_levels
from engine.normalisation.factory import topics_of
from engine.workbench import Workbench
from store.edits import Change
from store.records.terminology import HistoryFilter
from tests.linked import copied


def called(bench: Workbench, code: str = "H1") -> tuple[str, list[str]]:
    """What a concept is called, and all its names, the preferred one first."""
    card = bench.terminologies.concept("organs", code)
    assert [name.text for name in card.concept.names if name.kind == "preferred"] == [card.concept.preferred]
    return card.concept.preferred, [name.text for name in card.concept.names]


DEFINED = "Death of heart muscle, for want of blood. Sudden."
IMPORTED = "Myocardial infarction", ["Myocardial infarction", "heart attack", "cardiac infarction"]


def test_the_former_preferred_name_stays_as_a_synonym(workbench: Workbench) -> None:
    assert called(workbench) == IMPORTED
    (edit,) = workbench.concept_edits.prefer("organs", "h1", "Heart  ATTACK", "ann", "plain words")
    assert (edit.kind, edit.concept_id, edit.name, edit.reason) == ("preferred", "H1", "heart attack", "plain words")
    assert called(workbench) == ("heart attack", ["heart attack", "Myocardial infarction", "cardiac infarction"])


def test_a_chosen_name_is_seen_wherever_a_title_is(workbench: Workbench) -> None:
    workbench.rankings.rank("heart failure", "organs")  # what is cached must not stay
    workbench.hierarchy.family("organs")
    workbench.concept_edits.prefer("organs", "H1", "heart attack", "ann")
    for asked in ("cardiac infarction", "H1", "infarct of the heart"):
        for order in ("evidence", "encoder"):
            found = workbench.rankings.rank(asked, "organs", "vectors", order=order).candidates
            assert [one.preferred_name for one in found if one.concept_id == "H1"] == ["heart attack"], (asked, order)
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    assert workbench.rankings.rank("coronary", "organs").candidates[0].preferred_name == "heart attack"
    assert workbench.hierarchy.family("organs").titles["H1"] == "heart attack"
    assert [one.preferred for one in workbench.hierarchy.find("organs", "attack")] == ["heart attack"]
    assert workbench.terminologies.preferred_names("organs", ["H1", "H2"]) == {
        "H1": "heart attack",
        "H2": "Heart failure",
    }
    assert [one.preferred for one in workbench.synonyms.clashes("organs", "H2", "cardiac infarction")] == [
        "heart attack"
    ]
    assert "heart attack" in [one.preferred for one in workbench.terminologies.concept("organs", "H").children]


def test_a_second_choice_undone_gives_back_the_first(workbench: Workbench) -> None:
    """Also where the second is a name that was chosen before: the newest row of each text would say another."""
    names = ["heart attack", "cardiac infarction", "heart attack"]
    for name in names:
        workbench.concept_edits.prefer("organs", "H1", name, "ann")
    seen = [called(workbench)[0]]
    for _ in names:
        workbench.history.undo("ann")
        seen.append(called(workbench)[0])
    assert seen == ["heart attack", "cardiac infarction", "heart attack", "Myocardial infarction"]
    assert called(workbench) == IMPORTED
    for _ in names:
        workbench.history.redo("ann")
    assert called(workbench)[0] == "heart attack"


def test_one_choice_taken_back_alone_leaves_a_later_one(workbench: Workbench) -> None:
    (first,) = workbench.concept_edits.prefer("organs", "H1", "heart attack", "ann")
    workbench.concept_edits.prefer("organs", "H1", "cardiac infarction", "bob")
    (entry,) = workbench.edits.entries_of([first])
    with pytest.raises(BadInput, match="later"):
        workbench.history.take_back(entry, "ann")
    assert called(workbench)[0] == "cardiac infarction"


def test_names_go_back_to_a_moment(workbench: Workbench) -> None:
    workbench.concept_edits.prefer("organs", "H1", "heart attack", "ann")
    moment = workbench.history.last()
    workbench.concept_edits.prefer("organs", "H1", "cardiac infarction", "ann")
    workbench.concept_edits.merge("organs", "H2", "H1", "bob")
    done = workbench.history.roll_back(moment, "ann", everyone=True)
    assert done.changed == {"name": 2, "parent": 1, "concept": 1, "preferred": 1, "replacement": 1}
    assert called(workbench)[0] == "heart attack"
    assert called(workbench, "H2") == ("Heart failure", ["Heart failure", "cardiac failure"])


def test_where_the_chosen_name_is_gone_the_imported_one_counts(workbench: Workbench) -> None:
    (added,) = workbench.synonyms.add("organs", "H1", "coronary", "ann")
    workbench.concept_edits.prefer("organs", "H1", "coronary", "ann")
    (entry,) = workbench.edits.entries_of([added])
    workbench.history.take_back(entry, "ann")
    assert called(workbench) == IMPORTED
    workbench.history.redo("ann")
    assert called(workbench)[0] == "coronary"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("asthma", "“asthma” is not a name of H1; add it first."),
        ("MYOCARDIAL infarction", "“Myocardial infarction” is the preferred name of H1 already."),
        ("", "Type the name"),
    ],
)
def test_names_that_cannot_be_preferred(workbench: Workbench, name: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        workbench.concept_edits.prefer("organs", "H1", name, "ann")
    assert workbench.edits.newest() == []


def test_a_chosen_preferred_name_is_not_withdrawn(workbench: Workbench) -> None:
    workbench.concept_edits.prefer("organs", "H1", "heart attack", "ann")
    with pytest.raises(
        BadInput, match=r"^“Heart attack” is the preferred name of H1; make another one preferred first\.$"
    ):
        workbench.synonyms.withdraw("organs", "H1", "Heart attack", "ann")
    workbench.synonyms.withdraw("organs", "H1", "Myocardial infarction", "ann")
    assert called(workbench) == ("heart attack", ["heart attack", "cardiac infarction"])


def test_a_persons_own_concept_is_called_anew(workbench: Workbench) -> None:
    own = Change("add", "organs", "NEW:0001", "Broken heart", kind="concept")
    workbench.edits.apply([own, Change("add", "organs", "NEW:0001", "takotsubo")], "ann")
    workbench.concept_edits.prefer("organs", "NEW:0001", "takotsubo", "ann")
    assert called(workbench, "NEW:0001") == ("takotsubo", ["takotsubo", "Broken heart"])
    assert workbench.rankings.rank("broken heart", "organs").candidates[0].preferred_name == "takotsubo"


def test_a_definition_is_one_thing_too(workbench: Workbench) -> None:
    def defined() -> str:
        return workbench.terminologies.concept("organs", "H1").concept.definition

    assert defined() == ""
    workbench.concept_edits.define("organs", "H1", " Death of\nheart  muscle. ", "ann")
    workbench.concept_edits.define("organs", "H1", "x" * 2_000, "ann")
    assert defined() == "x" * 2_000
    for text, said in (
        (" \n", "Type the definition"),
        ("x" * 2_001, r"The definition has 2,001 characters; it has at most 2,000\."),
        ("x" * 2_000, "This is the definition of H1 already"),
    ):
        with pytest.raises(BadInput, match=said):
            workbench.concept_edits.define("organs", "H1", text, "ann")
    entry = workbench.history.entries()[0]
    assert entry.title == "H1 defined anew"
    (line,) = workbench.history.changes(entry.id)
    assert (line.before, line.after) == ("Death of heart muscle.", "x" * 2_000)
    workbench.history.undo("ann")
    assert defined() == "Death of heart muscle."
    workbench.history.undo("ann")
    assert defined() == ""


def test_a_retired_concept_says_so(workbench: Workbench) -> None:
    with pytest.raises(BadInput, match=r"^H1 stands under H; place it elsewhere before withdrawing H\.$"):
        workbench.concept_edits.retire("organs", "H", "ann")
    workbench.concept_edits.retire("organs", "h2", "ann", "too vague")
    assert workbench.edits.newest(1)[0].reason == "too vague"
    with pytest.raises(NotFound, match=r"^H2 “Heart failure” of Organs was retired by ann; undo brings it back\.$"):
        workbench.terminologies.concept("organs", "h2")
    assert all(one.concept_id != "H2" for one in workbench.rankings.rank("heart failure", "organs").candidates)
    workbench.history.undo("ann")
    assert called(workbench, "H2")[0] == "Heart failure"


def test_what_was_never_kept_was_never_retired(workbench: Workbench) -> None:
    workbench.edits.apply([Change("add", "organs", "NEW:0001", "Broken heart", kind="concept")], "ann")
    workbench.history.undo("ann")
    with pytest.raises(NotFound, match=r"^Organs has no concept “NEW:0001”; check the id\.$"):
        workbench.terminologies.concept("organs", "NEW:0001")


def test_a_merge_is_one_batch_and_one_undo(workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "L", "asthma", "ann")  # both have it: it is not added again
    would = workbench.concept_edits.preview_merge("organs", "l1", "L")
    assert (would.names, [one.id for one in would.children]) == (("bronchial asthma",), [])
    workbench.history.undo("ann")

    would = workbench.concept_edits.preview_merge("organs", "L", "H")
    assert (would.names, [one.id for one in would.children]) == (("Lung disorders",), ["L1", "L2", "L3"])
    assert workbench.terminologies.concept("organs", "L").children  # nothing was done
    edits = workbench.concept_edits.merge("organs", "L", "H", "ann", "one chapter")
    assert {(edit.batch, edit.reason) for edit in edits} == {(edits[0].batch, "one chapter")}
    assert workbench.history.entries()[0].title == "L “Lung disorders” merged into H “Heart disorders”"
    card = workbench.terminologies.concept("organs", "H")
    assert [one.id for one in card.children] == ["H1", "H2", "H3", "L1", "L2", "L3"]
    assert [name.text for name in card.concept.names] == ["Heart disorders", "Lung disorders"]
    assert [one.id for one in workbench.terminologies.concept("organs", "R").children] == ["H"]
    assert workbench.rankings.rank("lung disorders", "organs").candidates[0].concept_id == "H"
    said = "L “Lung disorders” of Organs was merged into H “Heart disorders” by ann; open that one."
    with pytest.raises(NotFound, match=said):
        workbench.terminologies.concept("organs", "L")

    workbench.history.undo("ann")
    assert called(workbench, "H") == ("Heart disorders", ["Heart disorders"])
    assert [one.id for one in workbench.terminologies.concept("organs", "L").children] == ["L1", "L2", "L3"]
    assert [one.id for one in workbench.terminologies.concept("organs", "R").children] == ["H", "L"]
    workbench.history.redo("ann")
    with pytest.raises(NotFound, match="merged into H"):
        workbench.terminologies.concept("organs", "L")


def test_what_took_its_place_may_be_merged_too(workbench: Workbench) -> None:
    workbench.concept_edits.merge("organs", "H2", "H3", "ann")
    workbench.concept_edits.merge("organs", "H3", "H1", "bob")
    with pytest.raises(NotFound, match="H2 “Heart failure” of Organs was merged into H1 “Myocardial infarction”"):
        workbench.terminologies.concept("organs", "H2")


def test_a_child_takes_its_parents_place(workbench: Workbench) -> None:
    workbench.concept_edits.merge("organs", "L", "L2", "ann")
    card = workbench.terminologies.concept("organs", "L2")
    assert ([one.id for one in card.parents], [one.id for one in card.children]) == (["R"], ["L1", "L3"])


@pytest.mark.parametrize(
    ("concept", "into", "said"),
    [
        ("H1", "h1", "H1 cannot be merged into itself; choose another concept."),
        ("H1", "X9", "Organs has no concept “X9”"),
        ("R", "H1", "H1 stands below H, so it cannot be its parent"),
    ],
)
def test_merges_that_cannot_be(workbench: Workbench, concept: str, into: str, said: str) -> None:
    for act in (workbench.concept_edits.preview_merge, workbench.concept_edits.merge):
        with pytest.raises((BadInput, NotFound), match=said):
            act("organs", concept, into, *(["ann"] if act == workbench.concept_edits.merge else []))
    assert workbench.edits.newest() == []


@pytest.fixture
def edited(workbench: Workbench) -> Workbench:
    """A name chosen, one chosen and left, a merge and a concept retired."""
    workbench.concept_edits.prefer("organs", "H1", "heart attack", "ann", "plain words")
    workbench.concept_edits.prefer("organs", "L2", "lung infection", "ann")
    workbench.history.undo("ann")
    workbench.synonyms.add("organs", "L3", "breathlessness", "ann")
    workbench.concept_edits.prefer("organs", "L3", "breathlessness", "ann")
    workbench.concept_edits.prefer("organs", "H2", "cardiac failure", "ann")  # withdrawn below: it changes nothing now
    workbench.concept_edits.merge("organs", "H2", "H1", "bob", "the same")
    workbench.concept_edits.define("organs", "H1", "Death of\n heart muscle, for want  of blood. Sudden.", "ann")
    workbench.concept_edits.retire("organs", "L1", "bob", "unused")
    return workbench


def test_edits_come_back_from_an_export(edited: Workbench, made: Path, tmp_path: Path) -> None:
    copied(made, tmp_path / "empty")
    other = Workbench(tmp_path / "empty")
    first, second = tmp_path / "one.csv", tmp_path / "two.csv"
    edited.exports.write("edits", first)
    other.exports.load(first, "loader")
    other.exports.write("edits", second)
    assert first.read_bytes() == second.read_bytes()
    with open(first, encoding="utf-8-sig", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert [(row["concept"], row["preferred name"], row["name"]) for row in rows if row["kind"] == "preferred"] == [
        ("H1", "heart attack", "heart attack"),
        ("L3", "breathlessness", "breathlessness"),
    ]
    assert [(row["concept"], row["name"]) for row in rows if row["kind"] == "replacement"] == [("H2", "H1")]
    assert called(other)[0] == "heart attack"
    assert other.terminologies.concept("organs", "H1").concept.definition == DEFINED
    with pytest.raises(NotFound, match="H2 “cardiac failure” of Organs was merged into H1 “heart attack” by bob"):
        other.terminologies.concept("organs", "H2")


@pytest.mark.parametrize("format", ["csv", "jsonl", "obo", "skos", "owl", "fhir"])
def test_a_terminology_is_exported_as_it_is_called(edited: Workbench, tmp_path: Path, format: str) -> None:
    path = tmp_path / edited.exports.file_name("terminology", format, "organs")
    edited.exports.write_terminology(path, "organs", format)
    found = {one.id: one for one in read_file(path).concepts}
    assert found["H1"].preferred == "heart attack"
    assert "Myocardial infarction" in [name.text for name in found["H1"].names if name.kind == "synonym"]
    assert found["L3"].preferred == "breathlessness"
    assert found["H1"].definition == DEFINED
    assert (found["H2"].preferred, found["H2"].obsolete, found["H2"].replaced_by) == ("cardiac failure", True, "H1")
    assert (found["L1"].preferred, found["L1"].obsolete, found["L1"].replaced_by) == ("Asthma", True, "")


def test_ones_own_concepts_that_are_out_of_use_are_exported_so(workbench: Workbench, tmp_path: Path) -> None:
    for code, name in (("NEW:0001", "Broken heart"), ("NEW:0002", "Heart of stone"), ("NEW:0003", "Cold heart")):
        workbench.edits.apply([Change("add", "organs", code, name, kind="concept")], "ann")
    workbench.history.undo("ann")
    workbench.concept_edits.retire("organs", "NEW:0001", "ann")
    workbench.concept_edits.merge("organs", "NEW:0002", "H1", "ann")
    path = tmp_path / "organs.jsonl"
    workbench.exports.write_terminology(path, "organs", "jsonl")
    found = {one.id: (one.preferred, one.obsolete, one.replaced_by) for one in read_file(path).concepts}
    assert list(found)[-2:] == ["NEW:0001", "NEW:0002"]
    assert found["NEW:0001"] == ("Broken heart", True, "")
    assert found["NEW:0002"] == ("Heart of stone", True, "H1")


def test_edits_that_a_file_gets_wrong(workbench: Workbench) -> None:
    for change, said in (
        (Change("withdraw", "organs", "H1", "heart attack", kind="preferred"), "always has a preferred name"),
        (Change("withdraw", "organs", "H1", "x", kind="definition"), "Write another definition of H1"),
        (Change("add", "organs", "H1", "H2", kind="replacement"), "H1 is not withdrawn, so nothing replaces it"),
        (Change("withdraw", "organs", "H1", "H2", kind="replacement"), "taken back by undo alone"),
    ):
        with pytest.raises(BadInput, match=said):
            workbench.edits.apply([change], "ann")


def test_the_history_says_what_was_and_what_is(workbench: Workbench) -> None:
    workbench.concept_edits.prefer("organs", "H1", "heart attack", "ann")
    workbench.concept_edits.prefer("organs", "H1", "cardiac infarction", "ann")
    workbench.concept_edits.merge("organs", "H2", "H3", "ann")
    merged, second, first = workbench.history.entries()
    lines = [workbench.history.changes(one.id) for one in (first, second)]
    assert [(line.thing, line.before, line.after) for (line,) in lines] == [
        ("H1", "Myocardial infarction", "heart attack"),
        ("H1", "heart attack", "cardiac infarction"),
    ]
    last = workbench.history.changes(merged.id)[-1]
    assert (last.kind, last.thing, last.before, last.after) == ("replacement", "H2", "", "replaced by H3")
    assert [one.id for one in workbench.history.entries(HistoryFilter(kind="replacement"))] == [merged.id]
    assert [one.id for one in workbench.history.entries(HistoryFilter(text="cardiac infarction"))] == [second.id]


def test_normalise_and_maps_call_it_so_too(workbench: Workbench) -> None:
    workbench.concept_edits.prefer("organs", "H1", "heart attack", "ann")
    workbench.synonyms.add("organs", "H", "cardiac disorders", "ann")
    workbench.concept_edits.prefer("organs", "H", "cardiac disorders", "ann")
    source = Source.of_workspace(workbench.workspace, "organs")
    assert source.names["H1"] == ["heart attack", "Myocardial infarction", "cardiac infarction"]
    assert (source.titles["H1"], source.names["H"][0]) == ("heart attack", "cardiac disorders")
    assert "cardiac disorders" in workbench.maps.branches("organs").values()
    assert set(topics_of(workbench.workspace, "organs").values()) >= {"cardiac disorders"}
    assert classes_and_levels(workbench.workspace, "organs").titles["H1"] == "heart attack"


def test_whoever_types_the_id_of_a_concept_that_is_gone_is_told_where_it_went(workbench: Workbench) -> None:
    workbench.concept_edits.merge("organs", "H2", "H1", "ann")
    for order in ("evidence", "encoder"):
        note = workbench.rankings.rank("h2", "organs", "vectors", order=order).note
        assert note.startswith("H2 “Heart failure” of") and "was merged into H1" in note, order
        assert note.endswith("What follows is a guess.")
    workbench.history.undo("ann")
    assert workbench.rankings.rank("h2", "organs", "vectors").candidates[0].concept_id == "H2"
