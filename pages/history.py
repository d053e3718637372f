"""History: who changed what, when and why; take back any of it, roll back, compare two moments."""

from __future__ import annotations

import streamlit as st

from pages.parts.beside import reading_and_detail
from pages.parts.history.compare_moments import moments
from pages.parts.history.entry import entry_panel
from pages.parts.history.list import MESSAGE, entries, filters, watch
from pages.parts.shell.address import numbered
from pages.parts.shell.frame import opened
from pages.parts.shell.messages import show_message
from pages.parts.shell.undo_redo import undo_redo_buttons
from pages.parts.shell.workspace import sentences

HELPS = (
    "Takes back what was done last under your name, whatever it was.",
    "Does again what your last undo took back.",
)

workbench = opened("History", "Every change by everybody: none is ever deleted, and each can be taken back.")
drawn = workbench.history.last()


def picked_entry() -> int:
    """The chosen entry: of the address, else of this session; 0 when none was chosen."""
    if named := numbered(st.query_params.get("entry", "")):
        st.session_state["entry"] = named
    elif st.session_state.get("entry"):
        st.query_params["entry"] = str(st.session_state["entry"])
    return int(st.session_state.get("entry", 0))


with sentences():
    chosen = filters(workbench)
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="history_steps"):
        undo_redo_buttons(MESSAGE, "", HELPS, workbench.history.undo, workbench.history.redo)
        st.toggle("Compare two moments", key="moments", bind="query-params")
    show_message(MESSAGE)
    if st.session_state.get("moments"):
        with st.container(border=True, key="moments_panel"):
            moments(workbench)
    left, right = reading_and_detail("history", (6, 5))
    with left:
        number = entries(workbench, chosen, picked_entry())
    if number:
        with right, st.container(border=True, key="entry_panel"):
            entry_panel(workbench, number, {choice.id: choice.title for choice in workbench.rankings.encoders()})
watch(workbench, drawn)
