"""The two views of the page Train: one sets up, the other watches, and the runs stand beside both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.workbench import Workbench
from tests.pages.test_pages import drawn

Opener = Callable[..., AppTest]
RECIPE = {"terminology": "organs", "input": "vectors", "sampler": {"shots": 5}, "seed": 3}


@pytest.fixture
def ended(workbench: Workbench) -> int:
    """A run that has ended; two classes are too few to train on."""
    number = workbench.jobs.queue("train", "The first try", {**RECIPE, "preset": "few-shot"})
    worker.execute(workbench.workspace, number)
    return number


def sheets(app: AppTest) -> dict[str, dict[str, Any]]:
    return {sheet["label"]: sheet for sheet in drawn(app, "sheet")}


def views(app: AppTest) -> Any:
    """The switch, another widget each time the program has turned it."""
    return next(one for one in app.segmented_control if one.label == "View")


def view(app: AppTest) -> str:
    return str(views(app).value)


def headings(app: AppTest) -> list[str]:
    return [one.value for one in app.header]


def test_the_page_opens_on_the_form_with_the_runs_beside_it(ended: int, open_page: Opener) -> None:
    app = open_page("train")

    assert not app.exception
    assert view(app) == "setup" and app.button(key="start_training")
    assert [row["title"] for row in sheets(app)["Training runs"]["rows"]] == ["The first try"]
    assert "The first try" not in headings(app)


def test_a_run_in_the_address_is_watched_as_addresses_of_before_have_it(ended: int, open_page: Opener) -> None:
    app = open_page("train", run=str(ended))

    assert not app.exception
    assert view(app) == "watch" and headings(app)[0] == "The first try"
    assert "k 5 · seed 3" in app.caption[1].value
    assert sheets(app)["Training runs"]["picked"] == str(ended) == sheets(app)["Recipes of the runs"]["picked"]
    assert not [button for button in app.button if button.key == "start_training"]


def test_the_view_is_in_the_address(ended: int, open_page: Opener) -> None:
    app = open_page("train", view="watch", run=str(ended), preset="triplet")
    views(app).set_value("setup").run()

    assert app.query_params["view"] == "setup" and app.query_params["run"] == str(ended)
    views(app).set_value("watch").run()
    assert app.query_params["view"] == "watch" and headings(app)[0] == "The first try"


def test_the_form_keeps_what_was_set_while_a_run_is_watched(ended: int, open_page: Opener) -> None:
    app = open_page("train")
    app.number_input(key="train_shots").set_value(7).run()
    views(app).set_value("watch").run()
    views(app).set_value("setup").run()

    assert not app.exception
    assert app.number_input(key="train_shots").value == 7


def test_without_a_run_there_is_a_sentence_to_watch(workbench: Workbench, open_page: Opener) -> None:
    app = open_page("train", view="watch")

    assert not app.exception
    assert app.info[0].value.startswith("No training yet.")


def test_what_goes_on_has_its_bar_beside_the_form_and_in_the_view_of_its_own(
    workbench: Workbench, ended: int, open_page: Opener
) -> None:
    number = workbench.jobs.queue("train", "The second try", {**RECIPE, "preset": "few-shot"})
    app = open_page("train", view="watch")
    assert not app.exception and headings(app)[0] == "The second try"
    bars = [one.proto.text for one in app.get("progress")]
    assert len([text for text in bars if "The second try" in text]) == 0  # in its own view it needs no name

    views(app).set_value("setup").run()
    bars = [one.proto.text for one in app.get("progress")]
    assert len([text for text in bars if "The second try" in text]) == 1
    assert app.button(key="start_training").disabled and number > ended


def test_the_key_of_the_form_goes_back_to_it_while_a_run_is_watched(ended: int, open_page: Opener) -> None:
    """T did nothing in the view Watch, and the tour's step pointed at nothing there."""
    app = open_page("train", run=str(ended))
    button = app.button(key="set_up_training")
    assert button.proto.shortcut == "t"
    button.click().run()

    assert not app.exception
    assert view(app) == "setup" and app.button(key="start_training")
    assert not [one for one in app.button if one.key == "set_up_training"]


def test_what_a_busy_window_sends_late_does_not_turn_the_view_back(ended: int, open_page: Opener) -> None:
    """A look at a run that goes on sent the switch as it stood before the start, and the page went back to the form."""
    app = open_page("train")
    before = views(app)
    app.session_state["train_run"], app.session_state["train_view"] = str(ended), "watch"  # as a start does
    before.set_value("setup").run()

    assert view(app) == "watch" and views(app).key != before.key
    views(app).set_value("setup").run()
    assert view(app) == "setup" and app.button(key="start_training")
