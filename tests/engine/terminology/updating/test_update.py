"""The next release of a small terminology, with all that people made on it: what holds, what not, and back again."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput, NotFound
from engine.jobs import worker
from engine.labelling.sets import Definition, LabelClass
from engine.learning.presets import recipe_from
from engine.models.open import open_encoder
from engine.normalisation.request import NormalisationRequest
from engine.retrieval.indexes import open_rows
from engine.terminology import lookup
from engine.workbench import SourceFile, Workbench
from store import edits, runs
from store.edits import Change
from store.records.normalisation import Filter, Line
from store.records.terminology import Edit, HistoryFilter
from store.records.training import COMPLETED
from tests.coded import with_codes
from tests.tables import with_table

ROOT = Path(__file__).parents[4]
RELEASE = """format-version: 1.4
data-version: 2027-01-01

[Term]
id: R
name: Disorders

[Term]
id: H
name: Heart disorders
is_a: R

[Term]
id: H1
name: Myocardial infarction
is_obsolete: true
replaced_by: N1

[Term]
id: H2
name: Heart failure
synonym: "cardiac failure" EXACT []
is_a: L

[Term]
id: N1
name: Acute coronary syndrome
synonym: "heart attack" EXACT []
is_a: H

[Term]
id: N2
name: Coronary pain
synonym: "Angina pectoris" EXACT []
is_a: H

[Term]
id: L
name: Lung disorders
is_a: R

[Term]
id: L1
name: Asthma, bronchial
synonym: "bronchial asthma" EXACT []
is_a: L

[Term]
id: L2
name: Pneumonia
is_obsolete: true
consider: N3
consider: N4

[Term]
id: N3
name: Viral pneumonia
is_a: L

[Term]
id: N4
name: Bacterial pneumonia
is_a: L

[Term]
id: L3
name: Dyspnoea
synonym: "short of breath" EXACT []
synonym: "trouble breathing" EXACT []
synonym: "winded" EXACT []
is_a: L
"""
MENTIONS = "mention\nheart attack\ncardiac failure\nlung infection\nchest pain of the heart\n"
KILLED = """
import os, sys
from pathlib import Path
from store import terminology_states
from engine.retrieval import index_files
from engine.workbench import SourceFile, Workbench
from engine.jobs import worker
from engine.labelling.sets import Definition, LabelClass
from engine.learning.presets import recipe_from

if sys.argv[3] == "states":
    terminology_states.append = lambda *given: os._exit(9)
else:
    index_files.sha256_of = lambda path: os._exit(9)
bench = Workbench(sys.argv[1])
worker.execute(bench.workspace, bench.versions.queue(SourceFile(Path(sys.argv[2])), "organs", "ann"))
"""


@pytest.fixture
def release(tmp_path: Path) -> Path:
    path = tmp_path / "organs-2027.obo"
    path.write_text(RELEASE, encoding="utf-8")
    return path


@pytest.fixture
def used(workbench: Workbench, tmp_path: Path) -> Workbench:
    """The small workspace with edits, judgements and a label."""
    workbench.synonyms.add("organs", "H1", "coronary", "ann", "heard", "coro", 0.5)
    workbench.synonyms.add("organs", "L3", "winded", "ann")
    workbench.synonyms.add("organs", "L2", "lungs on fire", "bob")
    workbench.synonyms.withdraw("organs", "L1", "bronchial asthma", "bob")
    placed = Change("add", "organs", "NEW:0001", "H3", kind="parent")
    workbench.edits.apply([Change("add", "organs", "NEW:0001", "Stable angina", kind="concept"), placed], "ann")
    workbench.labels.relabel("topics", [("heart attack", "heart")], "ann")
    classes = (LabelClass("Hearts", "H"), LabelClass("Pneumonia", "L2"))
    workbench.label_sets.define(Definition("kinds", classes, "top", "organs"), "ann")
    path = tmp_path / "m.csv"
    path.write_text(MENTIONS, encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    assert run.status == COMPLETED, run.error
    number = int(run.result["normalisation"])
    ids = [line.id for line in workbench.answers.lines(number, Filter(), "as in the file")]
    workbench.decisions.decide(number, ids, "accept", "bob")
    return workbench


def update(bench: Workbench, path: Path, who: str = "ann") -> dict[str, Any]:
    run = worker.execute(bench.workspace, bench.versions.queue(SourceFile(path), "organs", who))
    assert run.status == COMPLETED, run.error
    return run.result


def decisions(bench: Workbench) -> dict[str, tuple[str, str]]:
    return {line.text: (line.decision, line.decided_concept) for line in bench.answers.lines(1, Filter())}


def open_targets(bench: Workbench) -> dict[tuple[str, str], tuple[str, str]]:
    found = bench.versions.carried("organs").invalid
    return {(one.kind, one.what): (one.concept, one.replacement) for one in found}


INVALID = {
    ("name", "coronary"): ("H1", "N1"),
    ("name", "lungs on fire"): ("L2", "N3"),
    ("parent", "NEW:0001"): ("H3", "N2"),
    ("judgement", "heart attack"): ("H1", "N1"),
    ("judgement", "lung infection"): ("L2", "N3"),
    ("judgement", "chest pain of the heart"): ("H3", "N2"),
}


def test_a_release_keeps_what_holds_and_names_what_does_not(used: Workbench, release: Path) -> None:
    before = used.versions.preview(SourceFile(release), "organs")
    assert [one.slug for one in used.terminologies.all()] == ["organs"]  # nothing is written
    made = update(used, release)
    assert made["older"].startswith("organs@") and (made["encoded"], made["reused"]) == (6, 11)
    assert made["counts"] == before.difference.counts
    carried = used.versions.carried("organs")
    assert (carried.edits, carried.judgements, carried.taken_over) == (2, 1, 1)
    assert carried.invalid == before.carried.invalid and open_targets(used) == INVALID
    assert {one.how for one in carried.invalid if one.concept == "H3"} == {"has its name"}
    assert [(one.kind, one.what, one.where) for one in carried.unused] == [("label class", "Pneumonia", "kinds")]
    assert used.labels.in_set("topics")[0].label == "heart"
    assert decisions(used)["cardiac failure"] == ("accept", "H2")
    shown = {(one.change, one.concept): one.after for one in before.difference.changes}
    assert shown["merged", "H1"] == "N1" and shown["split", "L2"] == "N3 | N4" and shown["withdrawn", "H3"] == ""
    assert shown["moved", "H2"] == "L" and shown["renamed", "L1"] == "Asthma, bronchial"
    assert {code for change, code in shown if change == "added"} == {"N1", "N2", "N3", "N4"}
    assert shown["name added", "L3"] == "winded"


def test_both_versions_are_ranked_side_by_side(used: Workbench, release: Path) -> None:
    used.rankings.rank("coronary", "organs", "vectors")
    older = update(used, release)["older"]
    new = used.rankings.rank("heart attack", "organs", "vectors").candidates[0]
    old = used.rankings.rank("heart attack", older, "vectors").candidates[0]
    assert (new.concept_id, new.terminology) == ("N1", "organs")
    assert (old.concept_id, old.terminology) == ("H1", older)
    assert used.rankings.rank("coronary", older, "vectors").candidates[0].concept_id == "H1"  # as edited then
    assert {one.terminology for one in used.rankings.rank("heart attack", "all").candidates} == {"organs"}
    used.synonyms.add("organs", "N1", "infarct of the heart", "ann")
    names = {name.text for name in used.terminologies.concept(older, "H1").concept.names}
    assert "coronary" in names and "infarct of the heart" not in names
    with pytest.raises(BadInput, match="is an older version, which stays as it was; edit “organs”"):
        used.synonyms.add(older, "H1", "infarct", "ann")
    with pytest.raises(BadInput, match="is an older version of “organs”; update “organs”"):
        used.versions.preview(SourceFile(release), older)


def test_rows_of_known_names_are_those_that_were_there(used: Workbench, release: Path) -> None:
    older = update(used, release)["older"]
    encoder = open_encoder(used.workspace, "vectors")
    rows = {}
    for slug in ("organs", older):
        one = lookup.find(used.workspace, slug)
        with used.workspace.reading() as db:
            texts = [row[0] for row in db.execute("SELECT n.text FROM names n JOIN terminologies t ON "
                     "t.id = n.terminology WHERE t.slug = ? ORDER BY n.id", [slug])]  # fmt: skip
        rows[slug] = dict(zip(texts, open_rows(used.workspace, one, encoder), strict=True))
    both = rows["organs"].keys() & rows[older].keys()
    assert len(both) == 11 and all(np.array_equal(rows["organs"][text], rows[older][text]) for text in both)
    alone = encoder.encode(["Acute coronary syndrome"]).astype(np.float16)[0]
    assert np.array_equal(rows["organs"]["Acute coronary syndrome"], alone)


def test_what_lost_its_concept_is_moved_kept_or_withdrawn_each_as_one_undo(used: Workbench, release: Path) -> None:
    update(used, release)
    assert used.versions.resolve("organs", "move", "ann") == (4, 2)  # of a split a person says where
    assert {what for _, what in open_targets(used)} == {"lungs on fire", "lung infection"}
    assert decisions(used)["heart attack"] == ("other", "N1")
    assert "coronary" in {name.text for name in used.terminologies.concept("organs", "N1").concept.names}
    assert used.hierarchy.parents("organs")["NEW:0001"] == ["N2"]
    used.history.undo("ann")
    assert open_targets(used) == INVALID and decisions(used)["heart attack"] == ("accept", "H1")
    assert used.versions.resolve("organs", "keep", "ann") == (6, 0)
    assert open_targets(used) == {} and decisions(used)["heart attack"] == ("accept", "H1")
    used.history.undo("ann")
    assert used.versions.resolve("organs", "withdraw", "ann") == (6, 0)
    assert open_targets(used) == {} and decisions(used)["heart attack"] == ("", "")
    used.history.undo("ann")
    assert open_targets(used) == INVALID


def test_nothing_moves_to_a_replacement_that_people_retired(used: Workbench, release: Path) -> None:
    """A decision that was moved there ended in a KeyError, and what else was moved was lost at once."""
    update(used, release)
    used.concept_edits.retire("organs", "N1", "ann")
    lost = next(one.id for one in used.versions.carried("organs").invalid if one.what == "heart attack")
    with pytest.raises(BadInput, match="N1, which replaces H1, is out of use; name the concept to move to"):
        used.versions.resolve("organs", "move", "ann", [lost])
    assert used.versions.resolve("organs", "move", "ann")[0] == 2  # what belongs under N2
    assert {one for one in open_targets(used).values() if one[0] == "H1"} == {("H1", "N1")}
    assert used.versions.resolve("organs", "move", "ann", [lost], "N2")[0] == 1
    assert decisions(used)["heart attack"] == ("other", "N2")


def test_chosen_names_and_merges_hold_in_the_next_release(workbench: Workbench, release: Path) -> None:
    """Where the release has the name no more, its own counts; a choice whose concept is gone moves with its name."""
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    for code, name in (("H1", "coronary"), ("H2", "cardiac failure"), ("L3", "short of breath")):
        workbench.concept_edits.prefer("organs", code, name, "ann", "plain")
    workbench.concept_edits.prefer("organs", "H3", "chest pain of the heart", "ann")
    workbench.concept_edits.define("organs", "H1", "Death of heart muscle.", "ann")
    workbench.concept_edits.merge("organs", "L1", "L3", "bob")
    older = update(workbench, release)["older"]

    def called(code: str, slug: str = "organs") -> str:
        return workbench.terminologies.concept(slug, code).concept.preferred

    assert [called(code) for code in ("H2", "L3", "N1")] == [
        "cardiac failure",
        "short of breath",
        "Acute coronary syndrome",
    ]
    assert [called(code, older) for code in ("H1", "H3")] == ["coronary", "chest pain of the heart"]
    with pytest.raises(NotFound, match="L1 “Asthma” of Organs was merged into L3 “short of breath” by bob"):
        called("L1")
    assert open_targets(workbench) == {
        ("name", "coronary"): ("H1", "N1"),
        ("preferred", "coronary"): ("H1", "N1"),
        ("definition", "Death of heart muscle."): ("H1", "N1"),
        ("preferred", "chest pain of the heart"): ("H3", "N2"),
    }
    assert workbench.versions.resolve("organs", "move", "ann") == (4, 0)
    assert workbench.terminologies.concept("organs", "N1").concept.definition == "Death of heart muscle."
    assert (called("N1"), called("N2")) == ("coronary", "Coronary pain")  # which has no such name
    workbench.history.undo("ann")
    assert called("N1") == "Acute coronary syndrome"


def test_a_merge_whose_concept_a_release_retires_is_asked_like_every_edit(
    workbench: Workbench, release: Path, tmp_path: Path
) -> None:
    """Nobody was asked: a lookup told to open the retired concept, and exports said `replaced by` it."""
    workbench.concept_edits.merge("organs", "H3", "H2", "bob")
    workbench.concept_edits.merge("organs", "H2", "H1", "bob")
    update(workbench, release)

    def lookup_and_export() -> str:
        out = tmp_path / "organs.csv"
        workbench.exports.write("terminology", out, terminology="organs")
        lines = [one for one in out.read_text(encoding="utf-8-sig").splitlines() if one.startswith("H2,")]
        with pytest.raises(NotFound) as gone:
            workbench.terminologies.concept("organs", "H2")
        return "\n".join([str(gone.value), *lines])

    retired = "H2 “Heart failure” of Organs was retired by bob; undo brings it back."
    sentence, exported = lookup_and_export().splitlines()
    assert (sentence, exported.rstrip(",")) == (retired, "H2,Heart failure,obsolete,exact,,en")  # replaced by nothing
    found = {one.what: one for one in workbench.versions.carried("organs").invalid if one.kind == "replacement"}
    assert [(one.concept, one.replacement, one.why) for one in found.values()] == [
        ("H1", "N1", "its replacement is inactive")
    ]
    assert list(found) == ["H2"]  # H3 went into H2, of which is asked
    workbench.versions.resolve("organs", "move", "ann")
    sentence, exported = lookup_and_export().splitlines()
    assert "was merged into N1 “Acute coronary syndrome” by bob; open that one" in sentence and "N1" in exported
    workbench.history.undo("ann")
    workbench.versions.resolve("organs", "keep", "ann")
    assert open_targets(workbench) == {} and "was retired by bob" in lookup_and_export()
    workbench.history.undo("ann")
    workbench.versions.resolve("organs", "withdraw", "ann")
    assert open_targets(workbench) == {} and "was retired by bob" in lookup_and_export()


def test_a_merge_that_a_release_makes_the_other_way_round_moves_nowhere(workbench: Workbench, release: Path) -> None:
    workbench.concept_edits.merge("organs", "H2", "H1", "bob")
    release.write_text(RELEASE.replace("replaced_by: N1", "replaced_by: H2"), encoding="utf-8")
    update(workbench, release)
    assert open_targets(workbench)["replacement", "H2"] == ("H1", "")


def test_a_file_of_another_terminology_is_no_release(used: Workbench, tmp_path: Path) -> None:
    """It took the place of the terminology, all of which was withdrawn."""
    path = tmp_path / "drugs.csv"
    path.write_text("id,name\nD1,aspirin\nD2,heart attack\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"drugs\.csv has none of the ids of “organs”"):
        used.versions.preview(SourceFile(path), "organs")
    run = worker.execute(used.workspace, used.versions.queue(SourceFile(path), "organs", "ann"))
    assert run.status == "failed" and "import it under a short name of its own" in run.error
    assert [one.slug for one in used.terminologies.all()] == ["organs"]


def test_a_concept_whose_parent_is_out_of_use_stands_at_the_root(used: Workbench, release: Path) -> None:
    """It was nowhere in the tree, and an audit failed on the title of its parent."""
    assert used.hierarchy.parents("organs")["NEW:0001"] == ["H3"]
    update(used, release)
    family = used.hierarchy.family("organs")
    assert {one for over in family.parents.values() for one in over} <= family.titles.keys()
    assert "NEW:0001" in {one.id for one in used.hierarchy.children("organs")}
    used.versions.resolve("organs", "keep", "ann")
    assert "NEW:0001" in used.hierarchy.family("organs").roots


def test_one_target_moves_where_the_person_says(used: Workbench, release: Path) -> None:
    update(used, release)
    found = {one.what: one.id for one in used.versions.carried("organs").invalid if one.kind == "name"}
    assert used.versions.resolve("organs", "move", "ann", [found["lungs on fire"]], "N4") == (1, 5)
    assert used.rankings.rank("lungs on fire", "organs").candidates[0].concept_id == "N4"
    (entry,) = used.history.entries(limit=1)
    assert entry.title == "organs: 1 without their concept moved to Bacterial pneumonia (N4)"
    with pytest.raises(BadInput, match="what moves to N4"):
        used.versions.resolve("organs", "move", "ann", to="N4")
    with pytest.raises(NotFound, match="no concept “H3” in use"):
        used.versions.resolve("organs", "move", "ann", [found["coronary"]], "H3")
    with pytest.raises(BadInput, match="nothing that has lost its concept"):
        used.versions.resolve("organs", "keep", "ann", ["edit 999"])
    with pytest.raises(BadInput, match="“burn” is no answer"):
        used.versions.resolve("organs", "burn", "ann")


def test_what_moves_at_once_closes_no_circle(used: Workbench, release: Path) -> None:
    """Each move was held against the hierarchy as it was before all of them."""
    below = Change("add", "organs", "H1", "NEW:0001", kind="parent")
    used.edits.apply([below], "ann")  # H1 below NEW:0001 below H3
    update(used, release)
    lost = [one for one in used.versions.carried("organs").invalid if one.kind == "parent"]
    assert {one.concept for one in lost} == {"H1", "H3"}
    with pytest.raises(BadInput, match=rf"so {lost[1].id} cannot be moved there"):
        used.versions.resolve("organs", "move", "ann", [one.id for one in lost], "N1")
    used.versions.resolve("organs", "move", "ann", [lost[0].id], "N1")
    with pytest.raises(BadInput, match=rf"so {lost[1].id} cannot be moved there"):
        used.versions.resolve("organs", "move", "ann", [lost[1].id], "N1")
    assert used.versions.resolve("organs", "move", "ann", [lost[1].id], "N2")[0] == 1


def edit_of(bench: Workbench, concept: str, name: str) -> Edit:
    with bench.workspace.reading() as db:
        return next(one for one in edits.in_force(db, "organs", concept) if one.name == name)


def test_a_moved_name_keeps_who_added_it_and_what_they_saw(used: Workbench, release: Path) -> None:
    made = edit_of(used, "H1", "coronary")
    assert (made.who, made.reason, made.query, made.score) == ("ann", "heard", "coro", 0.5)
    update(used, release)
    used.versions.resolve("organs", "move", "bob")
    moved = edit_of(used, "N1", "coronary")
    assert moved == replace(made, id=moved.id, batch=moved.batch, concept_id="N1")
    assert edit_of(used, "H1", "coronary").who == "bob"  # who withdrew it there
    newest = used.history.entries(HistoryFilter(kind="name"))[0]
    assert (newest.who, newest.batch) == ("bob", moved.batch)
    used.history.undo("bob")
    assert edit_of(used, "H1", "coronary").when == made.when and edit_of(used, "N1", "coronary").action == "withdraw"
    used.history.redo("bob")
    assert edit_of(used, "N1", "coronary").who == "ann"


def test_a_kept_name_is_still_that_of_who_added_it(used: Workbench, release: Path) -> None:
    made = edit_of(used, "H1", "coronary")
    update(used, release)
    used.versions.resolve("organs", "keep", "bob")
    kept = edit_of(used, "H1", "coronary")
    assert kept == replace(made, id=kept.id, batch=kept.batch, when=kept.when) and kept.when > made.when


@pytest.mark.parametrize("resolution", ["move", "keep"])
def test_a_decision_that_is_moved_or_kept_is_still_that_of_who_made_it(
    used: Workbench, release: Path, resolution: str
) -> None:
    """What bob had accepted was ann's once she had moved it to the replacement."""

    def line() -> Line:
        return next(one for one in used.answers.lines(1, Filter()) if one.text == "heart attack")

    made = line()
    update(used, release)
    used.versions.resolve("organs", resolution, "ann")
    found = line()
    assert found.decided_concept == ("N1" if resolution == "move" else "H1")
    assert (found.who, found.score) == ("bob", made.score) and (found.when == made.when) == (resolution == "move")
    newest = used.history.entries(HistoryFilter(kind="judgement"))[0]
    assert newest.who == "ann"
    used.history.undo("ann")
    assert line() == made
    used.history.redo("ann")
    assert line() == found
    assert used.history.undo("bob")  # his own newest act, which is none of ann's
    assert line() == found


def test_a_name_moves_to_a_persons_concept_and_not_onto_the_same_name(used: Workbench, release: Path) -> None:
    update(used, release)
    used.synonyms.add("organs", "N1", "Coronary", "cas")
    used.versions.resolve("organs", "move", "bob")
    assert edit_of(used, "N1", "Coronary").who == "cas"
    lungs = next(one.id for one in used.versions.carried("organs").invalid if one.what == "lungs on fire")
    used.versions.resolve("organs", "move", "ann", [lungs], "NEW:0001")
    assert edit_of(used, "NEW:0001", "lungs on fire").who == "bob"


def test_what_was_kept_is_not_asked_again_by_the_release_after(used: Workbench, release: Path, tmp_path: Path) -> None:
    update(used, release)
    kept = next(one.id for one in used.versions.carried("organs").invalid if one.what == "coronary")
    used.versions.resolve("organs", "keep", "ann", [kept])
    after = tmp_path / "after.obo"
    after.write_text(RELEASE.replace("2027", "2028").replace("winded", "puffed"), encoding="utf-8")
    update(used, after)
    assert open_targets(used) == {key: value for key, value in INVALID.items() if key != ("name", "coronary")}
    slugs = [one.slug for one in used.versions.of("organs")]
    assert slugs[:2] == ["organs", "organs@2027-01-01"] and len(slugs) == 3


def test_an_update_is_one_undo_and_one_redo(used: Workbench, release: Path) -> None:
    older = update(used, release, "cas")["older"]
    assert used.history.entries(HistoryFilter(kind="terminology"))[0].rows == 2
    used.history.undo("cas")
    assert [one.slug for one in used.terminologies.all()] == ["organs"] and open_targets(used) == {}
    assert used.rankings.rank("heart attack", "organs", "vectors").candidates[0].concept_id == "H1"
    used.history.redo("cas")
    assert [one.slug for one in used.terminologies.all()] == ["organs", older] and open_targets(used) == INVALID
    assert used.rankings.rank("heart attack", "organs", "vectors").candidates[0].concept_id == "N1"
    with pytest.raises(BadInput, match="has the very concepts of “organs”"):
        list(worker.KINDS["import"](worker.Job(used.workspace, 0, recipe_of(release), release)))


def recipe_of(release: Path) -> dict[str, Any]:
    return {"path": str(release), "name": "organs", "update": True, "who": "ann"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("consider: N3\nconsider: N4", "replaced_by: N4"),  # moves people's edits
        ("is_a: R\n\n[Term]\nid: H1", 'is_a: R\ndef: "Of the heart." []\n\n[Term]\nid: H1'),
        ("data-version: 2027-01-01", "data-version: 2027-02-01"),
    ],
)
def test_a_release_that_changes_no_name_is_one(
    used: Workbench, release: Path, tmp_path: Path, before: str, after: str
) -> None:
    """It was refused behind a preview that listed what it changes, and its replacements were thrown away."""
    first = update(used, release)["older"]
    next_one = tmp_path / "next.obo"
    next_one.write_text(RELEASE.replace(before, after), encoding="utf-8")
    assert not used.versions.preview(SourceFile(next_one), "organs").nothing_new
    made = update(used, next_one)
    assert (made["encoded"], made["reused"]) == (0, 17) and made["older"] != first
    lost = open_targets(used)["name", "lungs on fire"]
    assert lost == ("L2", "N4" if "replaced_by" in after else "N3")
    assert used.versions.preview(SourceFile(next_one), "organs").nothing_new
    with pytest.raises(BadInput, match="has the very concepts of “organs”"):
        list(worker.KINDS["import"](worker.Job(used.workspace, 0, recipe_of(next_one), next_one)))
    used.history.undo("ann")
    assert used.rankings.rank("heart attack", "organs", "vectors").candidates[0].concept_id == "N1"


def test_a_release_that_changes_notes_alone_is_seen_at_once(workbench: Workbench, tmp_path: Path) -> None:
    with_codes(workbench, tmp_path)
    assert workbench.terminologies.has_billable_codes("codes")
    run = worker.execute(
        workbench.workspace, workbench.versions.queue(SourceFile(tmp_path / "codes.csv"), "codes", "ann")
    )
    assert run.status == COMPLETED and not any(run.result["counts"].values())
    assert not workbench.terminologies.has_billable_codes("codes")


@pytest.mark.slow
@pytest.mark.parametrize("where", ["states", "index"])
def test_an_update_that_is_killed_leaves_the_workspace_as_it_was(used: Workbench, release: Path, where: str) -> None:
    command = [sys.executable, "-c", KILLED, str(used.workspace.folder), str(release), where]
    assert subprocess.run(command, cwd=ROOT, env=os.environ).returncode == 9
    again = Workbench(used.workspace.folder)
    assert [one.slug for one in again.terminologies.all()] == ["organs"] and again.upkeep.deleted() == []
    with again.workspace.reading() as db:
        assert {row["terminology"] for row in db.query("SELECT terminology FROM indexes")} == {
            again.terminologies.all()[0].fingerprint
        }
        assert db.execute("SELECT count(*) FROM terminologies").fetchone()[0] == 1
    assert again.rankings.rank("heart attack", "organs", "vectors").candidates[0].concept_id == "H1"
    assert update(again, release)["encoded"] == 6


def test_an_update_that_is_killed_after_its_version_was_written_goes_on(used: Workbench, release: Path) -> None:
    """It said that there was nothing to update, and what it had reported was gone."""
    number = used.versions.queue(SourceFile(release), "organs", "ann")
    job = worker.Job(used.workspace, number, recipe_of(release), release)
    for event in worker.KINDS["import"](job):
        if getattr(event, "message", "").startswith("Wrote"):
            break
    there = used.terminologies.all()
    run = worker.execute(used.workspace, number)
    assert run.status == COMPLETED, run.error
    assert used.terminologies.all() == there and [one.slug for one in there] == ["organs", run.result["older"]]
    assert run.result["counts"]["added"] == 4 and run.result["invalid"] == len(INVALID)
    used.history.undo("ann")  # and what was taken back since is taken in again
    with used.workspace.writing() as db:
        runs.finish(db, number, "interrupted")
    assert worker.execute(used.workspace, number).status == COMPLETED and used.rankings.searchable("vectors", "organs")
    assert [one.concepts for one in used.terminologies.all()] == [one.concepts for one in there]


def test_a_new_source_list_laid_onto_old_decisions(used: Workbench, tmp_path: Path) -> None:
    """A table says nothing of successors: a decision moves to the one concept that has the old one's name."""
    path = tmp_path / "list.csv"
    path.write_text(
        "id,name,synonyms\nH2,Heart failure,cardiac failure\nX1,Myocardial infarction (heart),Myocardial infarction\n"
        "X2,Pneumonia of one lung,\nL3,Dyspnoea,short of breath\nL1,Asthma,\n",
        encoding="utf-8",
    )
    update(used, path)
    assert decisions(used)["cardiac failure"] == ("accept", "H2")
    judged = {what: to for (kind, what), to in open_targets(used).items() if kind == "judgement"}
    assert judged == {
        "heart attack": ("H1", "X1"),
        "lung infection": ("L2", ""),
        "chest pain of the heart": ("H3", ""),
    }
    stuck = next(one.id for one in used.versions.carried("organs").invalid if one.what == "lung infection")
    with pytest.raises(BadInput, match="L2 has no known replacement; name the concept to move to"):
        used.versions.resolve("organs", "move", "ann", [stuck])
    moved, left = used.versions.resolve("organs", "move", "ann")
    assert left == len(open_targets(used)) > 0 and moved >= 2


def test_models_and_answered_files_keep_saying_which_version_they_saw(used: Workbench, release: Path) -> None:
    hearts, lungs = ("heart attack", "angina", "heart failure", "palpitations"), ("asthma", "cough", "croup", "wheeze")
    names = [(name, "heart") for name in hearts] + [(name, "lungs") for name in lungs]
    used.labels.add("organs of names", names, "ann")
    recipe = recipe_from("few-shot", ["encoder.hidden=64", "optimiser.most_epochs=1"], shots=2)
    run = worker.execute(used.workspace, used.training.queue(recipe | {"labels": "organs of names"}))
    assert run.status == COMPLETED, run.error
    before = used.terminologies.all()[0].fingerprint
    older = update(used, release)["older"]
    (seen,) = used.models.get(run.result["version"]).metrics["terminologies"]
    assert (seen["terminology"], seen["fingerprint"]) == ("organs", before)
    found = used.versions.seen_at("organs", used.normalisation.get(1).created)
    assert found is not None and (found.slug, found.fingerprint) == (older, before)


def test_what_holds_under_a_name_of_the_other_side_is_told(workbench: Workbench, tmp_path: Path) -> None:
    for name, rows in (("ward", "id,name\nW1,Pleural effusion right\nW2,Asthma\n"), ("to", "id,name\nT1,Effusion\n")):
        with_table(workbench, tmp_path, name, rows)
    queued = workbench.mapping_projects.queue("ward", "to", "ann", encoders=["vectors"])
    number = int(worker.execute(workbench.workspace, queued).result["project"])
    workbench.mapping_decisions.decide(number, ["W1", "W2"], "mapped", "ann", targets={"T1": "skos:exactMatch"})
    release = tmp_path / "ward2.csv"
    release.write_text("id,name\nW1,Pleural effusion left\nW2,Bronchial asthma\n", encoding="utf-8")
    coming = workbench.versions.preview(SourceFile(release), "ward").carried
    run = worker.execute(workbench.workspace, workbench.versions.queue(SourceFile(release), "ward", "ann"))
    assert run.status == COMPLETED, run.error
    for carried in (coming, workbench.versions.carried("ward")):
        (one,) = carried.renamed
        assert (one.concept, one.before, one.after) == ("W1", "Pleural effusion right", "Pleural effusion left")
        assert "side" in one.differs and carried.mappings == 2
    workbench.mapping_decisions.decide(number, ["W1"], "mapped", "ann", targets={"T1": "skos:exactMatch"})  # looked at
    assert workbench.versions.carried("ward").renamed == []
