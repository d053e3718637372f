"""Names placed in the small workspace: proposed, accepted, refused, undone; one by one and as a list."""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput, NotFound
from engine.jobs import worker
from engine.models.open import vectors_path
from engine.placement.name_list import MOST_NAMES, from_file, pasted
from engine.placement.parent_view import against
from engine.placement.placer import evidence, spoken
from engine.workbench import Workbench
from store.edits import ADD, PARENT, Change
from store.records.training import COMPLETED

NEW = "painful heart failure"


def test_parents_are_ranked_with_paths_and_siblings(workbench: Workbench):
    placing = workbench.placement.rank_parents("old heart attack", "organs", "vectors", top=5)
    assert len(placing.parents) == 5
    scores = [parent.score for parent in placing.parents]
    assert scores == sorted(scores, reverse=True)
    heart = next(parent for parent in placing.parents if parent.id == "H")
    assert heart.path == (("R", "Disorders"),) and heart.level == 1
    assert {one.id for one in heart.siblings} == {"H1", "H2", "H3"} and heart.all_siblings == 3
    assert heart.siblings[0].id == "H1"  # its nearest name is “heart attack”
    assert placing.nearest is not None and placing.nearest[:2] == ("H1", "heart attack")
    assert [one.level for one in placing.levels] == [0, 1, 2]
    assert placing.levels[0].id == "R" and placing.levels[0].share == pytest.approx(1.0)
    assert placing.levels[1].id == "H"


def test_a_name_that_only_adds_a_word_belongs_under_the_shorter_one(workbench: Workbench):
    assert workbench.placement.rank_parents("left-sided asthma", "organs", "vectors").parents[0].id == "L1"
    assert spoken("Left ear pains") == {"left", "ear", "pain"}


def test_a_concept_cannot_stand_below_itself(workbench: Workbench):
    placing = workbench.placement.rank_parents("Heart disorders", "organs", "vectors", concept="H")
    assert {parent.id for parent in placing.parents}.isdisjoint({"H", "H1", "H2", "H3"})
    assert [parent.id for parent in placing.parents if parent.already] == ["R"]
    with pytest.raises(NotFound):
        workbench.placement.rank_parents("x", "organs", "vectors", concept="nowhere")


def test_unusable_and_unreadable_names_say_so(workbench: Workbench):
    with pytest.raises(BadInput):
        workbench.placement.rank_parents("   ", "organs", "vectors")
    nothing = workbench.placement.rank_parents("🫀🫀", "organs", "vectors")
    assert nothing.parents == () and nothing.note


def test_a_name_in_a_script_that_no_name_has_gets_no_parent(workbench: Workbench):
    """“инфаркт миокарда” was to stand under symptoms of emotion, with a score of 0.60."""
    workbench.vectors.fit_spelling("spelling", ["organs"])
    for encoder in ("vectors", "vectors:spelling"):
        placing = workbench.placement.rank_parents("инфаркт миокарда", "organs", encoder)
        assert placing.parents == () and placing.note
    workbench.synonyms.add("organs", "H1", "инфаркт", "ann")  # now one has it
    assert workbench.placement.rank_parents("инфаркт миокарда", "organs", "vectors").parents


def test_what_only_the_parent_says_is_marked():
    assert against("left ear pain", "Pain in right ear") == ("side",)
    assert against("left ear pain", "Ear pain") == ()
    assert evidence(np.array([0.5, 0.4])) == pytest.approx(0.7)


def test_an_accepted_parent_is_a_concept_that_the_next_placing_knows(workbench: Workbench):
    placing = workbench.placement.rank_parents(NEW, "organs", "vectors")
    code = workbench.placement.accept(placing, "H", "Ann", reason="seen on the ward")
    assert code == "NEW:0001"
    assert workbench.hierarchy.parents("organs")[code] == ["H"]
    edit = workbench.edits.newest(1)[0]
    wanted = next(parent.score for parent in placing.parents if parent.id == "H")
    assert (edit.query, edit.score, edit.model, edit.reason) == (NEW, wanted, "vectors", "seen on the ward")
    again = workbench.placement.rank_parents(NEW, "organs", "vectors")
    assert again.named == ((code, NEW),) and again.nearest is not None and again.nearest[0] == code
    assert code in {node.id for node in workbench.hierarchy.children("organs", "H")}
    assert workbench.placement.undo("Ann")
    assert code not in workbench.hierarchy.parents("organs")
    assert workbench.placement.rank_parents(NEW, "organs", "vectors").named == ()


def test_a_name_is_placed_once_under_a_parent_and_never_under_itself(workbench: Workbench):
    """Accepting it again made a second concept of the same name and parent, and a third under the first."""
    placing = workbench.placement.rank_parents(NEW, "organs", "vectors")
    code = workbench.placement.accept(placing, "H", "Ann")
    with pytest.raises(BadInput, match=f"is a name of {code}, which stands under H already"):
        workbench.placement.accept(placing, "H", "Ann")
    with pytest.raises(BadInput, match=f"is a name of {code} itself"):
        workbench.placement.accept(placing, code, "Ann", code="MINE:1")
    again = workbench.placement.rank_parents(NEW, "organs", "vectors")
    assert code not in [parent.id for parent in again.parents]
    assert [parent.id for parent in again.parents if parent.already] == ["H"]
    other = workbench.placement.accept(again, "L", "Ann")  # of another parent it may be a second concept
    assert workbench.hierarchy.parents("organs")[other] == ["L"]


def test_a_name_is_placed_as_it_is_read_too(workbench: Workbench):
    """“HTN” and “CHF” were placed by their letters, and “steroid-induced glaucoma” not under what drugs bring about."""
    placing = workbench.placement.rank_parents("chronic HF", "organs", "vectors")
    assert placing.text == "chronic HF" and "heart failure" in placing.note and placing.note.startswith("Read as “")
    assert placing.parents[0].id in ("H", "H2") and placing.nearest is not None and placing.nearest[0] == "H2"


def test_an_existing_concept_gets_a_further_parent(workbench: Workbench):
    placing = workbench.placement.rank_parents("Dyspnoea", "organs", "vectors", concept="L3")
    assert workbench.placement.accept(placing, "H", "Ann", concept="L3") == "L3"
    assert workbench.hierarchy.parents("organs")["L3"] == ["L", "H"]
    with pytest.raises(BadInput):
        workbench.placement.accept(placing, "L3", "Ann", concept="L3")


def test_a_refusal_is_remembered_and_taken_back(workbench: Workbench):
    workbench.placement.refuse("organs", NEW, "L", "Ann", 0.4, "vectors", "not a lung")
    found = workbench.placement.refusals("organs", "Painful  HEART failure")
    assert found["L"].who == "Ann" and found["L"].score == 0.4 and len(found["L"].model_sha256) == 64
    assert workbench.placement.refusals("organs", "something else") == {}
    assert workbench.placement.undo("Bob") == ""
    assert "L may be a parent" in workbench.placement.undo("Ann")
    assert workbench.placement.refusals("organs", NEW) == {}
    with pytest.raises(BadInput):
        workbench.placement.refuse("organs", NEW, "L", " ")


def test_undo_takes_the_newest_first(workbench: Workbench):
    workbench.placement.accept(workbench.placement.rank_parents(NEW, "organs", "vectors"), "H", "Ann")
    workbench.placement.refuse("organs", NEW, "L", "Ann", 0.4, "vectors")
    workbench.placement.undo("Ann")
    assert workbench.placement.refusals("organs", NEW) == {} and "NEW:0001" in workbench.hierarchy.parents("organs")
    workbench.placement.undo("Ann")
    assert "NEW:0001" not in workbench.hierarchy.parents("organs")


def test_redo_does_again_what_undo_took_back_be_it_a_refusal_or_a_change(workbench: Workbench):
    placement = workbench.placement
    workbench.synonyms.add("organs", "L1", "wheezy chest", "Ann")
    workbench.history.undo("Ann")
    placement.refuse("organs", NEW, "L", "Ann", 0.4, "vectors", "not a lung")
    placement.undo("Ann")
    assert placement.redo("Bob") == ""
    assert "L is refused" in placement.redo("Ann")
    found = placement.refusals("organs", NEW)["L"]
    assert (found.score, found.comment, found.who) == (0.4, "not a lung", "Ann")
    assert placement.redo("Ann") == ""  # the synonym was taken back before the refusal was made
    placement.undo("Ann")
    placement.refuse("organs", NEW, "R", "Ann")
    assert placement.redo("Ann") == ""


def test_redo_goes_back_step_by_step(workbench: Workbench):
    placement = workbench.placement
    placement.accept(placement.rank_parents(NEW, "organs", "vectors"), "H", "Ann")
    placement.refuse("organs", NEW, "L", "Ann")
    placement.refuse("organs", NEW, "R", "Ann")
    assert placement.next_undo("Ann") is None
    for _ in range(3):
        assert placement.undo("Ann")
    assert placement.next_undo("Ann") is None
    assert "NEW:0001" in placement.redo("Ann") and list(placement.refusals("organs", NEW)) == []
    assert "L is refused" in placement.redo("Ann") and "R is refused" in placement.redo("Ann")
    assert placement.redo("Ann") == ""
    placement.undo("Ann")
    assert list(placement.refusals("organs", NEW)) == ["L"]


def test_a_refusal_is_taken_back_and_done_again_as_it_was_seen_without_its_encoder(workbench: Workbench):
    """Once the encoder was deleted, undo failed each time; and it wrote today's hash of it, not the one seen."""
    workbench.vectors.fit_spelling("spelling", ["organs"])
    workbench.placement.refuse("organs", NEW, "L", "Ann", 0.4, "vectors:spelling", "not a lung")
    before = workbench.placement.refusals("organs", NEW)["L"]
    vectors_path(workbench.workspace, "vectors:spelling").unlink()
    assert "L may be a parent" in workbench.placement.undo("Ann")
    assert workbench.placement.refusals("organs", NEW) == {}
    assert "L is refused" in workbench.placement.redo("Ann")
    again = workbench.placement.refusals("organs", NEW)["L"]
    assert len(again.model_sha256) == 64 and replace(again, when=before.when) == before


def test_a_shortcut_is_resolved_and_undone(workbench: Workbench):
    workbench.edits.apply([Change(ADD, "organs", "H1", "R", kind=PARENT)], "Ann")
    listed, number = workbench.hierarchy.faults("organs")
    assert number == 1 and (listed[0].child, listed[0].parent) == ("H1", "R")
    assert listed[0].way == ("Disorders", "Heart disorders", "Myocardial infarction")
    workbench.hierarchy_edits.withdraw("organs", "H1", "R", "Ann")
    assert workbench.hierarchy.faults("organs")[1] == 0
    workbench.placement.undo("Ann")
    assert workbench.hierarchy.faults("organs")[1] == 1


def test_a_pasted_list_says_which_rows_it_cannot_use():
    listed = pasted("left ear pain\n\n!!!\n  Left   EAR pain \n" + "x" * 3_000 + "\nasthma attack")
    assert listed.names == ((1, "left ear pain"), (6, "asthma attack"))
    assert [row for row, _ in listed.problems] == [3, 4, 5]
    assert "row 1" in listed.problems[1][1]
    with pytest.raises(BadInput, match="10,001"):
        pasted("\n".join(f"name {i}" for i in range(MOST_NAMES + 1)))


def test_a_file_of_names(tmp_path: Path):
    table = tmp_path / "names.csv"
    table.write_text("code,name\n1,ear pain\n2,\n3,=1+1 pain\n", encoding="utf-8")
    listed = from_file(table)
    assert [text for _, text in listed.names] == ["ear pain", "=1+1 pain"]
    assert [row for row, _ in listed.problems] == [3]
    lines = tmp_path / "names.txt"
    lines.write_text("ear pain\ntoe pain\n", encoding="utf-8")
    assert from_file(lines).names == ((1, "ear pain"), (2, "toe pain"))


TEN = [
    "severe asthma attack", "old heart attack", "left lung infection", "right lung infection", "=heart strain",
    "chest pain at night", "wet cough", "weak heart failure", "bronchial asthma", "sudden trouble breathing",
]  # fmt: skip


def _placed(workbench: Workbench) -> int:
    run = workbench.proposals.queue(workbench.proposals.read_names("\n".join(TEN)), "organs", "vectors", "ward", "Ann")
    done = worker.execute(workbench.workspace, run)
    assert done.status == COMPLETED, done.error
    return int(done.result["placing"])


def test_ten_names_are_placed_in_one_batch_and_undone_at_once(workbench: Workbench):
    number = _placed(workbench)
    lines = workbench.proposals.lines(number)
    assert sorted(line.proposal.text for line in lines) == sorted(TEN)
    assert all(line.proposal.probability is not None for line in lines)
    before = workbench.hierarchy.parents("organs")
    chosen = [(line.proposal.id, "H" if line.proposal.named else line.parent) for line in lines]
    assert workbench.proposals.accept(number, chosen, "Ann", "from the ward") == 10
    after = workbench.proposals.lines(number)
    assert {line.decision for line in after} == {"accepted"} and len({line.code for line in after}) == 10
    assert len(workbench.hierarchy.parents("organs")) == len(before) + 10
    with pytest.raises(BadInput):
        workbench.proposals.accept(number, chosen, "Ann")
    workbench.placement.undo("Ann")
    assert workbench.hierarchy.parents("organs") == before
    assert {line.decision for line in workbench.proposals.lines(number)} == {"undecided"}


def test_a_proposal_that_two_people_accept_at_once_becomes_one_concept(workbench: Workbench):
    """Both had looked before either had written, and each made a concept of it."""
    number = _placed(workbench)
    (line,) = (line for line in workbench.proposals.lines(number) if line.proposal.text == "wet cough")
    chosen = [(line.proposal.id, line.parent)] * 2  # and one that is named twice is one
    accept = partial(Workbench(workbench.workspace.folder).proposals.accept, number, chosen)
    with ThreadPoolExecutor(2) as pool, workbench.workspace.writing():  # both look, then wait to write
        tried = [pool.submit(accept, who) for who in ("Ann", "Bob")]
        time.sleep(0.5)
    assert [type(one.exception()) for one in tried].count(BadInput) == 1
    assert list(workbench.hierarchy.family("organs").titles.values()).count("wet cough") == 1


def test_names_that_differ_only_in_side_or_are_there_stay_out_of_bulk(workbench: Workbench):
    number = _placed(workbench)
    doubts = {line.proposal.text: line.doubt for line in workbench.proposals.lines(number)}
    assert "side" in doubts["left lung infection"] and "side" in doubts["right lung infection"]
    assert "is a name of L1" in doubts["bronchial asthma"]
    texts = {line.proposal.id: line.proposal.text for line in workbench.proposals.lines(number)}
    sure = {texts[id] for id, _ in workbench.proposals.sure(number, 0.0)}
    assert sure == {text for text in TEN if not doubts[text]}
    with pytest.raises(BadInput, match=r"from 0 to 1, not at 1\.1"):
        workbench.proposals.sure(number, 1.1)


def test_a_refused_proposal_stays_refused_and_the_export_says_all(workbench: Workbench, tmp_path: Path):
    number = _placed(workbench)
    lines = {line.proposal.text: line for line in workbench.proposals.lines(number)}
    cough = lines["wet cough"].proposal
    assert workbench.proposals.refuse(number, [cough.id], "Bob", "no such thing") == 1
    other = cough.others[0][0]
    workbench.proposals.accept(number, [(lines["=heart strain"].proposal.id, "H")], "Ann", "as said")
    for name in ("out.csv", "out.xlsx"):
        assert workbench.proposals.export(number, tmp_path / name) == 10
    with open(tmp_path / "out.csv", encoding="utf-8-sig", newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert rows["wet cough"]["decision"] == "refused" and rows["wet cough"]["by"] == "Bob"
    assert rows["wet cough"]["note"] == "no such thing" and other in rows["wet cough"]["other parents"]
    strain = rows["'=heart strain"]  # no spreadsheet takes it for a formula
    assert (strain["decision"], strain["id"], strain["parent"]) == ("accepted", "NEW:0001", "H")
    assert strain["path"] == "Disorders" and len(strain["model sha256"]) == 64
    with pytest.raises(BadInput):
        workbench.proposals.export(number, tmp_path / "out.pdf")
    assert workbench.proposals.export(number, tmp_path / "out.sssom.tsv") == 10
    text = (tmp_path / "out.sssom.tsv").read_text(encoding="utf-8")
    told = csv.DictReader([line for line in text.splitlines() if not line.startswith("#")], delimiter="\t")
    said = {row["subject_label"]: row for row in told}
    by_hand, refused = said["'=heart strain"], said["wet cough"]
    assert by_hand["subject_id"].endswith("0001")
    assert (by_hand["predicate_id"], by_hand["object_id"]) == ("skos:broadMatch", "organs:H")
    assert (refused["predicate_modifier"], refused["author_label"], refused["comment"]) == (
        "Not",
        "Bob",
        "no such thing",
    )
    assert {row["mapping_justification"] for row in said.values()} == {
        "semapv:ManualMappingCuration",
        "semapv:SemanticSimilarityThresholdMatching",
    }
    assert all(row["confidence"] and len(row["ext_model_sha256"]) == 64 for row in said.values() if row["object_label"])


def test_proposals_that_are_refused_together_are_one_undo_and_one_redo(workbench: Workbench):
    """Undo took back the newest line alone: fifty refusals were fifty undos."""
    number = _placed(workbench)
    ids = [line.proposal.id for line in workbench.proposals.lines(number) if line.proposal.parent]

    def refused() -> list[int]:
        return [line.proposal.id for line in workbench.proposals.lines(number) if line.decision == "refused"]

    assert workbench.proposals.refuse(number, ids[:1], "Ann") == 1
    assert workbench.proposals.refuse(number, ids, "Ann", "not these") == len(ids) - 1
    assert workbench.placement.undo("Ann") == f"{len(ids) - 1} refused parents may be chosen again"
    assert refused() == ids[:1]
    assert "may be a parent of" in workbench.placement.undo("Ann") and refused() == []
    assert "is refused for" in workbench.placement.redo("Ann") and refused() == ids[:1]
    assert workbench.placement.redo("Ann") == f"{len(ids) - 1} parents are refused again"
    assert sorted(refused()) == sorted(ids) and workbench.placement.redo("Ann") == ""


def test_an_undo_leaves_what_others_allowed_of_refusals_made_together(workbench: Workbench):
    number = _placed(workbench)
    lines = [line for line in workbench.proposals.lines(number) if line.proposal.parent][:3]
    workbench.proposals.refuse(number, [line.proposal.id for line in lines], "Ann")
    allowed = lines[0].proposal
    workbench.placement.refuse("organs", allowed.text, allowed.parent, "Bob", refused=False)
    assert workbench.placement.undo("Ann") == "2 refused parents may be chosen again"
    assert workbench.placement.redo("Ann") == "2 parents are refused again"
    assert list(workbench.placement.refusals("organs", allowed.text)) == []


def test_a_run_that_was_cut_goes_on_where_it_stopped(workbench: Workbench):
    from engine.placement import proposing

    listed = workbench.proposals.read_names("\n".join(f"{name} {i}" for i in range(4) for name in TEN))
    run = workbench.proposals.queue(listed, "organs", "vectors", "ward", "Ann")
    recipe = workbench.jobs.run(run).recipe
    events = proposing.propose(workbench.workspace, recipe, run)
    next(event for event in events if event.message.endswith(": 25 of 40"))  # the first chunk is kept
    events.close()
    done = list(proposing.propose(workbench.workspace, recipe, run))[-1]
    lines = workbench.proposals.lines(done.result["placing"])
    assert sorted(line.proposal.row for line in lines) == list(range(1, 41))


def test_how_far_the_learning_before_the_first_name_is_counts_too(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
):
    """A list of three names stood at 0 % for half a minute, without a time left."""
    from engine.placement import measuring, proposing

    asked = measuring.ranks

    def slow(*given: Any) -> Iterator[Any]:
        for answer in asked(*given):
            time.sleep(0.1)
            yield answer

    monkeypatch.setattr(measuring, "ranks", slow)
    monkeypatch.setattr("engine.events.LOOK_SECONDS", 0.05)
    recipes = [
        workbench.jobs.run(
            workbench.proposals.queue(workbench.proposals.read_names(name), "organs", "vectors", "x", "A")
        )
        for name in TEN[:2]
    ]
    told = [list(proposing.propose(workbench.workspace, one.recipe, one.id))[:-1] for one in recipes]
    shares = [event.step / event.total for event in told[0]]
    assert shares == sorted(shares) and shares[-1] == 1 and any(0.2 < share < 0.9 for share in shares)
    assert any("concepts placed anew" in event.message for event in told[0])
    assert [event.step for event in told[1]] == [0, 1_000]  # it is known now


def test_nothing_to_place_is_said(workbench: Workbench):
    with pytest.raises(BadInput):
        workbench.proposals.queue(workbench.proposals.read_names("  \n!!"), "organs", "vectors", "x", "Ann")
    with pytest.raises(NotFound):
        workbench.proposals.get(99)


@pytest.mark.parametrize("second", [NEW, "lung strain"])
def test_two_windows_that_place_at_once_do_so_one_after_the_other(workbench: Workbench, second: str) -> None:
    """Both looked before either wrote, and the name was placed twice; another name takes the next id."""
    windows = [workbench, Workbench(workbench.workspace.folder)]
    placings = [
        one.placement.rank_parents(name, "organs", "vectors") for one, name in zip(windows, (NEW, second), strict=True)
    ]
    with ThreadPoolExecutor(2) as pool:
        with workbench.workspace.writing():  # so that both wait for their turn
            made = [
                pool.submit(one.placement.accept, placing, "H", "Ann")
                for one, placing in zip(windows, placings, strict=True)
            ]
            time.sleep(1)
        codes = sorted(one.result() for one in made if not one.exception())
    if second == NEW:
        (refused,) = (one.exception() for one in made if one.exception())
        assert codes == ["NEW:0001"] and "stands under H already" in str(refused)
    else:
        assert codes == ["NEW:0001", "NEW:0002"]


def test_with_counts_only_against_without():
    assert against("diabetes with foot ulcer", "Diabetes with skin complications") == ()
    assert against("diabetes with foot ulcer", "Diabetes without complications") == ("with",)


def test_levels_below_a_concept_are_measured_by_a_run(workbench: Workbench, tmp_path: Path):
    from engine.terminology import importing

    rows = ["id,name,synonyms,parents", "R,All,,"]
    for top in ("heart", "lung"):
        rows += [f"{top},{top} disorder,,R", f"{top}1,{top} disease,,{top}"]
        rows += [f"{top}1{i},{top} trouble {word},{word} {top},{top}1" for i, word in enumerate(_WORDS)]
    file = tmp_path / "hills.csv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": "hills", "title": "Hills"}):
        pass
    assert workbench.hierarchy.levels_below("hills", "R") == 2
    assert workbench.hierarchy.levels_below("hills", "heart11") == 1
    run = workbench.jobs.queue(
        "levels", "x", {"terminology": "hills", "root": "R", "levels": 2, "encoders": ["vectors"]}
    )
    done = worker.execute(workbench.workspace, run)
    assert done.status == COMPLETED, done.error
    assert [(row["level"], row["classes"]) for row in done.result["rows"]] == [(1, 2), (2, 2)]
    expected = workbench.evaluation.measure("levels", "hills", ["vectors"], levels={"root": "R", "levels": 2})["rows"][
        0
    ]
    assert done.result["rows"][0]["map"] == pytest.approx(expected["map level 1"])
    assert all(0 < row["mrr"] <= 1 for row in done.result["rows"])
    failed = worker.execute(
        workbench.workspace,
        workbench.jobs.queue(
            "levels", "x", {"terminology": "hills", "root": "heart", "levels": 3, "encoders": ["vectors"]}
        ),
    )
    assert failed.status != COMPLETED and "choose another root" in failed.error


_WORDS = ("pain", "fever", "swelling", "tumor", "bleeding", "infection", "scar", "weakness", "injury", "defect")


def test_a_name_of_a_list_is_placed_once_under_a_parent(workbench: Workbench):
    """Accepted from two lists it was two concepts of the same name under the same parent."""
    first, second = _placed(workbench), _placed(workbench)
    for number, code in ((first, "NEW:0001"), (second, "")):
        (line,) = (line for line in workbench.proposals.lines(number) if line.proposal.text == "wet cough")
        chosen = [(line.proposal.id, line.parent)]
        if code:
            assert workbench.proposals.accept(number, chosen, "Ann") == 1
    assert line.doubt == "is a name of NEW:0001" and chosen[0] not in workbench.proposals.sure(second, 0.0)
    with pytest.raises(BadInput, match=f"“wet cough” is a name of NEW:0001, which stands under {line.parent} already"):
        workbench.proposals.accept(second, chosen, "Ann")
    (asthma,) = (line for line in workbench.proposals.lines(second) if line.proposal.text == "bronchial asthma")
    with pytest.raises(BadInput, match="is a name of L1 itself"):
        workbench.proposals.accept(second, [(asthma.proposal.id, "L1")], "Ann")
    workbench.placement.undo("Ann")
    assert workbench.proposals.accept(second, chosen, "Ann") == 1


def test_no_parent_scores_more_than_one(workbench: Workbench) -> None:
    """A name that holds all words of a parent had 1.07, of what is to lie between 0 and 1."""
    for code in ("H1", "H2", "H3"):
        workbench.synonyms.add("organs", code, "disorders old heart", "mira")
    placing = workbench.placement.rank_parents("old heart disorders", "organs", "vectors")
    assert (placing.parents[0].id, placing.parents[0].score) == ("H", 1.0)
