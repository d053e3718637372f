"""Files as people have them: saved by a spreadsheet in an old encoding, under a title, without a heading."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from engine.formats.mentions.mentions import MentionFile
from engine.workbench import Workbench
from pages.parts.terminologies.file_choice import file_stamp
from tests.pages.test_normalise import every_drawn

Opener = Callable[..., AppTest]
OLD = "Sjögren,heart\nfièvre,lung\n".encode("latin-1")
WARD = "Problem list of ward 3\n\nMRN,Chief complaint\n1,heart atack\n2,left ear pain\n"


def test_labels_in_an_old_encoding_are_not_kept_without_their_letters(workbench: Workbench, open_page: Opener) -> None:
    """“Sjögren” became “Sj\ufffdgren”, a label that no search finds; then the file was refused."""
    app = open_page("labels")
    app.text_input(key="new_set").set_value("mine")
    app.segmented_control(key="new_way").set_value("pasted").run()
    app.file_uploader(key="labels_file").set_value(("old.csv", OLD, "text/csv")).run()
    assert not app.exception and not app.error
    assert app.warning[0].value.startswith("Read as Windows-1252;")
    assert app.button(key="keep_labels").label == "Keep 2 labels"
    app.button(key="keep_labels").click().run()
    assert {one.name for one in workbench.labels.in_set("mine")} == {"Sjögren", "fièvre"}


def test_labels_that_are_no_text_of_windows_are_not_kept(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("labels")
    app.text_input(key="new_set").set_value("mine")
    app.segmented_control(key="new_way").set_value("pasted").run()
    app.file_uploader(key="labels_file").set_value(("old.csv", OLD + b"\x81,x\n", "text/csv")).run()
    assert not app.exception
    assert "old\\.csv is not UTF\\-8 text" in app.error[0].value
    assert app.button(key="keep_labels").disabled


def test_a_list_in_an_old_encoding_is_not_asked_without_its_letters(workbench: Workbench, open_page: Opener) -> None:
    workbench.vectors.fit_spelling("spelling", ["organs"])
    app = open_page("compare", view="list")
    app.file_uploader(key="list_file").set_value(("old.csv", OLD, "text/csv")).run()
    assert not app.exception
    assert "save it as “CSV UTF\\-8”" in app.error[0].value
    app.file_uploader(key="list_file").set_value(("one.csv", b"fever\n", "text/csv")).run()
    assert app.button(key="ask_list").label == "Ask 1 name"


def test_the_sheet_of_a_ward_is_read_below_its_title(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("normalise")
    app.file_uploader(key="mentions_file").set_value(("ward.csv", WARD.encode(), "text/csv")).run()
    assert not app.exception and not app.warning
    rows = next(one["rows"] for one in every_drawn(app, "sheet") if one["label"] == "The first mentions")
    assert [(row["row"], row["text"]) for row in rows] == [("4", "heart atack"), ("5", "left ear pain")]


def test_the_column_that_looks_like_names_is_offered_first(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("normalise")
    table = ("odd.csv", b"Nr,Gesagt\n1,heart attack\n2,knee pain\n", "text/csv")
    app.file_uploader(key="mentions_file").set_value(table).run()
    assert "No heading of odd\\.csv says which column holds the names" in app.warning[0].value
    chosen = next(one for one in app.selectbox if one.label == "Column of the mentions")
    assert (chosen.value, chosen.options) == ("Gesagt", ["Gesagt", "Nr"])


@pytest.mark.parametrize("bad", [b"mention\n" + b"flu\n" * 9_000 + b"\x81t\x8d\n"])
def test_what_is_wrong_with_a_file_is_said_once(workbench: Workbench, open_page: Opener, bad: bytes) -> None:
    """An encoding that goes wrong late was taken for a missing column: “… Or choose it here.”"""
    app = open_page("normalise")
    app.file_uploader(key="mentions_file").set_value(("late.csv", bad, "text/csv")).run()
    assert not app.warning and len(app.error) == 1 and "is not UTF\\-8 text" in app.error[0].value


def test_pasted_names_are_answered_like_a_file(workbench: Workbench, open_page: Opener, started: list[int]) -> None:
    """Place, Labels and Compare took pasted names; who had a list for Normalise had to make a file of it."""
    app = open_page("normalise")
    app.text_area(key="mentions_pasted").set_value("heart atack\nchest pain, left\n").run()
    assert not app.exception and any("**2 mentions** to answer" in one.value for one in app.caption)
    app.button(key="mentions_start").click().run()
    assert not app.exception and app.text_area(key="mentions_pasted").value == ""
    run = workbench.jobs.run(started[0])
    assert run.title == "heart atack and 1 more (pasted).txt in Organs"  # each list was “pasted names.txt”
    rows = [row.mention.text for row in MentionFile(Path(run.recipe["file"]), run.recipe["columns"]).rows()]
    assert rows == ["heart atack", "chest pain, left"]


def test_a_pasted_note_is_not_named_after_whose_it_is(
    workbench: Workbench, open_page: Opener, started: list[int]
) -> None:
    app = open_page("normalise")
    note = "Mr Smith is a 67 yo male with angina and asthma who presents with chest pain. No fever. MI in 2015."
    app.text_area(key="mentions_pasted").set_value(note).run()
    app.button(key="mentions_start").click().run()
    assert not app.exception and workbench.jobs.run(started[0]).title == "Note of 21 words (pasted).txt in Organs"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("gout|left\nasthma|right\nT2DM|both", ["gout|left", "asthma|right", "T2DM|both"]),
        ("gout\tleft\nasthma\tright", ["gout, left", "asthma, right"]),
        ('5" laceration\tleft\n\nscar\t"old"', ['5" laceration, left', 'scar, "old"']),
        ("gout, left", ["gout, left"]),
        ("../../gout: 7.5 mg/l", ["../../gout: 7.5 mg/l"]),
        ("femur fracture,left\ngout,right", ["femur fracture,left", "gout,right"]),
    ],
)
def test_no_pasted_line_is_lost_as_a_heading(
    workbench: Workbench, open_page: Opener, started: list[int], text: str, names: list[str]
) -> None:
    """The first line was taken for headings, of which one was chosen, and the others' texts were cut off."""
    app = open_page("normalise")
    app.text_area(key="mentions_pasted").set_value(text).run()
    assert not app.exception and not app.error
    assert any(f"**{len(names)} mention" in one.value for one in app.caption)
    app.button(key="mentions_start").click().run()
    run = workbench.jobs.run(started[0])
    rows = [*MentionFile(Path(run.recipe["file"]), run.recipe["columns"]).rows()]
    assert [row.mention.text for row in rows] == names
    assert [row.number for row in rows] == [at for at, line in enumerate(text.split("\n"), 1) if line]


def test_a_pasted_table_without_a_known_heading_is_still_one(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("normalise")
    app.text_area(key="mentions_pasted").set_value("1\tgout\n2\tasthma\n3\tT2DM").run()
    chosen = next(one for one in app.selectbox if one.label == "Column of the mentions")
    assert (chosen.value, chosen.options) == ("Column 2", ["Column 2", "Column 1", "(each line is a name)"])
    app.text_area(key="mentions_pasted").set_value("Nr\tGesagt\n1\theart attack\n2\tknee pain").run()
    chosen = next(one for one in app.selectbox if one.label == "Column of the mentions")
    assert chosen.options == ["(each line is a name)", "Gesagt", "Nr"]
    chosen.set_value("Gesagt").run()
    assert any("**2 mentions** to answer" in one.value for one in app.caption)


@pytest.mark.parametrize(("page", "key"), [("normalise", "mentions_pasted"), ("place", "place_pasted")])
def test_what_is_pasted_outlives_a_look_at_another_page(workbench: Workbench, open_page: Opener, page: str, key: str):
    """Forty pasted lines were gone after a look at Rankings."""
    app = open_page(page, **({"view": "list"} if page == "place" else {}))
    app.text_area(key=key).set_value("heart atack\nchest pain, left").run()
    app.switch_page("pages/history.py").run()
    app.switch_page(f"pages/{page}.py").run()
    if page == "place":
        app.segmented_control(key="place_view").set_value("list").run()
    assert not app.exception and app.text_area(key=key).value == "heart atack\nchest pain, left"


def test_what_is_pasted_outlives_a_reload(workbench: Workbench, open_page: Opener, started: list[int]) -> None:
    """Forty pasted lines were gone once the page was reloaded."""
    app = open_page("normalise")
    app.text_area(key="mentions_pasted").set_value("heart atack\nchest pain, left").run()
    kept = str(app.query_params["list"])
    again = open_page("normalise", list=kept)
    assert again.text_area(key="mentions_pasted").value == "heart atack\nchest pain, left"
    again.text_area(key="mentions_pasted").set_value("gout").run()
    assert str(again.query_params["list"]) != kept and again.text_area(key="mentions_pasted").value == "gout"
    again.button(key="mentions_start").click().run()
    assert not again.exception and "list" not in again.query_params and len(started) == 1


@pytest.mark.parametrize("kept", ["0123456789abcdef", "../../workspace.db", "x"])
def test_a_pasted_text_that_is_gone_is_said_to_be(workbench: Workbench, open_page: Opener, kept: str) -> None:
    app = open_page("normalise", list=kept)
    assert not app.exception and app.text_area(key="mentions_pasted").value == ""
    assert any("no longer in the workspace" in one.value for one in app.info) and "list" not in app.query_params


def test_a_file_that_is_read_at_once_leaves_nothing_behind(workbench: Workbench, open_page: Opener) -> None:
    """Each left an empty folder of its own."""
    app = open_page("place", view="list")
    for name, content in (("names.csv", b"name\near pain\n"), ("bad.csv", b"name\nS\x81ren\n")):
        app.file_uploader(key="place_file").set_value((name, content, "text/csv")).run()
        assert not app.exception
    assert "bad\\.csv" in app.error[0].value and "upload" not in app.error[0].value
    assert list((workbench.workspace.folder / "runs").iterdir()) == []


def test_a_chosen_file_whose_copy_went_is_kept_again(workbench: Workbench, open_page: Opener) -> None:
    """Copies of files go with their answers, and this one's window may still show the file."""
    app = open_page("normalise")
    app.file_uploader(key="mentions_file").set_value(("ward.csv", WARD.encode(), "text/csv")).run()
    shutil.rmtree(workbench.workspace.folder / "mentions")
    app.run()
    assert not app.exception and not app.error and any("**2 mentions** to answer" in one.value for one in app.caption)


@pytest.mark.usefixtures("started")
def test_a_file_that_was_started_makes_room_for_how_it_goes(workbench: Workbench, open_page: Opener) -> None:
    """Its form stood on and hid the progress below the window; a second press of Start answered it a second time."""
    app = open_page("normalise")
    app.file_uploader(key="mentions_file").set_value(("ward.csv", WARD.encode(), "text/csv")).run()
    app.button(key="mentions_start").click().run()
    assert not app.exception and "mentions_start" not in [one.key for one in app.button]
    assert any("What became of ward\\.csv stands below" in one.value for one in app.caption)
    app.button(key="mentions_again").click().run()
    assert app.button(key="mentions_start").label == "Start"


def test_a_folder_of_a_release_is_read_again_when_a_file_in_it_changes(tmp_path: Path) -> None:
    """Its own time says nothing of what is written into a file below it."""
    file = tmp_path / "release" / "Snapshot" / "terms.txt"
    file.parent.mkdir(parents=True)
    file.write_text("a", encoding="utf-8")
    before = file_stamp(tmp_path / "release")
    assert before == file_stamp(tmp_path / "release") != file_stamp(tmp_path / "other") == (0, 0)
    file.write_text("ab", encoding="utf-8")
    longer = file_stamp(tmp_path / "release")
    os.utime(file, (longer[0] / 1e9 + 5,) * 2)
    assert before[1] + 1 == longer[1] and file_stamp(tmp_path / "release")[0] > longer[0]


NOTE = (
    "82 yo male with hx of COPD, CHF (EF 25%), CKD stage 3b and T2DM. Presents with cough for 3 days, no fever. "
    "Mother had breast cancer."
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (NOTE, NOTE.removesuffix(".").split(". ")),
        (f"{NOTE}\nSeen by Dr. Lee.", [*NOTE.removesuffix(".").split(". "), "Seen by Dr. Lee"]),
        ("COPD, CHF (EF 25%), T2DM", ["COPD, CHF (EF 25%), T2DM"]),
    ],
)
def test_a_pasted_note_is_its_sentences(
    workbench: Workbench, open_page: Opener, started: list[int], text: str, names: list[str]
) -> None:
    """Its commas were taken for columns, or all of it was one mention with a sure answer."""
    app = open_page("normalise")
    app.text_area(key="mentions_pasted").set_value(text).run()
    assert not app.exception and not app.error and not app.warning
    app.button(key="mentions_start").click().run()
    run = workbench.jobs.run(started[0])
    rows = [*MentionFile(Path(run.recipe["file"]), run.recipe["columns"]).rows()]
    assert [row.mention.text for row in rows] == names


def test_a_note_that_another_page_brings_stands_in_the_field(open_page: Opener) -> None:
    app = open_page("normalise", pasted=NOTE)
    assert not app.exception and app.text_area(key="mentions_pasted").value == NOTE
    assert "pasted" not in app.query_params
