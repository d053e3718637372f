"""The page of terminologies: which part of a file is imported, and where free ones are to be had."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.workbench import Workbench
from store.records.training import COMPLETED, FAILED
from tests.engine.cli.terminologies.test_import_filters import metathesaurus
from tests.engine.formats.rf2.test_rf2_modules import NORTH, edition
from tests.engine.jobs.test_vector_kinds import ended
from tests.mapped import started, with_others

Opener = Callable[..., AppTest]


@pytest.fixture
def chosen(tmp_path: Path, open_page: Opener) -> AppTest:
    """The page with a file of the UMLS chosen, and of it what is about chemicals, with suppressed names."""
    app = open_page("terminologies")
    app.text_input(key="import_path").set_value(str(metathesaurus(tmp_path))).run()
    assert any("**3 concepts**, 4 names" in one.value for one in app.markdown)
    app.multiselect(key="import_groups").set_value(["CHEM"]).run()
    return app.checkbox(key="import_suppressed").check().run()


def test_a_preview_follows_the_filters(workbench: Workbench, chosen: AppTest) -> None:
    assert chosen.multiselect(key="import_groups").options == ["DISO · 3", "CHEM · 1"]
    assert any("**1 concept**, 2 names" in one.value for one in chosen.markdown)
    assert not chosen.exception


def test_modules_of_a_release_are_chosen_by_what_they_are_called(
    workbench: Workbench, tmp_path: Path, open_page: Opener
) -> None:
    app = open_page("terminologies")
    app.text_input(key="import_path").set_value(str(edition(tmp_path))).run()
    modules = app.multiselect(key="import_modules")
    assert modules.options[:2] == [
        "Northern module · 3 concepts, 4 names",
        "SNOMED CT core module · 2 concepts, 4 names",
    ]

    modules.set_value([NORTH]).run()
    assert any("**3 concepts**, 4 names, 1 parent link, **3 problems**" in one.value for one in app.markdown)
    assert any("lead to concepts outside" in one.value for one in app.caption) and not app.exception


def test_names_that_concepts_share_are_counted_in_the_preview(
    workbench: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "veins.csv"
    path.write_text(
        "id,name,synonyms\nLH15,Varicose veins,\nLH16,varicose Veins,varices\nLH17,Oedema,\n", encoding="utf-8"
    )
    app = open_page("terminologies")
    app.text_input(key="import_path").set_value(str(path)).run()
    told = [one.value.replace("\\", "") for one in app.caption]

    assert not app.exception
    assert "1 name is of more than one concept, for example “Varicose veins”: LH15, LH16." in told


def test_names_with_marks_are_offered_for_cleaning_with_their_count(
    workbench: Workbench, open_page: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "hearts.csv"
    path.write_text("id,name,synonyms\nD1,heart attack (disorder),heart  attack|MI\nD2,angina,\n", encoding="utf-8")
    app = open_page("terminologies")
    app.text_input(key="import_path").set_value(str(path)).run()
    box = app.checkbox(key="import_clean")
    assert box.label == "Take out marks such as “(disorder)” in 1 name and stray blanks in 1 name"
    assert any("4 names" in one.value for one in app.markdown)
    box.check().run()
    assert not app.exception and any("3 names" in one.value for one in app.markdown)
    path.write_text("id,name\nD1,heart attack\nD2,angina\n", encoding="utf-8")
    app.run()
    assert [one for one in app.checkbox if one.key == "import_clean"] == []


def test_vectors_of_ones_own_have_the_size_of_their_file(workbench: Workbench) -> None:
    """They were told to be “shipped”."""
    workbench.vectors.fit_spelling("spelling", ["organs"])
    file = next((workbench.workspace.folder / "vectors").glob("spelling*"))
    own = next(one for one in workbench.rankings.encoders() if one.id == "vectors:spelling")
    assert own.size >= file.stat().st_size > 0


def test_what_is_missing_in_a_form_is_asked_for(workbench: Workbench, open_page: Opener) -> None:
    """“‘’ has no letter or digit” and “. is a folder” stood there."""
    app = open_page("terminologies")
    next(one for one in app.button if one.label == "Keep").click().run()
    assert app.error[0].value.startswith("Type the short form")
    next(one for one in app.button if one.label == "Add vectors").click().run()
    assert "Give the path of the file." in [one.value for one in app.error]


def test_another_file_has_a_title_and_a_short_name_of_its_own(tmp_path: Path, open_page: Opener) -> None:
    """A second file kept the title of the first, and the short name did not follow the title."""
    first, second = tmp_path / "hearts.csv", tmp_path / "lungs.csv"
    for path in (first, second):
        path.write_text("id,name\nD1,heart attack\n", encoding="utf-8")
    app = open_page("terminologies")
    app.text_input(key="import_path").set_value(str(first)).run()
    app.text_input(key="import_title").set_value("Our hearts").run()
    assert app.text_input(key="import_slug").value == "our-hearts"
    app.text_input(key="import_slug").set_value("oh").run()
    app.text_input(key="import_title").set_value("Hearts of ours").run()
    assert app.text_input(key="import_slug").value == "oh"  # a person's own
    app.text_input(key="import_path").set_value(str(second)).run()
    assert (app.text_input(key="import_title").value, app.text_input(key="import_slug").value) == ("lungs", "lungs")


@pytest.mark.slow
def test_columns_are_asked_for_only_where_that_helps(tmp_path: Path, open_page: Opener) -> None:
    """Four fields for headings stood below “is not UTF-8 text” and “cannot be read as an XLSX workbook” too."""
    app = open_page("terminologies")
    asked = {}
    for name, content in (
        ("old.csv", "id;Schädel\a\n".encode("latin-1")),
        ("ours.xlsx", b"no zip"),
        ("odd.csv", b"a,b\n1,2"),
    ):
        (tmp_path / name).write_bytes(content)
        app.text_input(key="import_path").set_value(str(tmp_path / name)).run()
        assert not app.exception and app.error
        asked[name] = [one.key for one in app.selectbox if one.key and "_named_" in one.key]
    assert asked["old.csv"] == asked["ours.xlsx"] == [] and len(asked["odd.csv"]) == 4
    app.selectbox(key="import_named_id").select("a").run()
    app.selectbox(key="import_named_name").select("b").run()
    assert not app.exception and not app.error and app.button(key="import_start").label == "Import 1 concept"
    (tmp_path / "even.csv").write_text("c,d\n1,2\n", encoding="utf-8")
    app.text_input(key="import_path").set_value(str(tmp_path / "even.csv")).run()
    assert not app.exception and app.error and app.selectbox(key="import_named_id").value is None


def test_a_short_name_that_is_taken_leads_to_the_next_release(chosen: AppTest) -> None:
    """It was refused with “choose another one”, and a terminology stood there twice."""
    there = "organs is here already. If this is its next release, choose it in the table above"
    assert not any(there in one.value for one in chosen.caption)
    chosen.text_input(key="import_slug").set_value("organs").run()
    assert not chosen.exception and any(there in one.value for one in chosen.caption)


def test_a_title_that_is_too_long_is_refused_in_a_sentence(chosen: AppTest, workbench: Workbench) -> None:
    """A longer text that was pasted was dropped without a word, and the title that stood there before was kept."""
    assert not chosen.text_input(key="import_title").max_chars
    chosen.text_input(key="import_title").set_value("x" * 201).run()
    chosen.button(key="import_start").click().run()
    assert not chosen.exception and "The title has 201 characters" in chosen.error[0].value
    assert [one.slug for one in workbench.terminologies.all()] == ["organs"]


def test_an_import_takes_what_its_filters_let_through(workbench: Workbench, chosen: AppTest) -> None:
    chosen.button(key="import_start").click().run()
    until = time.monotonic() + 120
    while (run := workbench.jobs.runs(1)[0]).status not in (COMPLETED, FAILED) and time.monotonic() < until:
        time.sleep(0.2)

    assert (run.status, run.result["concepts"], run.result["names"]) == (COMPLETED, 1, 2)
    for _ in range(2):  # it stays while the page does
        assert [one.value for one in chosen.run().success if one.value.startswith("Imported 1 concept with 2 names.")]
    chosen.switch_page("pages/history.py").run()
    chosen.switch_page("pages/terminologies.py").run()
    assert not chosen.exception and not chosen.success and chosen.text_input(key="import_path").value == ""


def test_what_publishers_offer_stands_with_its_licence_and_command(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("terminologies")

    assert any(one.value.startswith("nomenclator fetch hpo --accept-licence --workspace ") for one in app.code)


@pytest.mark.slow
def test_vectors_are_made_of_spelling_and_fused_in_the_window(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("terminologies")
    way = next(one for one in app.selectbox if one.label == "More vectors from")
    for title in way.options:
        assert not next(one for one in app.selectbox if one.key == "vectors_way").set_value(title).run().exception, (
            title
        )
    app.selectbox(key="vectors_way").set_value("Two vectors, fused").run()
    assert any("Fusing needs two" in one.value for one in app.info)
    app.selectbox(key="vectors_way").set_value("Spelling (lexical)").run()
    app.text_input(key="made_name").set_value("letters")
    next(one for one in app.button if one.label == "Make vectors").click().run()
    assert any("Choose a terminology" in one.value for one in app.error)
    app.multiselect(key="spelling_on").set_value(["organs"])
    app.text_input(key="made_name").set_value("letters")
    next(one for one in app.button if one.label == "Make vectors").click().run()
    assert not app.exception
    run = workbench.jobs.runs(kind="vectors")[0]
    assert (run.recipe["name"], run.recipe["fitted_on"]) == ("letters", ["organs"])
    ended(workbench, run.id)
    app = open_page("terminologies")
    app.selectbox(key="vectors_way").set_value("Two vectors, fused").run()
    assert app.selectbox(key="fused_1").options == [one.title for one in workbench.rankings.encoders()]


def test_what_hangs_on_a_terminology_is_counted_in_words(
    workbench: Workbench, tmp_path: Path, open_page: Opener
) -> None:
    """It was “1 mapping projects”."""
    started(with_others(workbench, tmp_path))
    app = open_page("terminologies", terminology="others")
    app.segmented_control(key="terminology_part").set_value("delete").run()
    assert any("What hangs on it waits for it to come back: 1 mapping project." in one.value for one in app.markdown)
