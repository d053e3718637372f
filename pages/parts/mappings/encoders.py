"""Whose suggestions a mapping joins: one encoder or several, the current one where none is chosen."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import count
from pages.parts.mappings.acts import whole
from pages.parts.shell.workspace import sentences
from pages.parts.widget_state import choose_some
from store.records.training import CURRENT

MOST, KEY = 4, "mappings_encoders_again"
HOW = "Of a target that several suggest the surest probability stands, and the line says who suggests it."


def encoders_menu(workbench: Workbench, key: str) -> None:
    """Draws the encoders behind a button that says how many are joined."""
    titles = {choice.id: choice.title for choice in workbench.rankings.encoders()}
    chosen = st.session_state.get(key) or []
    label = count(len(chosen), "encoder") if chosen else "Current encoder"
    with st.popover(label, help="Whose suggestions are joined."), st.container(width=380):
        choose_some(st, "Encoders", titles, key, MOST, placeholder="The current one")
        st.caption(f"{HOW} Each reads both terminologies first, which takes a while where it never did.")


def suggest_again(workbench: Workbench, number: int) -> None:
    """Draws what makes the suggestions of a project anew, by other encoders too; what people decided stays."""
    titles = {choice.id: choice.title for choice in workbench.rankings.encoders()}
    st.markdown("**New suggestions.** What people decided stays; what a release brought becomes lines.")
    key, before = f"{KEY}_{number}", workbench.mapping_projects.encoders_of(number)
    st.session_state.setdefault(key, before)
    chosen = choose_some(st, "Encoders", titles, key, max(MOST, len(before)), placeholder="The current one")
    st.caption(HOW)
    args = (workbench, number, chosen or [CURRENT])
    st.button("Suggest anew", key="mappings_again", on_click=_again, args=args)


@sentences()
def _again(workbench: Workbench, number: int, encoders: list[str]) -> None:
    workbench.jobs.spawn(workbench.mapping_projects.suggest_again(number, encoders))
    st.session_state["mappings_view"] = "queue"  # where its run is shown
    whole()
