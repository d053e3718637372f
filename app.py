"""The window of Nomenclator: `streamlit run app.py`. A router, nothing more; the pages do the work."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

HERE = Path(__file__).parent
ICON = str(HERE / "pages" / "parts" / "icon.svg")
ABOUT = "**Nomenclator** ranks, teaches and compares encoders of biomedical names. Everything stays on this machine."

st.set_page_config(
    page_title="Nomenclator",
    page_icon=ICON,
    layout="wide",
    initial_sidebar_state=232,
    menu_items={"About": ABOUT},
)

pages = {
    "Explore": [
        st.Page("pages/rankings.py", title="Rankings", default=True),
        st.Page("pages/map.py", title="Map"),
        st.Page("pages/compare.py", title="Compare"),
    ],
    "Teach": [
        st.Page("pages/labels.py", title="Labels"),
        st.Page("pages/train.py", title="Train"),
    ],
    "Curate": [
        st.Page("pages/normalise.py", title="Normalise"),
    ],
    "Keep": [
        st.Page("pages/history.py", title="History"),
        st.Page("pages/models.py", title="Models"),
        st.Page("pages/terminologies.py", title="Terminologies"),
    ],
}

st.logo(ICON, size="medium")
chosen = st.navigation(pages, position="hidden")
with st.sidebar, st.container(key="menu", gap=None):
    for section, members in pages.items():
        st.caption(section)
        for page in members:
            st.page_link(page)
st.session_state["routed"] = True
chosen.run()
