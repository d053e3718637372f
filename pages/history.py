"""History: who changed what, when and why; take back any of it, roll back, compare two moments."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine.errors import NomenclatorError
from pages.parts.frame import opened
from pages.parts.history_entry import entry_panel
from pages.parts.history_list import entries, filters, said_line, watch
from pages.parts.history_moments import moments
from pages.parts.plain import plain
from pages.parts.profile import who
from store.records.terminology import Entry

workbench = opened("History", "Every change by everybody. Nothing is ever deleted, and everything can be taken back.")
drawn = workbench.history_last()


def picked_entry() -> int:
    """The chosen entry: of the address, else of this session; 0 when none was chosen."""
    named = st.query_params.get("entry", "")
    if named.isdigit():
        st.session_state["entry"] = int(named)
    elif st.session_state.get("entry"):
        st.query_params["entry"] = str(st.session_state["entry"])
    return int(st.session_state.get("entry", 0))


def step(word: str, turn: Callable[[str], Entry | None]) -> None:
    """From the buttons: undo or redo."""
    try:
        entry = turn(who())
        said_line(*(("success", f"{entry.title}.") if entry else ("info", f"Nothing to {word} for {who()}.")))
    except NomenclatorError as error:
        said_line("error", str(error))


try:
    wanted = filters(workbench)
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="history_steps"):
        st.button(
            "Undo",
            key="undo",
            shortcut="U",
            help="Takes back what was done last under your name, whatever it was.",
            on_click=step,
            args=("undo", workbench.undo),
        )
        st.button(
            "Redo",
            key="redo",
            shortcut="Y",
            help="Does again what your last undo took back.",
            on_click=step,
            args=("redo", workbench.redo),
        )
        st.toggle("Compare two moments", key="moments", bind="query-params")
    kind, sentence = st.session_state.pop("history_said", ("", ""))
    if sentence:
        {"success": st.success, "info": st.info, "error": st.error}[kind](sentence)
    if st.session_state.get("moments"):
        with st.container(border=True, key="moments_panel"):
            moments(workbench)
    left, right = st.columns([6, 5], gap="medium")
    with left:
        number = entries(workbench, wanted, picked_entry())
    if number:
        with right, st.container(border=True, key="entry_panel"):
            entry_panel(workbench, number, {choice.id: choice.title for choice in workbench.encoders()})
except NomenclatorError as error:
    st.error(plain(error))
watch(workbench, drawn)
