"""What a component has sent, also where the page has lost the component's state."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st

from pages.parts.component import heard
from pages.parts.labels.card import pressed
from pages.parts.map.canvas import selected_points


def test_a_callback_without_the_state_of_its_component_does_nothing() -> None:
    """A run that broke off under load took the state of the label card: each key ended in a KeyError, before the page
    was drawn that would have given the card its state again."""
    told: list[Any] = []
    heard("candidate_table", "open", told.append)()
    assert told == [] and pressed() == [] and selected_points() == ("", [])


def test_what_was_sent_is_given_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(st.session_state, "candidate_table", SimpleNamespace(open={"concept": "I21"}))
    told: list[Any] = []
    heard("candidate_table", "open", told.append)()
    assert told == [{"concept": "I21"}]
