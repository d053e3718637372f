"""The form of the page Train, filled in by another page's button."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from streamlit.elements.lib import policies
from streamlit.testing.v1 import AppTest

from engine.workbench import Workbench


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
