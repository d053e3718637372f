"""The form of the page Train, filled in by another page's button."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from streamlit.elements.lib import policies
from streamlit.testing.v1 import AppTest

from engine.jobs import worker
from engine.workbench import Workbench
from pages.parts.recipe_form import LABELS as LABEL_SET
from tests.engine.workbench.encoders.test_training_story import LABELS
from tests.pages.test_train_views import views


def chained() -> None:
    """What the button of a finished training does, and the form that is drawn then."""
    import streamlit as st

    from engine.workbench import Workbench
    from pages.parts.recipe_form import recipe_form

    st.session_state["train_terminology"] = "organs"
    st.session_state["train_shots"] = 5
    recipe_form(Workbench())


def test_what_a_chain_fills_in_is_no_warning(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    warned: list[str] = []
    monkeypatch.setattr(policies, "runtime", SimpleNamespace(exists=lambda: True))  # as in a window
    monkeypatch.setattr(policies, "_shown_default_value_warning", False)  # it is said once in a process
    monkeypatch.setattr(policies._LOGGER, "warning", lambda text, *values, **how: warned.append(text % values))
    app = AppTest.from_function(chained, default_timeout=60).run()
    assert not app.exception
    assert app.number_input(key="train_shots").value == 5
    assert warned == []


def test_a_recipe_that_has_its_version_says_so_before_it_starts(
    workbench: Workbench, open_page: Callable[..., AppTest], started: list[int]
) -> None:
    """It was trained again without a word."""
    workbench.labels.add("topics", LABELS, "ann")
    app = open_page("train", **{"from": LABEL_SET, "labels": "topics"})
    app.number_input(key="train_shots").set_value(2).run()
    app.number_input(key="set_few-shot_encoder.hidden").set_value(64).run()
    app.button(key="start_training").click().run()
    (number,) = started
    version = worker.execute(workbench.workspace, number).result["version"]

    views(app).set_value("setup").run()
    (link,) = app.get("page_link")
    assert not app.exception and link.proto.query_string == f"model={version}"
    assert any(one.value.replace("\\", "").startswith(f"**{version}** was trained so") for one in app.caption)
    assert not app.button(key="start_training").disabled
    app.number_input(key="train_seed").set_value(7).run()
    assert not app.get("page_link")
