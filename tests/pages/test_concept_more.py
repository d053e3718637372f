"""“More” below the card: what it says before anything is done, what it does, and that one press of Undo is enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from engine.workbench import Workbench
from pages.parts.formatting import plain

Opener = Callable[..., AppTest]


def test_a_merge_is_said_in_numbers_first(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/L")
    app.text_input(key="merge_find_organs_L").set_value("heart dis").run()
    assert [one.value for one in app.caption if "points to it" in one.value] == [
        "H gets 1 name and 3 children of L, which is retired and points to it. One undo takes it back."
    ]
    assert workbench.edits.newest() == []
    app.text_input(key="more_reason_organs_L").set_value("one chapter")
    app.button(key="merge_organs_L").click().run()
    assert not app.exception
    assert app.session_state["opened"].concept == "H"
    assert {edit.reason for edit in workbench.edits.newest()} == {"one chapter"}


def test_a_merge_that_cannot_be_says_why(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/R")
    app.text_input(key="merge_find_organs_R").set_value("H1").run()
    said = "H1 stands below H, so it cannot be its parent; choose a concept elsewhere."
    assert [one.value for one in app.warning] == [plain(said)]
    assert not [one for one in app.button if one.key == "merge_organs_R"]


@pytest.mark.parametrize(("page", "address"), [("rankings", {"concept": "organs/L3"}), ("place", {"view": "tree"})])
def test_retired_and_back_by_one_press(
    workbench: Workbench, open_page: Opener, page: str, address: dict[str, str]
) -> None:
    """Undo said that it was done on another page: a retired concept is a change of kind “concept”."""
    app = open_page(page, **address, **({"open": "L3"} if page == "place" else {}))
    app.button(key="retire_organs_L3").click().run()
    assert not app.exception
    assert "L3" not in workbench.hierarchy.family("organs").titles
    next(one for one in app.button if one.label == "Undo").click().run()
    assert "L3" in workbench.hierarchy.family("organs").titles


def test_a_definition_that_is_empty_is_refused_in_one_sentence(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/L2")
    app.button(key="define_organs_L2").click().run()
    assert [one.value for one in app.error] == [plain("Type the definition; it needs at least one word.")]
    next(one for one in app.text_area if one.label == "Definition").set_value("An infection of the lung.")
    app.button(key="define_organs_L2").click().run()
    assert workbench.terminologies.concept("organs", "L2").concept.definition == "An infection of the lung."
