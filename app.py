"""The window of Nomenclator: `streamlit run app.py`. A router, nothing more; the pages do the work.

Streamlit imports this file once, for `app`, and runs it as a script for every page that is drawn.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.starlette import App

from pages.parts.shell.first_page import by_its_name, page_of
from pages.parts.shell.problems import show_problem

ICON = str(Path(__file__).parent / "pages" / "parts" / "icon.svg")
ABOUT = "**Nomenclator** ranks, teaches and compares encoders of biomedical names. Everything stays on this machine."
MENU = {  # title of a page in pages/, in the order of the work
    "Explore": ("Rankings", "Map", "Compare"),
    "Teach": ("Labels", "Train", "Experiments"),
    "Curate": ("Normalise", "Mappings", "Place", "Audit"),
    "Keep": ("History", "Export", "Models", "Terminologies"),
}


def draw() -> None:
    """Draws the menu and the page that was chosen."""
    st.set_page_config("Nomenclator", ICON, layout="wide", initial_sidebar_state=232, menu_items={"About": ABOUT})
    pages = {section: list(map(page_of, titles)) for section, titles in MENU.items()}
    st.html(Path(ICON).parent / "shell" / "frame.css")  # of a page it would be gone for a moment when another one comes
    st.logo(ICON, size="medium")
    chosen = st.navigation({**pages, "": [by_its_name(pages["Explore"][0])]}, position="hidden")
    with st.sidebar, st.container(key="menu", gap=None):
        for section, members in pages.items():
            st.caption(section)
            for page in members:
                st.page_link(page)
    st.session_state["routed"] = True
    chosen.run()


if __name__ == "__main__":
    draw()
else:
    from pages.parts.shell.launch import announced, guards
    from pages.parts.shell.spared_work import spare_work

    spare_work()
    app = App(__file__, on_script_error=show_problem, middleware=guards(), lifespan=announced)
