"""The page Normalise without a browser: empty states, the queue in the address, and what the desk is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.normalisation.request import NormalisationRequest
from engine.workbench import Workbench
from tests.coded import with_codes

Opener = Callable[..., AppTest]
MENTIONS = """id,mention,kind
a,heart attack,Disease
b,right chest pain of the heart,Disease
c,cardiac failure,Disease
d,HEART ATTACK,Symptom
e,poor breath at night,Symptom
"""


@pytest.fixture
def answered(workbench: Workbench) -> int:
    return answer(workbench, MENTIONS, "organs")


def answer(workbench: Workbench, mentions: str, terminology: str, **more: Any) -> int:
    """The number of the file of mentions, answered; `more` is what else the request says."""
    request = NormalisationRequest(str(workbench.mentions.save("m.csv", mentions.encode())), terminology, **more)
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(request))
    assert not run.error
    return int(run.result["normalisation"])


def drawn(app: AppTest, component: str) -> dict[str, Any]:
    """What the page gave to a component of ours."""
    assert not app.exception, app.exception
    (one,) = (one for one in app.get("bidi_component") if one.proto.component_name == f"nomenclator_{component}")
    return dict(json.loads(one.proto.json))


def every_drawn(app: AppTest, component: str) -> list[dict[str, Any]]:
    """What the page gave to each of our components of a kind."""
    found = [one for one in app.get("bidi_component") if one.proto.component_name == f"nomenclator_{component}"]
    return [dict(json.loads(one.proto.json)) for one in found]


def test_where_there_is_no_file_the_page_says_what_to_do(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("normalise")

    assert drawn(app, "sheet")["empty"].startswith("No file yet.")
    assert any("column of names" in caption.value for caption in app.caption)
    app.button(key="example_organs").click().run()
    assert not app.exception and app.button(key="mentions_start").label == "Start"


def test_billable_codes_are_offered_where_a_terminology_says_which_are(
    workbench: Workbench, tmp_path: Path, open_page: Opener, started: list[int]
) -> None:
    with_codes(workbench, tmp_path)
    app = open_page("normalise")
    app.button(key="example_organs").click().run()
    app.selectbox(key="mentions_terminology").set_value("organs").run()
    assert "mentions_billable" not in {one.key for one in app.checkbox}
    app.selectbox(key="mentions_terminology").set_value("codes").run()
    app.checkbox(key="mentions_billable").check().run()
    app.button(key="mentions_start").click().run()
    run = workbench.jobs.run(started[0])
    assert (run.recipe["terminology"], run.recipe["billable"]) == ("codes", True)


def test_the_example_is_previewed_and_started(workbench: Workbench, open_page: Opener, started: list[int]) -> None:
    app = open_page("normalise")
    app.button(key="example_organs").click().run()
    tables = [json.loads(one.proto.json or "{}") for one in app.get("bidi_component")]
    preview = next(one for one in tables if one.get("label") == "The first mentions")
    assert preview["rows"][0]["text"] == "Disorders"
    app.checkbox(key="mentions_plurals").uncheck().run()
    app.button(key="mentions_start").click().run()

    assert not app.exception and len(started) == 1
    recipe = workbench.jobs.run(started[0]).recipe
    assert (recipe["terminology"], recipe["search"], list(recipe["without"])) == ("organs", "evidence", ["plurals"])


def test_a_cancelled_file_is_taken_up_again(workbench: Workbench, open_page: Opener, started: list[int]) -> None:
    """The page ended in an error: it had two buttons of one name."""
    app = open_page("normalise")
    app.button(key="example_organs").click().run()
    app.button(key="mentions_start").click().run()
    workbench.jobs.cancel(started[0])
    app.run()
    assert not app.exception
    app.button(key=f"resume_{started[0]}").click().run()
    assert not app.exception and started == started[:1] * 2


def test_a_file_that_is_gone_is_a_sentence(workbench: Workbench, open_page: Opener) -> None:
    for named, said in (("77", "There is no normalisation 77"), ("-3", "There is no normalisation “-3”")):
        app = open_page("normalise", file=named)

        assert not app.exception
        assert said in app.error[0].value.replace("\\", "")
        assert "file" not in app.query_params


def test_the_desk_gets_the_queue_with_candidates(workbench: Workbench, open_page: Opener, answered: int) -> None:
    desk = drawn(open_page("normalise", file=str(answered)), "normalise_desk")

    assert [row["id"] for row in desk["rows"]] == workbench.answers.queue(answered)
    assert desk["counts"]["left"] == desk["total"] == 5 and desk["at"] == desk["rows"][0]["id"]
    by_text = {given["text"]: given for given in desk["details"].values()}
    assert by_text["heart attack"]["alike"] == 2 and by_text["heart attack"]["extra"] == [["id", "a"]]
    marked = by_text["right chest pain of the heart"]["columns"][0]["rows"][0]
    assert (marked["concept"], marked["differs"]) == ("H3", "side") and marked["sure"][0] in ("likely", "guess")
    others = [one for given in desk["details"].values() for one in given["columns"][0]["rows"][1:]]
    names = workbench.terminologies.preferred_names("organs", {one["concept"] for one in others})
    assert others and all(names[one["concept"]] in (one["preferred"], one["name"]) for one in others)


def test_a_candidate_is_read_in_brief_beside_the_line(workbench: Workbench, open_page: Opener, answered: int) -> None:
    desk = drawn(open_page("normalise", file=str(answered)), "normalise_desk")

    here = desk["details"][str(desk["at"])]
    told = here["cards"]
    assert set(told) == {row["concept"] for row in here["columns"][0]["rows"]}
    for concept, brief in told.items():
        card = workbench.terminologies.concept("organs", concept)
        assert brief["preferred"] == card.concept.preferred
        assert all(one.preferred in brief["around"] for one in card.parents)
        assert {one.text for one in card.concept.names} >= set(brief["names"])


def test_the_desk_says_what_a_coder_must_know(workbench: Workbench, open_page: Opener, tmp_path: Path) -> None:
    with_codes(workbench, tmp_path)
    path = workbench.mentions.save("c.csv", b"document,mention\n1,heart attack unspecified\n1,angina pectoris\n")
    request = NormalisationRequest(str(path), "codes", encoder="vectors")
    number = int(worker.execute(workbench.workspace, workbench.normalisation.queue(request)).result["normalisation"])
    attack, angina = (line.id for line in workbench.answers.lines(number, order="as in the file"))
    workbench.decisions.decide(number, [attack], "accept", "ann")
    desk = drawn(open_page("normalise", file=str(number), status="All lines"), "normalise_desk")
    marks = {row["concept"]: row["marks"] for row in desk["details"][str(angina)]["columns"][0]["rows"]}
    assert [text for text, _ in marks["I20"]] == ["not billable", "take I20.9", "Excludes1: not with I21.9"]
    assert all(meaning for some in marks.values() for _, meaning in some)


def test_filter_order_and_encoders_come_from_the_address(
    workbench: Workbench, open_page: Opener, answered: int
) -> None:
    workbench.decisions.decide(answered, [workbench.answers.queue(answered)[0]], "skip", "ann")
    chosen = {"status": "All lines", "order": "As in the file", "find": "heart", "type": "Disease"}
    app = open_page("normalise", file=str(answered), **chosen)
    desk = drawn(app, "normalise_desk")
    assert [row["text"] for row in desk["rows"]] == ["heart attack", "right chest pain of the heart"]

    app = open_page("normalise", file=str(answered), marked="Marked")
    assert [row["text"] for row in drawn(app, "normalise_desk")["rows"]] == ["right chest pain of the heart"]


def test_the_count_of_a_bulk_decision_is_shown_before_it(
    workbench: Workbench, open_page: Opener, answered: int
) -> None:
    app = open_page("normalise", file=str(answered))
    app.slider(key="bulk_sure").set_value(0).run()
    assert app.button(key="bulk_accept").label == "Accept 4 lines"
    sample = [one.value.replace("\\", "") for one in app.caption if "→" in one.value]
    assert len(sample) == 4 and any(one.startswith("heart attack → Myocardial infarction") for one in sample)
    app.session_state["normalise_bulk"] = True
    app.run()
    app.button(key="bulk_accept").click().run()
    assert not app.session_state["normalise_bulk"]  # open it said that 0 lines would be accepted

    desk = drawn(app, "normalise_desk")
    assert (desk["said"]["kind"], desk["said"]["text"]) == ("success", "Accepted 4 lines. U takes it back.")
    assert [row["text"] for row in desk["rows"]] == ["right chest pain of the heart"]
    assert desk["counts"]["done"] == 4


def test_the_sample_of_a_bulk_decision_tells_the_part_of_each_line(workbench: Workbench, open_page: Opener) -> None:
    """“heart attack, asthma” stood before the concept of each of its parts."""
    number = answer(workbench, 'mention\n"heart attack, asthma"', "organs", search="evidence")
    app = open_page("normalise", file=str(number))
    app.slider(key="bulk_sure").set_value(0).run()
    sample = [one.value.replace("\\", "") for one in app.caption if "→" in one.value]
    assert sorted(one.partition(" → ")[0] for one in sample) == ["asthma", "heart attack"]


def test_what_an_export_leaves_out_is_told_with_its_format(workbench: Workbench, open_page: Opener) -> None:
    """Below five formats stood that guesses are left out, and not by which of them."""
    number = answer(workbench, "mention\nheart attack\nno asthma\nleft sciatica pain", "organs", search="evidence")
    (lost,) = workbench.normalisation.losses(number, Path("m.pubtator"))
    told = [one.value.replace("\\", "") for one in open_page("normalise", file=str(number)).caption]
    assert f"**PubTator**. {lost}" in told


def test_a_line_is_as_sure_in_the_list_the_bulk_decision_and_a_ranking(workbench: Workbench, open_page: Opener) -> None:
    texts = ("heart attack", "H2", "cardiac failure")
    number = answer(workbench, "mention\n" + "\n".join(texts), "organs", search="evidence")
    app = open_page("normalise", file=str(number))
    app.slider(key="bulk_sure").set_value(0).run()

    in_list = {row["text"]: row["sure"] for row in drawn(app, "normalise_desk")["rows"]}
    sample = [one.value.replace("\\", "") for one in app.caption if "→" in one.value]
    in_bulk = {one.partition(" → ")[0]: one.rpartition(" · ")[2] for one in sample}
    ranked = {text: workbench.rankings.rank(text, "organs").candidates[0].exact for text in texts}
    assert {text: sure[0] == "exact" for text, sure in in_list.items()} == ranked
    assert ranked["heart attack"] and ranked["H2"]
    assert in_bulk == {text: " ".join(sure) for text, sure in in_list.items()}


def test_an_export_is_recognised_and_taken_over(
    workbench: Workbench, open_page: Opener, answered: int, tmp_path: Path
) -> None:
    line = workbench.answers.queue(answered)[0]
    workbench.decisions.decide(answered, [line], "none", "bob")
    path = tmp_path / "m.csv"
    workbench.normalisation.export(answered, path)
    workbench.decisions.undo("bob")
    app = open_page("normalise")
    app.session_state["mentions_example"] = str(path)
    app.run()

    assert not app.exception
    assert app.button(key="again_take").label == "Take 1 decision into “m\\.csv”"
    app.button(key="again_take").click().run()
    assert workbench.answers.numbered(answered, [line])[0].decision == "none"
    assert workbench.answers.numbered(answered, [line])[0].who == "bob"


def test_decided_concepts_that_the_terminology_has_not_are_called_that(
    workbench: Workbench, open_page: Opener, answered: int, tmp_path: Path
) -> None:
    """A word that was replaced everywhere made “tally concepts” of them."""
    path = tmp_path / "m.csv"
    workbench.decisions.decide(answered, workbench.answers.queue(answered)[:1], "other", "bob", concept="L2")
    workbench.normalisation.export(answered, path)
    path.write_text(path.read_text(encoding="utf-8").replace(",other,L2,", ",other,X9,"), encoding="utf-8")
    app = open_page("normalise")
    app.session_state["mentions_example"] = str(path)
    app.run()
    assert not app.exception
    assert app.warning[0].value.startswith("1 decided concept not in this terminology: X9")


def test_without_another_encoder_the_choice_says_so(answered: int, open_page: Opener) -> None:
    app = open_page("normalise", file=str(answered))
    assert not app.exception
    assert any("There is no other encoder yet" in caption.value for caption in app.caption)


def test_what_a_mention_denies_is_not_taught(workbench: Workbench, open_page: Opener, tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("mention\nno tired heart\nbroken heart\n", encoding="utf-8")
    request = NormalisationRequest(str(path), "organs")
    number = int(worker.execute(workbench.workspace, workbench.normalisation.queue(request)).result["normalisation"])
    lines = [line.id for line in workbench.answers.lines(number)]
    workbench.decisions.decide(number, lines, "other", "ann", concept="H2")
    app = open_page("normalise", file=str(number))
    app.session_state["normalise_teach"] = True
    app.run()
    captions = [one.value for one in app.caption]
    said = "Left out: 1 negated, suspected, historical or of the family, as “no tired heart”."
    assert not app.exception and said in captions
    assert app.button(key="normalise_synonyms").label == "Add 1 synonym"


def test_what_changed_since_is_compared_when_asked_for(
    workbench: Workbench, open_page: Opener, answered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "spawn", worker.execute)
    workbench.synonyms.add("organs", "L2", "right chest pain of the heart", "ann")
    app = open_page("normalise", file=str(answered))
    app.session_state["normalise_changes"] = True  # the list is open
    app.run()
    app.button(key="normalise_compare").click().run()
    assert any("1 line** of 5" in one.value for one in app.markdown)
    ((row,),) = [one["rows"] for one in every_drawn(app, "sheet") if one["label"] == "What changed"]
    assert (row["text"], row["now"]) == ("right chest pain of the heart", "Pneumonia L2")


def test_that_deleted_answers_cannot_be_brought_back_is_said_before(
    workbench: Workbench, answered: int, open_page: Opener
) -> None:
    app = open_page("normalise")
    app.session_state["normalise_delete"] = answered
    app.run()
    assert "This cannot be undone; accepted names stay known" in app.warning[0].value
    assert ", 0 of 5 lines decided, with the texts" in app.warning[0].value  # there may be another file of that name


def test_a_decided_line_of_the_list_has_the_concept_that_it_was_tied_to(
    workbench: Workbench, open_page: Opener, answered: int
) -> None:
    """It had the answer that was refused."""
    line = workbench.answers.queue(answered)[0]
    workbench.decisions.decide(answered, [line], "other", "ann", concept="L2")
    rows = drawn(open_page("normalise", file=str(answered), status="All lines"), "normalise_desk")["rows"]
    assert {row["id"]: row["name"] for row in rows}[line] == "Pneumonia"


def test_codes_that_are_not_billable_are_counted_before_a_bulk_decision(
    workbench: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    with_codes(workbench, tmp_path)
    number = answer(workbench, "mention\nheart attack\nheart attack unspecified\n", "codes")
    with workbench.workspace.writing() as db:  # too small a terminology to learn it from
        db.execute("UPDATE answers SET probability = 0.9 WHERE normalisation = ?", [number])
    app = open_page("normalise", file=str(number))
    app.slider(key="bulk_sure").set_value(0).run()
    assert "1 of them is not billable." in [one.value for one in app.markdown]
    told = [one.value.replace("\\", "") for one in app.caption if "→" in one.value]
    assert any("→ Heart attack · I21 · not billable · " in one for one in told)
    assert any("→ Heart attack unspecified · I21.9 · " in one and "billable" not in one for one in told)
    app.checkbox(key="bulk_billable").check().run()  # they were accepted with the others, and without a word
    assert app.button(key="bulk_accept").label == "Accept 1 line"
    assert not any("I21 ·" in one.value.replace("\\", "") for one in app.caption if "→" in one.value)
    app.button(key="bulk_accept").click().run()
    assert drawn(app, "normalise_desk")["said"]["text"] == "Accepted 1 line. U takes it back."
    app.session_state["normalise_bulk"] = True
    app.run().slider(key="bulk_sure").set_value(0).run()
    app.checkbox(key="bulk_billable").uncheck().run().button(key="bulk_accept").click().run()
    told_after = drawn(app, "normalise_desk")["said"]["text"]
    assert told_after == "Accepted 1 line, 1 of them not billable. U takes it back."


def test_a_text_of_several_findings_says_why_there_are_more_lines_than_mentions(
    workbench: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    """“12 mentions answered” stood above “Work through 15 lines”."""
    request = NormalisationRequest(
        str(workbench.mentions.save("m.csv", b"mention\nheart attack and asthma\n")), "organs"
    )
    run = worker.execute(workbench.workspace, workbench.normalisation.queue(request))
    app = open_page("normalise")
    app.session_state["normalise_run"] = run.id
    app.run()
    assert "1 mention answered in 2 lines, one for each finding" in app.success[0].value
    assert app.button(key="open_done").label == "Work through 2 lines"


@pytest.mark.parametrize("field", ["status", "order", "marked", "beside"])
def test_a_filter_of_the_address_that_there_is_not_is_said(answered: int, open_page: Opener, field: str) -> None:
    app = open_page("normalise", file=str(answered), **{field: "nothing"})
    assert not app.exception and "The address names “nothing”, which is not here" in app.info[0].value
    known = {"status": "All lines", "order": "Sure first", "marked": "Marked"}
    app = open_page("normalise", file=str(answered), **known)
    assert not app.exception and not any("The address names" in one.value for one in app.info)
