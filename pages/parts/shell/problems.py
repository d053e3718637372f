"""What nobody caught, drawn as one sentence in place of Streamlit's own box; its trace is in the workspace's log."""

from __future__ import annotations

import streamlit as st


def show_problem(error: Exception) -> bool:
    """Draws the sentence of an error that a page, a callback or a fragment raised; True, for it is shown."""
    # app.py names this function before the window answers at all
    from engine.workbench import default_workspace, in_one_sentence
    from pages.parts.formatting import plain

    st.error(plain(in_one_sentence(error, default_workspace())))
    return True
