"""The field of pasted names, how another page brings a text into it, once, and how the address keeps what is there."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.workbench import Workbench
from pages.parts.shell.address import followed, gone_back

FIELD, BROUGHT = "mentions_pasted", "pasted"
CONTENT = "list"  # in the address: under which name of its content the workspace has the text
GONE = "The pasted names of this address are no longer in the workspace; paste them again."
MOST_OF_NAME = 12  # words of one name; a longer text that is no name itself is a list that was pasted, or a note


def link_to_normalise(text: str) -> None:
    """Draws the way to Normalise, where `text` stands in the field of pasted names then."""
    label, brought = "Take it to Normalise", {BROUGHT: text}
    st.page_link("pages/normalise.py", label=label, icon=":material/list:", query_params=brought)


def take_brought(workbench: Workbench) -> None:
    """Puts the text that the address brings into the field, and takes it out of the address; else the one that it
    keeps, where the page was reloaded or Back was pressed."""
    if text := st.query_params.pop(BROUGHT, ""):
        for chosen in ("mentions_file", "mentions_example"):  # which would stand in its place
            st.session_state.pop(chosen, None)
        st.session_state[FIELD] = text
        return
    place, content = st.empty(), st.query_params.get(CONTENT, "")  # there without a sentence too
    if not followed() or not (content or gone_back()):
        return
    found = workbench.mentions.saved_text(content) if content else ""
    if found is None:
        place.info(GONE)
    st.session_state[FIELD] = found or ""


def keep(path: Path | None) -> None:
    """Names the pasted text that was saved at `path` in the address, so that it outlives a reload; none with None."""
    if path is None:
        st.query_params.pop(CONTENT, None)
    elif st.query_params.get(CONTENT) != path.parent.name:
        st.query_params[CONTENT] = path.parent.name
