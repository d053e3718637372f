"""Every page opens, says what to do where there is nothing yet, and answers bad input with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.learning.presets import ABOUT, PRESETS
from engine.workbench import SourceFile, Workbench
from pages.parts.rankings.concept_panel import OpenedConcept
from tests.coded import with_codes

PAGES = sorted(path.stem for path in (Path(__file__).parents[2] / "pages").glob("*.py") if path.stem != "__init__")
Opener = Callable[..., AppTest]


def drawn(app: AppTest, component: str) -> list[dict[str, Any]]:
    """What the page gave to each instance of one of our components."""
    return [
        json.loads(one.proto.json)
        for one in app.get("bidi_component")
        if one.proto.component_name == f"nomenclator_{component}"
    ]


def ranking(app: AppTest, text: str) -> dict[str, Any]:
    """The first column of the ranking that appears when `text` is typed."""
    app.text_input(key="q").set_value(text).run()
    return drawn(app, "candidate_table")[0]["columns"][0]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens(page: str, workbench: Workbench, open_page: Opener) -> None:
    app = open_page(page)

    assert not app.exception
    assert not app.error
    assert app.title[0].value == page.capitalize()


def test_an_exact_name_stands_first_and_is_marked(workbench: Workbench, open_page: Opener) -> None:
    rows = ranking(open_page(), "heart attack")["rows"]

    assert rows[0]["concept"] == "H1" and rows[0]["exact"]
    assert rows[0]["parts"] == [["heart", True], [" ", False], ["attack", True]]
    assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))


def test_what_is_added_is_what_the_typed_text_introduces(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/H2")
    app.session_state["opened"] = OpenedConcept("organs", "H2", "Dx: pump failure")
    app.run()
    assert app.button(key="accept").label == "Add “pump failure” as synonym"


def test_an_added_name_is_in_the_next_ranking(workbench: Workbench, open_page: Opener) -> None:
    app = open_page()
    ranking(app, "pump failure")
    workbench.synonyms.add("organs", "H2", "pump failure", "mira", reason="heard on the ward")
    rows = ranking(app, "pump failure ")["rows"]

    assert (rows[0]["concept"], rows[0]["exact"], rows[0]["added"]) == ("H2", True, True)
    edits = drawn(app.run(), "sheet")[0]["rows"]
    assert (edits[0]["who"], edits[0]["reason"], edits[0]["name"]) == ("mira", "heard on the ward", "pump failure")


def test_a_code_that_no_concept_has_says_so_and_what_may_be_meant(
    workbench: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    """“E11.999” was answered by Stillbirth, and “I21,9” by contaminated blood, without a word."""
    with_codes(workbench, tmp_path)
    app = open_page()
    ranking(app, "I21,9")
    assert any("No concept here has the code “I21\\,9”" in one.value for one in app.caption)
    app.button(key="meant_I21.9").click().run()
    assert drawn(app, "candidate_table")[0]["columns"][0]["rows"][0]["concept"] == "I21.9"
    assert not any("has the code" in one.value for one in app.caption)
    ranking(app, "heart attack")
    assert not any("has the code" in one.value for one in app.caption)


def test_a_pasted_list_is_told_where_lists_are_answered(workbench: Workbench, open_page: Opener) -> None:
    app = open_page()
    ranking(app, "heart attack, knee pain, asthma, " * 6)
    assert not app.exception and any("looks like a list or a note" in one.value for one in app.caption)
    ranking(app, "heart attack, knee pain, asthma, " * 90)  # more than a name may have: nothing is searched
    assert "This looks like a list or a note." in [one.value for one in app.caption]


def test_a_placed_concept_is_named_among_the_newest_edits(workbench: Workbench, open_page: Opener) -> None:
    new = workbench.placement.rank_parents("pump failure", "organs", "vectors")
    code = workbench.placement.accept(new, new.parents[0].id, "mira")
    workbench.placement.accept(
        workbench.placement.rank_parents("Asthma", "organs", "vectors"), "H1", "mira", concept="L1"
    )
    edits = drawn(open_page(), "sheet")[0]["rows"]

    known = workbench.terminologies.preferred_names("organs", ["L1"])["L1"]
    placed = [(row["name"], row["name_why"]) for row in edits if row["done"] == "placed under"]
    assert placed == [(known, "L1"), ("pump failure", code)]


@pytest.mark.parametrize("text", ["x" * 10_000, "🫀", "!!! ???", "<b>x</b>", "![a](http://a.example/b.png)", "'; --"])
def test_whatever_is_typed_gets_an_answer_or_a_sentence(text: str, workbench: Workbench, open_page: Opener) -> None:
    app = open_page()
    column = ranking(app, text)

    assert not app.exception
    assert column["rows"] or column["note"].endswith(".")


def test_an_empty_query_says_what_to_do(workbench: Workbench, open_page: Opener) -> None:
    app = open_page()
    app.text_input(key="q").set_value("   ").run()

    assert not app.exception and not drawn(app, "candidate_table")
    assert any("appears as you type" in caption.value for caption in app.caption)


def test_the_concept_named_in_the_address_is_open(workbench: Workbench, open_page: Opener) -> None:
    card = drawn(open_page(concept="organs/H1"), "concept_card")[0]

    assert card["preferred"] == "Myocardial infarction"
    assert [name["text"] for name in card["names"]] == ["Myocardial infarction", "heart attack", "cardiac infarction"]
    assert [ref["id"] for ref in card["path"]] == ["R", "H"]


def test_the_card_follows_the_address_back_and_forth(
    workbench: Workbench, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_page(concept="organs/H1")
    app.query_params["concept"] = "organs/H2"  # as a request does that was sent before the window heard of H1
    assert drawn(app.run(), "concept_card")[0]["id"] == "H1"

    back = SimpleNamespace(is_history_navigation=True, fragment_ids_this_run=None)
    monkeypatch.setattr("pages.parts.shell.address.get_script_run_ctx", lambda: back)
    app.query_params["concept"] = "organs/H2"
    assert drawn(app.run(), "concept_card")[0]["id"] == "H2"
    app.query_params["concept"] = "organs/H1"
    assert drawn(app.run(), "concept_card")[0]["id"] == "H1"
    del app.query_params["concept"]
    assert not drawn(app.run(), "concept_card")


def test_a_concept_that_is_not_there_is_a_sentence(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/H9")

    assert not app.exception
    assert "H9" in app.error[0].value


def test_a_name_that_denotes_another_concept_asks_before_it_is_added(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/H2")
    app.text_input(key="new_name").set_value("heart attack")
    next(button for button in app.button if button.label == "Add").click().run()

    assert "Myocardial infarction" in app.warning[0].value
    assert not workbench.edits.newest()
    next(button for button in app.button if button.label == "Add it all the same").click().run()
    assert [(edit.concept_id, edit.name) for edit in workbench.edits.newest()] == [("H2", "heart attack")]


def test_a_name_that_another_window_gave_another_concept_meanwhile_is_not_added_at_once(
    workbench: Workbench, open_page: Opener
) -> None:
    """The card had been drawn before, without the warning, and the key A made the name ambiguous."""
    app = open_page(concept="organs/H2", q="weak pump")
    workbench.synonyms.add("organs", "H1", "weak pump", "ben")
    app.button(key="accept").click().run()
    assert [edit.concept_id for edit in workbench.edits.newest()] == ["H1"]
    assert any("was added to H1 meanwhile; look again" in one.value for one in app.info)
    assert "already denotes H1" in app.warning[0].value
    app.button(key="accept").click().run()
    assert sorted(edit.concept_id for edit in workbench.edits.newest()) == ["H1", "H2"]


def test_what_was_seen_and_the_reason_are_kept_with_the_typed_name_alone(
    workbench: Workbench, open_page: Opener
) -> None:
    """Another name, and a withdrawal by ×, were kept with the query's score and the reason typed for the query."""
    app = open_page(concept="organs/H2", q="pump failure")
    app.session_state["opened"] = OpenedConcept("organs", "H2", "pump failure", 0.5, "vectors", 2)
    app.run()
    app.text_input(key="reason").set_value("heard on the ward").run()
    app.text_input(key="new_name").set_value("weak pump")
    next(button for button in app.button if button.label == "Add").click().run()
    (edit,) = workbench.edits.newest()
    assert (edit.name, edit.query, edit.score, edit.model, edit.reason) == ("weak pump", "", None, "", "")
    assert app.text_input(key="reason").value == "heard on the ward"
    app.button(key="accept").click().run()
    edit = workbench.edits.newest()[0]
    seen = ("pump failure", 0.5, "vectors", "heard on the ward")
    assert (edit.name, edit.query, edit.score, edit.model, edit.reason) == ("pump failure", *seen)


def test_a_card_of_a_former_search_asks_before_it_adds_that(workbench: Workbench, open_page: Opener) -> None:
    """The key A added what was typed before to the concept of before, though the box had another text."""
    app = open_page(concept="organs/H2", q="wheezing")
    app.session_state["opened"] = OpenedConcept("organs", "H2", "pump failure", 0.5, "vectors", 2)
    app.run()
    app.button(key="accept").click().run()
    assert workbench.edits.newest() == [] and "The search box has “wheezing” now" in app.info[0].value
    app.button(key="accept").click().run()
    assert [edit.name for edit in workbench.edits.newest()] == ["pump failure"]


def test_an_undone_edit_is_one_row_and_marked(workbench: Workbench, open_page: Opener) -> None:
    workbench.synonyms.add("organs", "H2", "weak pump", "ann")
    workbench.history.undo("ann")
    (row,) = drawn(open_page(), "sheet")[-1]["rows"]
    assert (row["name"], row["done"], row["state"]) == ("weak pump", "added to", "undone")


def test_the_typed_name_of_the_address_can_be_added(workbench: Workbench, open_page: Opener) -> None:
    """After a reload, Back or by a bookmark the button was missing."""
    app = open_page(concept="organs/H2", q="pump failure")
    assert app.button(key="accept").label == "Add “pump failure” as synonym"


def test_a_name_that_is_too_long_is_a_sentence(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/H2")
    app.text_input(key="new_name").set_value("x" * 2_100)
    next(button for button in app.button if button.label == "Add").click().run()
    assert not app.exception and "at most 2,000" in app.error[0].value.replace("\\", "")


def test_a_folder_that_is_no_workspace_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_page: Opener
) -> None:
    letters = tmp_path / "letters"
    letters.mkdir()
    (letters / "letter.txt").write_text("dear reader", encoding="utf-8")
    monkeypatch.setenv("NOMENCLATOR_WORKSPACE", str(letters))
    app = open_page()

    assert not app.exception
    assert "is not a workspace" in app.error[0].value.replace("\\", "")
    assert [path.name for path in letters.iterdir()] == ["letter.txt"]


def test_classes_that_are_too_small_stop_a_training_with_a_sentence(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("train")
    start, (warning,) = app.button(key="start_training"), app.warning

    assert not app.exception
    assert start.disabled and start.help == warning.value
    assert [one for one in app.header if one.value == "Classes"]


def test_every_preset_has_its_sentence() -> None:
    assert list(ABOUT) == list(PRESETS)
    assert all(said.endswith(".") and len(said) < 240 for said in ABOUT.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_its_form(preset: str, workbench: Workbench, open_page: Opener) -> None:
    app = open_page("train")
    app.selectbox(key="train_preset").set_value(preset).run()
    shots = [field.key for field in app.number_input if field.key == "train_shots"]
    keys = {
        field.key for kind in ("number_input", "selectbox", "checkbox", "text_input") for field in getattr(app, kind)
    }
    recipe = PRESETS[preset]

    assert not app.exception
    assert shots == (["train_shots"] if "shots" in recipe["sampler"] else [])
    settings = {field.path for field in workbench.training.fields(recipe)} - {"sampler.shots"}
    assert {f"set_{preset}_{path}" for path in settings} <= keys
    assert any(caption.value.replace("\\", "") == ABOUT[preset] for caption in app.caption)
    report = workbench.training.selection({**recipe, "terminology": "organs", "input": "vectors"})
    assert [warning.value.replace("\\", "") for warning in app.warning] == ([report.problem] if report.problem else [])
    assert bool(drawn(app, "sheet")[0]["rows"]) == bool(report.lines)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_label_set_is_for_classes_only(preset: str, workbench: Workbench, open_page: Opener) -> None:
    workbench.labels.add(
        "topics", [(f"{part} pain {name}", part) for name in "abcd" for part in ("knee", "hip")], "ann"
    )
    app = open_page("train")
    app.selectbox(key="train_preset").set_value(preset)
    app.segmented_control(key="train_from").set_value("Label set").run()
    classes = PRESETS[preset]["data"]["name"] == "top-classes"

    assert not app.exception
    assert bool([box for box in app.selectbox if box.key == "train_labels"]) == classes
    assert any("few-shot preset" in said.value for said in app.info) != classes
    if classes:
        app.number_input(key="train_shots").set_value(2).run()
    assert app.button(key="start_training").disabled != classes


def test_a_preview_of_an_import_follows_the_file(workbench: Workbench, tmp_path: Path, open_page: Opener) -> None:
    file = tmp_path / "more.csv"
    file.write_text("id,name,synonyms\n1,Hand,manus|paw\n", encoding="utf-8")
    app = open_page("terminologies")
    app.text_input(key="import_path").set_value(str(file)).run()
    assert not app.exception and any("**1 concept**, 3 names" in one.value for one in app.markdown)
    app.text_input(key="import_title").set_value("Parts").run()  # keeps the preview, and is kept
    assert app.button(key="import_start").label == "Import 1 concept"
    file.write_text("id,name,synonyms\n1,Hand,manus|paw\n2,Foot,\n", encoding="utf-8")
    assert app.run().button(key="import_start").label == "Import 2 concepts"


def test_all_terminologies_are_offered_where_synonyms_are_learned(
    workbench: Workbench, tmp_path: Path, open_page: Opener
) -> None:
    file = tmp_path / "more.csv"
    file.write_text("id,name,synonyms\n1,Hand,manus|paw\n2,Foot,pes|sole\n", encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file, "csv"), "body"))
    app = open_page("train")
    app.selectbox(key="train_preset").set_value("conceptual-grounding").run()

    assert app.selectbox(key="train_terminology").options[-1] == "All terminologies"
    app.selectbox(key="train_terminology").set_value("all").run()
    titles = {row["title"] for sheet in drawn(app, "sheet") for row in sheet["rows"] if "use" in row}
    assert "Hand" in titles and "Myocardial infarction" in titles
    app.selectbox(key="train_preset").set_value("few-shot").run()
    assert app.selectbox(key="train_terminology").value == "organs"


def test_a_model_that_is_not_there_is_said_before_the_start(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("train")
    app.selectbox(key="train_preset").set_value("triplet-search").run()
    app.text_input(key="set_triplet-search_encoder.model").set_value("no-such-model").run()

    assert not app.exception
    assert "no-such-model" in app.warning[0].value.replace("\\", "")
    assert app.button(key="start_training").disabled


def test_labels_are_kept_with_the_rows_that_cannot_be_said(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("labels")
    app.text_input(key="new_set").set_value("triage")
    app.segmented_control(key="new_way").set_value("pasted").run()
    app.text_area(key="labels_text").set_value("heart attack, urgent\ncough, wait\nlost").run()

    assert "Row 3" in app.warning[0].value
    app.button(key="keep_labels").click().run()
    assert workbench.label_sets.counts()[0].classes == {"urgent": 1, "wait": 1}


def test_a_corpus_that_is_missing_is_a_sentence(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("terminologies")
    app.selectbox(key="vectors_way").set_value("Your own text").run()
    app.text_area(key="corpora").set_value("/nowhere/corpus.txt")
    app.text_input(key="vectors_name").set_value("mine")
    next(button for button in app.button if button.label == "Train vectors").click().run()

    assert not app.exception
    assert "corpus" in app.error[0].value


def test_short_forms_are_looked_up_kept_and_taken_out(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("terminologies")
    app.text_input(key="forms_text").set_value("T2DM").run()
    (rows,) = [one["rows"] for one in drawn(app, "sheet") if one["label"] == "Short forms and lay words"]
    assert rows[0]["meanings"] == "type 2 diabetes mellitus" and rows[0]["who"] == "shipped"
    app.text_input(key="forms_text").set_value("LVH").run()
    (rows,) = [one["rows"] for one in drawn(app, "sheet") if one["label"] == "Short forms and lay words"]
    assert {one["wording"]: one["meanings"] for one in rows if one["form"] == "LVH"} == {
        "HPO": "left ventricular hypertrophy",
        "ICD-10-CM": "cardiomegaly",
    }
    assert len({one["id"] for one in rows}) == len(rows)
    (headings,) = [one["columns"] for one in drawn(app, "sheet") if one["label"] == "Short forms and lay words"]
    assert "Counts" not in [one["title"] for one in headings]  # it stood over empty cells
    app.text_input(key="form_form").set_value("QQX")
    app.text_area(key="form_meanings").set_value("one\ntwo")
    app.button[[one.label for one in app.button].index("Keep")].click().run()
    assert not app.exception and "QQX" in app.success[0].value
    (form,), _ = workbench.abbreviations.search(own=True)
    assert (form.form, form.meanings) == ("QQX", ("one", "two"))


def test_lines_of_a_file_of_short_forms_that_are_left_out_are_counted(workbench: Workbench, open_page: Opener) -> None:
    """They were told in green behind what was added, the first three as if they were all."""
    app = open_page("terminologies")
    rows = "form,meanings\nQQX,one\n" + ",nothing\n" * 5
    app.file_uploader(key="forms_file").set_value(("forms.csv", rows.encode(), "text/csv")).run()
    assert not app.exception and not app.success
    said = app.info[0].value.replace("\\", "")
    assert said.startswith("Added 1 form from forms.csv. 5 lines are left out. Line 3: ") and said.count("Line ") == 3


def test_what_undo_says_of_a_long_title_ends_once(workbench: Workbench, open_page: Opener) -> None:
    workbench.upkeep.describe("organs", "ann", title="Organs and their disorders " * 6)
    app = open_page("history")
    app.text_input(key="who").set_value("ann").run()
    app.button(key="undo").click().run()
    assert app.success[0].value.endswith("…") and workbench.terminologies.all()[0].title == "Organs"


def test_undo_says_first_what_it_would_take_back_of_another_page(workbench: Workbench, open_page: Opener) -> None:
    """U on Rankings took back a switch of model made in another window, without a word."""
    app = open_page()
    app.text_input(key="who").set_value("ann").run()
    workbench.labels.relabel("topics", [("knee pain", "knee")], "ann")
    app.button(key="undo").click().run()
    assert workbench.history.count() == 1
    assert any("on another page" in one.value and "Press U again" in one.value for one in app.info)
    app.button(key="undo").click().run()
    assert not any("on another page" in one.value for one in app.info)
    assert workbench.history.entries()[0].role == "undo"


def test_an_added_name_says_once_that_it_was_added(workbench: Workbench, open_page: Opener) -> None:
    """The card read “added … added by root”."""
    workbench.synonyms.add("organs", "H2", "pump failure", "mira")
    names = drawn(open_page(concept="organs/H2"), "concept_card")[0]["names"]
    assert [(one["source"], one["added"]) for one in names if one["text"] == "pump failure"] == [("by mira", True)]


def test_a_new_query_closes_the_card_of_the_last_ones_rows(open_page: Opener) -> None:
    """“Add “pump failure” as synonym” stood beside the ranking of “wheezing”, and what was said of the last action."""
    app = open_page(concept="organs/H2", q="pump failure")
    app.session_state["said"] = ("success", "Added “pump”.", 0.0)
    app.text_input(key="q").set_value("wheezing").run()
    assert not app.exception and not app.success and not drawn(app, "concept_card")
    assert "concept" not in app.query_params
