"""The two views of the page Train, and what turns to them."""

from __future__ import annotations

import streamlit as st

SETUP, WATCH = "setup", "watch"
VIEWS = {SETUP: "Set up", WATCH: "Watch"}


def open_run(run: int | str) -> None:
    """Watches a run, from now on in the address too, so that Back and a reload find it."""
    st.session_state["train_run"] = str(run)
    st.session_state["train_view"] = WATCH


def open_form() -> None:
    """Sets up the next training, with no run chosen."""
    st.session_state["train_run"] = ""
    st.session_state["train_view"] = SETUP
