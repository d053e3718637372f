"""The field of pasted names, as other pages know it."""

from __future__ import annotations

import streamlit as st

FIELD = "mentions_pasted"


def take_to_normalise(text: str) -> None:
    """Goes to the page Normalise, where `text` stands in the field of pasted names."""
    for chosen in ("mentions_file", "mentions_example"):  # an upload would stand in its place
        st.session_state.pop(chosen, None)
    st.session_state[FIELD] = text
    st.switch_page("pages/normalise.py")
