"""The field of pasted names, and how another page brings a text into it: in the address, once."""

from __future__ import annotations

import streamlit as st

FIELD, BROUGHT = "mentions_pasted", "pasted"
MOST_OF_NAME = 12  # words of one name; a longer text that is no name itself is a list that was pasted, or a note


def link_to_normalise(text: str) -> None:
    """Draws the way to Normalise, where `text` stands in the field of pasted names then."""
    label, brought = "Take it to Normalise", {BROUGHT: text}
    st.page_link("pages/normalise.py", label=label, icon=":material/list:", query_params=brought)


def take_brought() -> None:
    """Puts the text that the address brings into the field, and takes it out of the address."""
    if text := st.query_params.pop(BROUGHT, ""):
        for chosen in ("mentions_file", "mentions_example"):  # which would stand in its place
            st.session_state.pop(chosen, None)
        st.session_state[FIELD] = text
