"""A file loaded, answered, judged, exported and loaded again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import worker
from engine.errors import BadInput, NotFound
from engine.normalising import Asked
from engine.workbench import Workbench
from engine.writers import About, writer
from store.records.normalisation import Filter, Line
from store.records.training import DONE

MENTIONS = """id,mention,kind
a,heart attack,Disease
b,right chest pain of the heart,Disease
c,cardiac failure,Disease
d,HEART ATTACK,Symptom
e,poor breath at night,Symptom
"""


@pytest.fixture
def loaded(workbench: Workbench, tmp_path: Path) -> int:
    path = tmp_path / "m.csv"
    path.write_text(MENTIONS, encoding="utf-8")
    assert list(workbench.preview_mentions(path).columns) == ["text", "kind"]
    run = worker.execute(workbench.workspace, workbench.queue_normalisation(Asked(str(path), "organs")))
    assert run.status == DONE, run.error
    return int(run.result["normalisation"])


def _decisions(workbench: Workbench, number: int) -> dict[int, str]:
    return {line.row: line.decision for line in workbench.answers(number, Filter(), "as in the file")}


def _ids(workbench: Workbench, number: int) -> dict[int, int]:
    return {line.row: line.id for line in workbench.answers(number, Filter(), "as in the file")}


def test_the_queue_is_doubtful_first_and_can_be_filtered(workbench: Workbench, loaded: int) -> None:
    queue = workbench.answers(loaded)
    assert [line.score for line in queue] == sorted(line.score for line in queue)
    assert {line.text: line.concept for line in queue}["cardiac failure"] == "H2"
    assert [line.row for line in workbench.answers(loaded, Filter(kind="Symptom"), "as in the file")] == [5, 6]
    assert workbench.answer_values(loaded, "kind") == {"Disease": 3, "Symptom": 2}
    assert workbench.count_answers(loaded, Filter(topic="Heart disorders")) == 4
    made = workbench.normalisation(loaded)
    assert (made.file, made.rows, made.lines, made.finished, made.extra) == ("m.csv", 5, 5, True, ("id",))
    with pytest.raises(BadInput, match="no order “random”"):
        workbench.answers(loaded, order="random")


def test_decisions_keep_what_was_seen_and_undo_goes_all_the_way(workbench: Workbench, loaded: int) -> None:
    ids = _ids(workbench, loaded)
    line = workbench.answers(loaded, Filter(text="night"))[0]
    workbench.decide(loaded, [ids[2]], "accept", "ann")
    workbench.decide(loaded, [line.id], "second", "ann", comment="surely")
    workbench.decide(loaded, [ids[3]], "other", "ann", concept="H3", model="vectors")
    assert workbench.decide(loaded, [ids[5]], "none", "ann", everywhere=True) == 2  # heart attack, HEART ATTACK
    assert _decisions(workbench, loaded) == {2: "none", 3: "other", 4: "", 5: "none", 6: "second"}
    counts = {"lines": 5, "accept": 0, "second": 1, "other": 1, "none": 2, "skip": 0, "flag": 0, "done": 4, "left": 1}
    assert workbench.answer_counts(loaded) == counts
    judged = next(one for one in workbench.judgements(loaded) if one.decision == "second")
    assert (judged.concept, judged.score, judged.comment) == (line.others[0][0], line.others[0][2], "surely")
    assert (judged.who, judged.model, judged.model_sha256) == ("ann", "vectors", line.model_sha256)
    for _ in range(4):
        assert workbench.undo_judgement("ann")
    assert workbench.undo_judgement("ann") is None
    assert set(_decisions(workbench, loaded).values()) == {""}
    assert [one.decision for one in workbench.redo_judgement("ann").first] == ["accept"]


def test_a_comment_leaves_the_decision_and_its_author(workbench: Workbench, loaded: int) -> None:
    line = _ids(workbench, loaded)[2]
    workbench.decide(loaded, [line], "accept", "ann")
    workbench.comment(loaded, line, "as in the guideline", "bob")
    (found,) = workbench.answers(loaded, Filter(status="decided"))
    assert (found.decision, found.decided_name, found.who) == ("accept", "Myocardial infarction", "ann")
    assert found.comment == "as in the guideline"
    workbench.decide(loaded, [line], "none", "ann")
    assert workbench.answers(loaded, Filter(status="decided"))[0].comment == "as in the guideline"


def test_sure_answers_are_accepted_in_bulk_but_never_a_marked_difference(workbench: Workbench, loaded: int) -> None:
    marked = workbench.answers(loaded, Filter(differs=True))
    assert [(line.text, line.differs) for line in marked] == [("right chest pain of the heart", "side")]
    assert all(0 < line.probability < 1 for line in workbench.answers(loaded))  # from held-out synonyms
    disease = Filter(kind="Disease")
    counted = workbench.count_acceptable(loaded, 0.0, disease)
    assert counted == 2 == workbench.accept_above(loaded, 0.0, "ann", disease)
    assert _decisions(workbench, loaded) == {2: "accept", 3: "", 4: "accept", 5: "", 6: ""}
    assert workbench.count_acceptable(loaded, 0.0) == 2
    assert workbench.undo_judgement("ann").lines == 2
    assert workbench.answer_counts(loaded)["left"] == 5


def test_what_cannot_be_decided_says_so(workbench: Workbench, loaded: int) -> None:
    ids = _ids(workbench, loaded)
    with pytest.raises(BadInput, match="Say who you are"):
        workbench.decide(loaded, [ids[2]], "accept", " ")
    with pytest.raises(BadInput, match="no decision “perhaps”"):
        workbench.decide(loaded, [ids[2]], "perhaps", "ann")
    with pytest.raises(NotFound, match="organs has no concept “Z9”"):
        workbench.decide(loaded, [ids[2]], "other", "ann", concept="Z9")
    with pytest.raises(NotFound, match="has no such line"):
        workbench.decide(loaded, [9_999], "accept", "ann")
    with pytest.raises(NotFound, match="There is no normalisation 77"):
        workbench.normalisation(77)
    assert set(_decisions(workbench, loaded).values()) == {""}


def test_a_line_without_that_candidate_says_so(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    lines = [Line(2, 1, 1, "flu"), Line(3, 1, 1, "asthma", concept="L1", name="asthma", score=1.0)]
    writer("csv").write(path, lines, About(path, "organs"))
    number = workbench.load_export(path, "organs", "ann")
    first, second = (line.id for line in workbench.answers(number, order="as in the file"))
    with pytest.raises(BadInput, match="“flu” \\(row 2\\) has no candidate; choose a concept, or no match"):
        workbench.decide(number, [first], "accept", "ann")
    with pytest.raises(BadInput, match="“asthma” \\(row 3\\) has no second candidate"):
        workbench.decide(number, [second], "second", "ann")
    assert workbench.count_acceptable(number, 0.0) == 0  # nobody knows how sure they are


def test_an_accepted_text_is_found_in_the_next_run(workbench: Workbench, loaded: int, tmp_path: Path) -> None:
    line = _ids(workbench, loaded)[6]
    workbench.decide(loaded, [line], "other", "ann", concept="L3")
    path = tmp_path / "again.csv"
    path.write_text("mention\nPoor  Breath at NIGHT\n", encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.queue_normalisation(Asked(str(path), "organs")))
    (found,) = workbench.answers(run.result["normalisation"])
    assert (found.concept, found.score, found.origin) == ("L3", 1.0, "D")


@pytest.mark.parametrize("name", ["a.csv", "a.xlsx", "a.sssom.tsv"])
def test_an_export_loaded_again_is_the_same_with_its_decisions(
    workbench: Workbench, loaded: int, tmp_path: Path, name: str
) -> None:
    ids = _ids(workbench, loaded)
    workbench.decide(loaded, [ids[2], ids[4]], "accept", "ann", comment="=sure")
    workbench.decide(loaded, [ids[3]], "flag", "bob")
    path = tmp_path / name
    assert workbench.export_answers(loaded, path) == 5
    assert workbench.is_export(path)
    again = workbench.load_export(path, "organs", "cleo")
    assert again != loaded
    lines = [workbench.answers(number, Filter(), "as in the file") for number in (loaded, again)]
    assert lines[0] == lines[1]
    assert {line.who for line in lines[1]} == {"ann", "bob", ""}
    assert workbench.undo_judgement("cleo").lines == 3
    assert set(_decisions(workbench, again).values()) == {""}
    assert _decisions(workbench, loaded)[2] == "accept"


def test_pubtator_is_refused_when_its_texts_have_changed(workbench: Workbench, loaded: int, tmp_path: Path) -> None:
    out = tmp_path / "a.pubtator.txt"
    assert workbench.export_answers(loaded, out) == 5
    (tmp_path / "m.csv").write_text(MENTIONS + "f,more,\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"m\.csv is gone from .* or has changed since"):
        workbench.export_answers(loaded, out)


def test_candidates_of_several_encoders_stand_side_by_side(workbench: Workbench, loaded: int) -> None:
    line = workbench.answers(loaded, Filter(text="night"))[0]
    found = workbench.candidates(loaded, line.id, ["vectors", "current"], 3)
    assert {encoder: len(candidates) for encoder, candidates in found.items()} == {"vectors": 3, "current": 3}


def test_a_deleted_file_leaves_its_judgements(workbench: Workbench, loaded: int) -> None:
    workbench.decide(loaded, [_ids(workbench, loaded)[2]], "accept", "ann")
    workbench.delete_normalisation(loaded)
    assert workbench.normalisations() == []
    assert [one.text for one in workbench.judgements(loaded)] == ["heart attack"]


def test_a_run_that_was_stopped_goes_on_where_it_was(workbench: Workbench, tmp_path: Path) -> None:
    from engine.kept_answers import KeptAnswers
    from engine.normalising import normalised

    path = tmp_path / "m.csv"
    path.write_text(MENTIONS, encoding="utf-8")
    asked = Asked(str(path), "organs")
    run = workbench.queue_normalisation(asked)
    kept = KeptAnswers(workbench.workspace, run, asked)
    list(normalised(workbench.workspace, replace(asked), kept))
    assert kept.begun() == (6, 5)
    done = worker.execute(workbench.workspace, run)  # all is there already
    assert (done.status, done.result["normalisation"], done.result["mentions"]) == (DONE, kept.number, 5)
    assert workbench.normalisation(kept.number).lines == 5
    path.write_text(MENTIONS + "f,more,\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"m\.csv has changed since the run began"):
        KeptAnswers(workbench.workspace, run, asked)
