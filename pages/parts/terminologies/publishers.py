"""Terminologies that anybody may fetch from their publishers: licence and command; the window asks nothing itself."""

from __future__ import annotations

from shlex import quote

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import plain

WHY = (
    "The window asks nothing of other machines. This command fetches one, once you have read its licence, and imports "
    "it; what was broken off goes on where it stopped. From the source folder say `python -m engine` for `nomenclator`."
)


def publishers(workbench: Workbench) -> None:
    """Draws what can be fetched, each with its licence and the command that brings it."""
    folder = quote(str(workbench.workspace.folder))
    with st.expander("Fetch one from its publisher"):
        st.caption(WHY)
        for one in workbench.publications.all():
            st.markdown(f"**{plain(one.title)}** · {plain(one.licence)} [Terms]({one.terms})")
            st.code(f"nomenclator fetch {one.name} --accept-licence --workspace {folder}", None, wrap_lines=True)
