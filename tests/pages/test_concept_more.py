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
    app.text_input(key="merge_organs_L_find").set_value("heart dis").run()
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
    app.text_input(key="merge_organs_R_find").set_value("H1").run()
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


def test_moved_by_a_search_and_back_by_one_press(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/L3")
    app.text_input(key="move_organs_L3_find").set_value("heart dis").run()
    app.button(key="move_organs_L3").click().run()
    assert not app.exception
    assert [one.value for one in app.success] == ["Moved L3 from under L to under H. One undo takes it back."]
    assert workbench.terminologies.concept("organs", "L3").concept.parents == ("H",)
    assert app.text_input(key="move_organs_L3_find").value == ""
    next(one for one in app.button if one.label == "Undo").click().run()
    assert workbench.terminologies.concept("organs", "L3").concept.parents == ("L",)


def test_a_further_parent_and_one_taken_away(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/L3")
    app.selectbox(key="move_from_organs_L3").set_value("").run()
    app.text_input(key="move_organs_L3_find").set_value("heart dis").run()
    app.button(key="move_organs_L3").click().run()
    assert workbench.terminologies.concept("organs", "L3").concept.parents == ("L", "H")
    app.selectbox(key="move_from_organs_L3").set_value("L").run()
    app.button(key="leave_organs_L3").click().run()
    assert not app.exception
    assert workbench.terminologies.concept("organs", "L3").concept.parents == ("H",)
    assert "Without a new parent it would stand at the top of the hierarchy." in [one.value for one in app.caption]


def test_a_new_concept_is_added_below(workbench: Workbench, open_page: Opener) -> None:
    app = open_page(concept="organs/L")
    app.text_input(key="child_name_organs_L").set_value("lung infection").run()
    assert [one.value for one in app.warning] == ["“lung infection” denotes L2 Pneumonia already."]
    app.button(key="add_below_organs_L").click().run()
    said = "“lung infection” is a name of L2, which stands under L already."
    assert [one.value for one in app.error] == [plain(said)]
    app.text_input(key="child_name_organs_L").set_value("Empyema")
    app.text_input(key="child_id_organs_L").set_value("L4")
    app.button(key="add_below_organs_L").click().run()
    assert not app.exception
    assert workbench.terminologies.concept("organs", "L4").concept.parents == ("L",)
    assert app.text_input(key="child_name_organs_L").value == ""
    assert app.session_state["opened"].concept == "L"


def test_children_move_some_and_then_all(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("place", view="tree", open="L")
    app.multiselect(key="children_organs_L").set_value(["L1"]).run()
    app.text_input(key="children_organs_L_find").set_value("heart dis").run()
    app.button(key="move_children_organs_L").click().run()
    assert not app.exception
    children = [one.id for one in workbench.terminologies.concept("organs", "L").children]
    assert children == ["L2", "L3"]
    app.text_input(key="children_organs_L_find").set_value("R").run()
    app.button(key="move_children_organs_L").click().run()
    assert workbench.terminologies.concept("organs", "L").children == []
    assert workbench.terminologies.concept("organs", "L2").concept.parents == ("R",)
