"""A file loaded, answered, judged, exported and loaded again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.formats.mentions.answer_columns import About
from engine.formats.mentions.answer_files import answers_module
from engine.jobs import worker
from engine.jobs.worker import checkpoint_path
from engine.normalisation.job import normalise_file
from engine.normalisation.request import EVIDENCE, NormalisationRequest
from engine.normalisation.store_sink import StoreSink
from engine.workbench import Workbench
from store import ranking_orders
from store.records.normalisation import Filter, Line, Other
from store.records.training import COMPLETED

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
    assert list(workbench.mentions.preview(path).columns) == ["text", "kind"]
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    assert run.status == COMPLETED, run.error
    return int(run.result["normalisation"])


def _decisions(workbench: Workbench, number: int) -> dict[int, str]:
    return {line.row: line.decision for line in workbench.answers.lines(number, Filter(), "as in the file")}


def _ids(workbench: Workbench, number: int) -> dict[int, int]:
    return {line.row: line.id for line in workbench.answers.lines(number, Filter(), "as in the file")}


def test_the_queue_is_doubtful_first_and_can_be_filtered(workbench: Workbench, loaded: int) -> None:
    queue = workbench.answers.lines(loaded)
    assert [line.score for line in queue] == sorted(line.score for line in queue)
    assert {line.text: line.concept for line in queue}["cardiac failure"] == "H2"
    assert [line.row for line in workbench.answers.lines(loaded, Filter(kind="Symptom"), "as in the file")] == [5, 6]
    assert workbench.answers.values(loaded, "kind") == {"Disease": 3, "Symptom": 2}
    assert workbench.answers.count(loaded, Filter(topic="Heart disorders")) == 4
    made = workbench.normalisation.get(loaded)
    assert (made.file, made.rows, made.lines, made.finished, made.extra) == ("m.csv", 5, 5, True, ("id",))
    with pytest.raises(BadInput, match="no order “random”"):
        workbench.answers.lines(loaded, order="random")
    for read in (workbench.answers.lines, workbench.answers.queue, workbench.answers.count):
        with pytest.raises(BadInput, match="no status “new”"):
            read(loaded, Filter(status="new"))


def test_first_and_further_candidates_are_marked_as_a_ranking_marks_them(workbench: Workbench, tmp_path: Path) -> None:
    """A short form says nothing of a side: without its long form each name would be marked."""
    workbench.abbreviations.add("RHF2", ["heart failure"], "ann")
    path = tmp_path / "short.csv"
    path.write_text("mention\nRHF2\n", encoding="utf-8")
    request = NormalisationRequest(str(path), "organs", "vectors", EVIDENCE)
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(request))
    (line,) = workbench.answers.lines(int(run.result["normalisation"]))
    ranked = {
        one.name: ", ".join(one.differs) for one in workbench.rankings.rank("RHF2", "organs", "vectors").candidates
    }
    marks = {line.name: line.differs}
    marks |= dict(zip((one.name for one in line.others), workbench.answers.differences(line), strict=True))
    assert len(marks) > 1 and marks == {name: ranked[name] for name in marks}
    assert workbench.answers.differences(replace(line, others=(Other("X", "failure", 0.5, "O"),))) == ["number"]


def test_decisions_keep_what_was_seen_and_undo_goes_all_the_way(workbench: Workbench, loaded: int) -> None:
    ids = _ids(workbench, loaded)
    line = workbench.answers.lines(loaded, Filter(text="night"))[0]
    workbench.decisions.decide(loaded, [ids[2]], "accept", "ann")
    workbench.decisions.decide(loaded, [line.id], "second", "ann", comment="surely")
    workbench.decisions.decide(loaded, [ids[3]], "other", "ann", concept="H3", model="vectors")
    assert (
        workbench.decisions.decide(loaded, [ids[5]], "none", "ann", everywhere=True) == 2
    )  # heart attack, HEART ATTACK
    assert _decisions(workbench, loaded) == {2: "none", 3: "other", 4: "", 5: "none", 6: "second"}
    counts = {"lines": 5, "accept": 0, "second": 1, "other": 1, "none": 2, "skip": 0, "flag": 0, "done": 4, "left": 1}
    assert workbench.answers.counts(loaded) == counts
    judged = next(one for one in workbench.decisions.newest(loaded) if one.decision == "second")
    assert (judged.concept, judged.score, judged.comment) == (line.others[0][0], line.others[0][2], "surely")
    assert (judged.who, judged.model, judged.model_sha256) == ("ann", "vectors", line.model_sha256)
    for _ in range(4):
        assert workbench.decisions.undo("ann")
    assert workbench.decisions.undo("ann") is None
    assert set(_decisions(workbench, loaded).values()) == {""}
    assert [one.decision for one in workbench.decisions.redo("ann").first] == ["accept"]


def test_what_somebody_else_decided_meanwhile_is_told_and_stays(workbench: Workbench, loaded: int) -> None:
    line = _ids(workbench, loaded)[2]

    def shown() -> Line:
        return workbench.answers.numbered(loaded, [line])[0]

    drawn = shown().decision_version
    assert drawn == ""
    workbench.decisions.decide(loaded, [line], "none", "bob", seen=drawn)
    told = r"bob has decided “.+” \(row 2\) meanwhile: no match\. Yours was not kept; look at it"
    with pytest.raises(BadInput, match=told):
        workbench.decisions.decide(loaded, [line], "accept", "ann", seen=drawn)
    assert (shown().decision, shown().who) == ("none", "bob")
    workbench.decisions.decide(loaded, [line], "skip", "bob", seen=drawn)  # a person's own keys outrun the page
    workbench.decisions.decide(loaded, [line], "accept", "ann", seen=shown().decision_version)
    assert (shown().decision, shown().who) == ("accept", "ann")
    drawn = shown().decision_version
    workbench.decisions.undo("ann")
    workbench.decisions.undo("bob")
    workbench.decisions.undo("bob")
    workbench.decisions.decide(loaded, [line], "none", "cas", seen=drawn)  # nobody's decision is overwritten
    assert shown().who == "cas"


def test_a_line_of_the_same_text_that_somebody_else_decided_meanwhile_is_told_and_stays(
    workbench: Workbench, loaded: int
) -> None:
    """“The same text everywhere” looked at the shown line alone and overwrote what stood at the others since."""
    ids = {line.text: line.id for line in workbench.answers.lines(loaded)}
    shown, other = ids["heart attack"], ids["HEART ATTACK"]
    decide = workbench.decisions.decide
    drawn = workbench.decisions.last_number()
    decide(loaded, [other], "none", "bob")
    with pytest.raises(BadInput, match=r"bob has decided “HEART ATTACK” \(row 5\) meanwhile: no match\. Yours was not"):
        decide(loaded, [shown], "accept", "ann", everywhere=True, seen="", newest=drawn)
    assert {line.decision for line in workbench.answers.numbered(loaded, [shown, other])} == {"", "none"}
    assert decide(loaded, [shown], "accept", "ann", seen="", newest=drawn) == 1  # it alone: nobody has decided that
    drawn = workbench.decisions.last_number()
    workbench.decisions.comment(loaded, other, "sure?", "cas")  # what bob decided stays as ann saw it
    assert decide(loaded, [shown], "second", "ann", everywhere=True, newest=drawn) == 2
    assert decide(loaded, [shown], "accept", "ann", everywhere=True, newest=drawn) == 2  # her own keys outrun the page
    assert {line.who for line in workbench.answers.numbered(loaded, [shown, other])} == {"ann"}


def test_a_comment_leaves_the_decision_and_its_author(workbench: Workbench, loaded: int) -> None:
    line = _ids(workbench, loaded)[2]
    workbench.decisions.decide(loaded, [line], "accept", "ann")
    workbench.decisions.comment(loaded, line, "as in the guideline", "bob")
    (found,) = workbench.answers.lines(loaded, Filter(status="decided"))
    assert (found.decision, found.decided_name, found.who) == ("accept", "Myocardial infarction", "ann")
    assert found.comment == "as in the guideline"
    workbench.decisions.decide(loaded, [line], "none", "ann")
    assert workbench.answers.lines(loaded, Filter(status="decided"))[0].comment == "as in the guideline"


def test_a_decision_leaves_a_comment_that_was_saved_meanwhile(
    workbench: Workbench, loaded: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comment that stood when the lines were read went in with the decision, over the newer one."""
    line, chosen = _ids(workbench, loaded)[2], workbench.answers.chosen
    workbench.decisions.comment(loaded, line, "sure?", "ann")

    def chosen_before_a_comment(number: int, lines: Sequence[int]) -> list[Line]:
        found = chosen(number, lines)
        Workbench(workbench.workspace.folder).decisions.comment(number, line, "look again", "bob")
        return found

    monkeypatch.setattr(workbench.answers, "chosen", chosen_before_a_comment)
    workbench.decisions.decide(loaded, [line], "accept", "ann")
    assert workbench.decisions.newest(loaded, 1)[0].comment == "look again"
    workbench.decisions.decide(loaded, [line], "accept", "ann", comment=" settled ")
    assert workbench.decisions.newest(loaded, 1)[0].comment == "settled"


def test_the_history_calls_a_comment_a_comment(workbench: Workbench, loaded: int) -> None:
    """It said “heart attack”: undecided, or that the line was decided once more."""
    (line,) = [one.id for one in workbench.answers.lines(loaded) if one.text == "heart attack"]
    workbench.decisions.comment(loaded, line, "look again", "bob")
    workbench.decisions.comment(loaded, line, "", "bob")
    titles = [one.title for one, _ in workbench.history.actions()[:2]]
    assert titles == ["“heart attack”: no comment any more", "“heart attack”: comment “look again”"]
    workbench.history.undo("bob")
    assert workbench.answers.numbered(loaded, [line])[0].comment == "look again"


def test_sure_answers_are_accepted_in_bulk_but_never_a_marked_difference(workbench: Workbench, loaded: int) -> None:
    marked = workbench.answers.lines(loaded, Filter(differs=True))
    assert [(line.text, line.differs) for line in marked] == [("right chest pain of the heart", "side")]
    assert all(0 < line.probability < 1 for line in workbench.answers.lines(loaded))  # from held-out synonyms
    disease = Filter(kind="Disease")
    counted = workbench.decisions.count_acceptable(loaded, 0.0, disease)
    for wrong in (90, -0.1):
        with pytest.raises(BadInput, match="A probability lies from 0 to 1"):
            workbench.decisions.accept_above(loaded, wrong, "ann", disease)
    assert counted == 2 == workbench.decisions.accept_above(loaded, 0.0, "ann", disease)
    assert _decisions(workbench, loaded) == {2: "accept", 3: "", 4: "accept", 5: "", 6: ""}
    assert workbench.decisions.count_acceptable(loaded, 0.0) == 2
    assert workbench.decisions.undo("ann").lines == 2
    assert workbench.answers.counts(loaded)["left"] == 5


def test_what_cannot_be_decided_says_so(workbench: Workbench, loaded: int) -> None:
    ids = _ids(workbench, loaded)
    with pytest.raises(BadInput, match="Say who you are"):
        workbench.decisions.decide(loaded, [ids[2]], "accept", " ")
    with pytest.raises(BadInput, match="no decision “perhaps”"):
        workbench.decisions.decide(loaded, [ids[2]], "perhaps", "ann")
    with pytest.raises(NotFound, match="Organs has no concept “Z9”"):
        workbench.decisions.decide(loaded, [ids[2]], "other", "ann", concept="Z9")
    with pytest.raises(NotFound, match="has no line"):
        workbench.decisions.decide(loaded, [9_999], "accept", "ann")
    with pytest.raises(NotFound, match="There is no normalisation 77"):
        workbench.normalisation.get(77)
    assert set(_decisions(workbench, loaded).values()) == {""}


def test_a_line_without_that_candidate_says_so(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    lines = [Line(2, 1, 1, "flu"), Line(3, 1, 1, "asthma", concept="L1", name="asthma", score=1.0)]
    answers_module("csv").write_answers(path, lines, About(path, "organs"))
    number = workbench.answer_files.load(path, "organs", "ann")
    first, second = (line.id for line in workbench.answers.lines(number, order="as in the file"))
    with pytest.raises(BadInput, match="“flu” \\(row 2\\) has no candidate; choose a concept, or no match"):
        workbench.decisions.decide(number, [first], "accept", "ann")
    with pytest.raises(BadInput, match="“asthma” \\(row 3\\) has no second candidate"):
        workbench.decisions.decide(number, [second], "second", "ann")
    assert workbench.decisions.count_acceptable(number, 0.0) == 0  # nobody knows how sure they are


def test_an_accepted_text_is_found_in_the_next_run(workbench: Workbench, loaded: int, tmp_path: Path) -> None:
    line = _ids(workbench, loaded)[6]
    workbench.decisions.decide(loaded, [line], "other", "ann", concept="L3")
    path = tmp_path / "again.csv"
    path.write_text("mention\nPoor  Breath at NIGHT\n", encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(NormalisationRequest(str(path), "organs")))
    (found,) = workbench.answers.lines(run.result["normalisation"])
    assert (found.concept, found.score, found.origin) == ("L3", 1.0, "D")


@pytest.mark.parametrize("name", ["a.csv", "a.xlsx", "a.sssom.tsv", "a.fhir.json"])
def test_an_export_loaded_again_is_the_same_with_its_decisions(
    workbench: Workbench, loaded: int, tmp_path: Path, name: str
) -> None:
    ids = _ids(workbench, loaded)
    workbench.decisions.decide(loaded, [ids[2], ids[4]], "accept", "ann", comment="=sure")
    workbench.decisions.decide(loaded, [ids[3]], "flag", "bob")
    path = tmp_path / name
    assert workbench.normalisation.export(loaded, path) == 5
    assert workbench.answer_files.recognises(path)
    again = workbench.answer_files.load(path, "organs", "cleo")
    assert again != loaded
    lines = [workbench.answers.lines(number, Filter(), "as in the file") for number in (loaded, again)]
    assert lines[0] == lines[1]
    assert {line.who for line in lines[1]} == {"ann", "bob", ""}
    assert workbench.decisions.undo("cleo").lines == 3
    assert set(_decisions(workbench, again).values()) == {""}
    assert _decisions(workbench, loaded)[2] == "accept"


def test_pubtator_is_refused_when_its_texts_have_changed(workbench: Workbench, loaded: int, tmp_path: Path) -> None:
    out = tmp_path / "a.pubtator.txt"
    assert workbench.normalisation.export(loaded, out) == 5
    (tmp_path / "m.csv").write_text(MENTIONS + "f,more,\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"m\.csv is gone from .* or has changed since"):
        workbench.normalisation.export(loaded, out)


def test_candidates_of_several_encoders_stand_side_by_side(workbench: Workbench, loaded: int) -> None:
    line = workbench.answers.lines(loaded, Filter(text="night"))[0]
    found = workbench.answers.candidates(loaded, line.id, ["vectors", "current"], 3)
    assert {encoder: len(candidates) for encoder, candidates in found.items()} == {"vectors": 3, "current": 3}


def test_what_is_denied_is_denied_under_other_encoders_too(workbench: Workbench, tmp_path: Path) -> None:
    """What was left of “no evidence of …” was asked, and its concept was likely."""
    path = tmp_path / "denied.csv"
    path.write_text("mention\nno evidence of heart attack\n", encoding="utf-8")
    run = workbench.normalisation.queue(NormalisationRequest(str(path), "organs", search="evidence"))
    number = worker.execute(workbench.workspace, run).result["normalisation"]
    (line,) = workbench.answers.lines(number)
    found = workbench.answers.candidates(number, line.id, ["vectors"], 3)["vectors"][0]
    assert line.read_as == "heart attack" and line.differs == "negation"
    assert (found.concept_id, found.differs) == (line.concept, ("negation",))


def test_a_deleted_file_leaves_its_judgements(workbench: Workbench, loaded: int) -> None:
    workbench.decisions.decide(loaded, [_ids(workbench, loaded)[2]], "accept", "ann")
    workbench.normalisation.delete(loaded)
    assert workbench.normalisation.all() == []
    assert [one.text for one in workbench.decisions.newest(loaded)] == ["heart attack"]


def test_a_run_that_was_stopped_goes_on_where_it_was(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text(MENTIONS, encoding="utf-8")
    asked = NormalisationRequest(str(path), "organs")
    run = workbench.normalisation.queue(asked)
    made_of = checkpoint_path(workbench.workspace, run)
    kept = StoreSink(workbench.workspace, run, asked, made_of)
    list(normalise_file(workbench.workspace, replace(asked), kept))
    assert kept.begun() == (6, 5)
    done = worker.execute(workbench.workspace, run)  # all is there already
    assert (done.status, done.result["normalisation"], done.result["mentions"]) == (COMPLETED, kept.number, 5)
    assert workbench.normalisation.get(kept.number).lines == 5
    path.write_text(MENTIONS + "f,more,\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"m\.csv has changed since the run began"):
        StoreSink(workbench.workspace, run, asked, made_of)


def test_a_run_is_not_gone_on_with_after_what_decides_its_answers_changed(workbench: Workbench, tmp_path: Path) -> None:
    """Half of its lines were of one order of rankings and half of another."""
    path = tmp_path / "m.csv"
    path.write_text(MENTIONS, encoding="utf-8")
    run = workbench.normalisation.queue(NormalisationRequest(str(path), "organs", search="evidence"))
    asked = NormalisationRequest.from_dict(workbench.jobs.run(run).recipe)
    made_of = checkpoint_path(workbench.workspace, run)
    kept = StoreSink(workbench.workspace, run, asked, made_of)
    list(normalise_file(workbench.workspace, asked, kept))
    workbench.decisions.decide(kept.number, [_ids(workbench, kept.number)[2]], "accept", "ann")
    assert StoreSink(workbench.workspace, run, asked, made_of).number == kept.number  # people work through it meanwhile
    workbench.abbreviations.add("RHF2", ["heart failure"], "ann")
    with workbench.workspace.writing() as db:
        ranking_orders.add(db, {"leaf": 1.0}, 30, {}, "ann", "Order learnt")
    told = r"m\.csv cannot .* the order of rankings and dictionary of short forms changed, .*; start a new run\."
    with pytest.raises(BadInput, match=told):
        StoreSink(workbench.workspace, run, asked, made_of)


def test_a_sample_of_what_bulk_would_accept_is_among_it_and_stays_the_same(workbench: Workbench, loaded: int) -> None:
    sample = workbench.decisions.sample_acceptable(loaded, 0.0, most=2)
    assert len(sample) == 2 and sample == workbench.decisions.sample_acceptable(loaded, 0.0, most=2)
    everything = workbench.decisions.sample_acceptable(loaded, 0.0, most=99)
    assert len(everything) == workbench.decisions.count_acceptable(loaded, 0.0)
    assert "right chest pain of the heart" not in {line.text for line in everything}  # its side differs


def test_what_changed_lists_lines_that_would_be_answered_otherwise(workbench: Workbench, loaded: int) -> None:
    def changed() -> dict:
        run = worker.execute(workbench.workspace, workbench.answer_changes.queue(loaded))
        assert run.status == COMPLETED, run.error
        return run.result

    assert changed()["count"] == 0 and changed()["lines"] == 5
    before = {line.text: line.concept for line in workbench.answers.lines(loaded)}
    workbench.synonyms.add("organs", "L2", "poor breath at night", "ann")
    workbench.decisions.decide(loaded, [_ids(workbench, loaded)[4]], "other", "ann", concept="L1")
    found = changed()
    assert {one["text"]: (one["before"], one["now"]) for one in found["changed"]} == {
        "cardiac failure": ("H2", "L1"),
        "poor breath at night": (before["poor breath at night"], "L2"),
    }
    assert (found["changed"][0]["decision"], found["changed"][0]["decided"]) == ("other", "L1")
    assert {line.text: line.concept for line in workbench.answers.lines(loaded)} == before
    run = workbench.answer_changes.run_of(loaded)
    assert run is not None and run.result == found
    Path(workbench.normalisation.get(loaded).source).unlink()
    with pytest.raises(BadInput, match="gone or has changed"):
        workbench.answer_changes.queue(loaded)
