"""The History page: what it lists, and what its buttons do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from streamlit.testing.v1 import AppTest

from engine.workbench import Workbench
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]


def rows(app: AppTest, label: str = "History") -> list[dict[str, Any]]:
    """The rows of a table of the page."""
    return next(sheet["rows"] for sheet in drawn(app, "sheet") if sheet["label"] == label)


def press(app: AppTest, key: str) -> None:
    """Presses a button."""
    app.button(key=key).click().run()
    assert not app.exception and not app.error


def _story(bench: Workbench) -> None:
    bench.synonyms.add("organs", "H1", "coronary", "ann", "heard on the ward", "coro", 0.73, "vectors")
    bench.labels.relabel("topics", [("knee pain", "knee"), ("hip pain", "hip")], "ann")
    bench.synonyms.add("organs", "H2", "pump *failure*", "bob")


def test_an_empty_history_says_what_to_do(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("history")
    assert not app.exception
    assert drawn(app, "sheet")[0]["empty"].startswith("Nothing has been changed yet.")


def test_every_kind_is_listed_and_the_newest_is_open(workbench: Workbench, open_page: Opener) -> None:
    _story(workbench)
    app = open_page("history")
    assert [(row["title"], row["who"], row["rows"]) for row in rows(app)] == [
        ("“pump *failure*” added to H2", "bob", "1"),
        ("2 names labelled in “topics”", "ann", "2"),
        ("“coronary” added to H1", "ann", "1"),
    ]
    assert [row["thing"] for row in rows(app, "What it changed")] == ["pump *failure*"]
    assert any(one.value == "3 actions" for one in app.caption)
    assert any(" · 1 name" in one.value for one in app.caption)  # “1 thing”
    labelled = open_page("history", entry=rows(app)[1]["id"])
    assert any(" · 2 labels" in one.value for one in labelled.caption)


def test_an_entry_of_the_address_shows_what_the_person_saw(workbench: Workbench, open_page: Opener) -> None:
    _story(workbench)
    app = open_page("history", entry="1")
    (row,) = rows(app, "What it changed")
    assert row["became"] == "name of H1"
    assert row["seen"] == "0.73 in Shipped vectors, for “coro”, heard on the ward"


def test_filters_of_the_address(workbench: Workbench, open_page: Opener) -> None:
    _story(workbench)
    app = open_page("history", by="ann", change="Labels")
    assert [row["number"] for row in rows(app)] == ["2"]
    app = open_page("history", said_in="PUMP")
    assert [row["number"] for row in rows(app)] == ["3"]
    app = open_page("history", said_in="hip pain")  # a thing of a batch whose title does not name it
    assert [row["number"] for row in rows(app)] == ["2"]
    app = open_page("history", since=(date.today() + timedelta(days=2)).isoformat())
    assert not rows(app)


def test_a_batch_stands_with_what_undid_and_redid_it(workbench: Workbench, open_page: Opener) -> None:
    _story(workbench)
    workbench.history.undo("ann")
    workbench.history.redo("ann")
    for asked in ("2", "4", "5"):
        assert [row["number"] for row in rows(open_page("history", batch=asked))] == ["5", "4", "2"]
    app = open_page("history", entry="3")
    press(app, "its_batch")
    assert [row["number"] for row in rows(app)] == ["3"]


def test_undo_redo_and_taking_an_older_entry_back(workbench: Workbench, open_page: Opener) -> None:
    _story(workbench)
    app = open_page("history", entry="1")
    app.text_input(key="who").set_value("ann").run()
    press(app, "undo")
    assert "Undid" in app.success[0].value and workbench.labels.in_set("topics") == []
    press(app, "redo")
    assert len(workbench.labels.in_set("topics")) == 2
    press(app, "take_back")
    assert "coronary" not in [name.text for name in workbench.terminologies.concept("organs", "H1").concept.names]
    assert [(row["number"], row["state"]) for row in rows(app)] == [("1", "undone"), ("2", "done again"), ("3", "")]
    assert app.button(key="take_back").label == "Do it again"
    press(app, "take_back")
    assert "coronary" in [name.text for name in workbench.terminologies.concept("organs", "H1").concept.names]
    assert (rows(app)[0]["state"], app.button(key="take_back").label) == ("done again", "Take back this one")


def test_an_action_its_undo_and_redo_are_one_line_whoever_pressed_it(workbench: Workbench, open_page: Opener) -> None:
    _story(workbench)
    workbench.history.take_back(1, "bob")
    (line,) = [row for row in rows(open_page("history")) if row["number"] == "1"]
    assert (line["who"], line["state"], line["who_why"]) == ("ann, bob", "undone", "Done by ann, undone by bob.")
    assert [row["number"] for row in rows(open_page("history", by="bob"))] == ["1", "3"]
    assert len(rows(open_page("history"))) == 3 and len(workbench.history.entries()) == 4
    assert line["when"].endswith(", No. 4")  # which is why No. 1 stands above No. 3
    listed = open_page("history")
    assert any(one.value == "3 actions · 4 entries with what undid and redid them" for one in listed.caption)
    assert workbench.exports.preview("history").rows == 4
    app = open_page("history", entry="1")
    assert "No. 4 · Undone by bob" in " ".join(caption.value for caption in app.caption)


def test_a_cell_that_says_what_the_one_above_says_is_shown_once(workbench: Workbench, open_page: Opener) -> None:
    _story(workbench)
    sheet = next(one for one in drawn(open_page("history"), "sheet") if one["label"] == "History")
    assert {column["key"] for column in sheet["columns"] if column["once"]} == {"who", "when"}


def test_a_roll_back_is_shown_before_it_is_done_and_one_undo_takes_it_back(
    workbench: Workbench, open_page: Opener
) -> None:
    _story(workbench)
    app = open_page("history", entry="1")
    app.text_input(key="who").set_value("ann").run()
    press(app, "roll_back")
    told = " ".join(text.value for text in app.markdown)
    assert "1 action" in told and "labels (2)" in told and "1 action of bob" in told
    assert len(workbench.labels.in_set("topics")) == 2
    press(app, "roll_back_now")
    assert workbench.labels.in_set("topics") == []
    press(app, "undo")
    assert len(workbench.labels.in_set("topics")) == 2


def test_each_line_of_a_roll_back_says_what_it_is_of(workbench: Workbench, open_page: Opener) -> None:
    """Five lines said the same, “Rolled back to entry 29, the changes of Ann”."""
    workbench.synonyms.add("organs", "H2", "pump failure", "ann")
    first = workbench.history.last()
    _story(workbench)
    app = open_page("history", entry=str(first))
    app.text_input(key="who").set_value("ann").run()
    press(app, "roll_back")
    press(app, "roll_back_now")
    title = f"Rolled back to entry {first}, the changes of ann"
    assert f"{title}. Undo" in app.success[0].value.replace("\\", "")
    assert [row["title"] for row in rows(app)[:2]] == [f"{title}: labels", f"{title}: names"]


def test_what_a_roll_back_does_again_is_said(workbench: Workbench, open_page: Opener) -> None:
    """“Takes back 0 actions … Changes: 1 of names” stood there."""
    workbench.synonyms.add("organs", "H2", "pump failure", "ann")
    workbench.history.undo("ann")
    app = open_page("history", entry="1")
    app.text_input(key="who").set_value("ann").run()
    press(app, "roll_back")
    told = " ".join(text.value for text in app.markdown)
    assert "Does again what was undone after entry 1" in told and "Changes **names (1)**" in told


def test_a_batch_that_is_no_number_is_told_so(workbench: Workbench, open_page: Opener) -> None:
    """It was passed over, and every entry listed as if it were of the batch."""
    app = open_page("history")
    for typed in ("abc", "1" * 20, "٣"):
        app.text_input(key="batch").set_value(typed).run()
        assert not app.exception and any("Batch is a number" in one.value for one in app.caption)


def test_notes_are_kept_and_found(workbench: Workbench, open_page: Opener) -> None:
    _story(workbench)
    app = open_page("history", entry="1")
    app.text_input(key="note_text").set_value("ask the ward")
    next(button for button in app.button if button.label == "Keep note").click().run()
    assert [note.note for note in workbench.history.notes(1)] == ["ask the ward"]
    assert rows(app)[-1]["note"] == "ask the ward"


def test_two_moments_are_compared(workbench: Workbench, open_page: Opener) -> None:
    _story(workbench)
    app = open_page("history", entry="1")
    press(app, "compare_now")
    assert [(row["done"], row["thing"]) for row in rows(app, "What differs between the two moments")] == [
        ("added", "pump *failure*"),
        ("added", "knee pain · topics"),
        ("added", "hip pain · topics"),
    ]
    app.text_input(key="first_moment").set_value("last week").run()
    assert "is no moment" in app.error[0].value
