"""What nobody caught, drawn as one sentence in place of Streamlit's own box; its trace is in the workspace's log."""

from __future__ import annotations

import streamlit as st


def show_problem(error: Exception) -> bool:
    """Draws the sentence of an error that a page, a callback or a fragment raised; True, for it is shown."""
    from engine.workbench import in_one_sentence  # app.py names this function before the window answers at all
    from pages.parts.formatting import plain
    from pages.parts.shell.workspace import folder

    st.error(plain(in_one_sentence(error, folder())))
    return True
