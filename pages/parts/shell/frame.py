"""What stands around every page: the heading, the sidebar's foot, and the first start before anything else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from engine.workbench import Workbench, default_workspace
from pages.parts.formatting import plain, shortened
from pages.parts.shell.first_start import first_start
from pages.parts.shell.job_panel import sidebar_jobs
from pages.parts.shell.keys import keyboard_map
from pages.parts.shell.profile import profile_field
from pages.parts.shell.tour import tour
from pages.parts.shell.way_back import way_back
from pages.parts.shell.workspace import open_workbench

PAGES = Path(__file__).parents[2]


def opened(title: str, about: str | Callable[[Workbench], str]) -> Workbench:
    """Draws the frame of a page and gives the Workbench; before the sample workspace is in, only its progress.

    about: what stands beside the title, or what makes it of the workspace.
    """
    _through_the_router()
    workbench = open_workbench()
    if not workbench.terminologies.ready():
        first_start(workbench)
        st.stop()
    st.session_state["arrived"] = st.session_state.get("page") != title
    st.session_state["page"] = title
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="heading"):
        st.title(title, anchor=False, width="content")
        st.caption(about if isinstance(about, str) else about(workbench))
    with st.sidebar:
        sidebar_jobs(workbench)
        profile_field(workbench)
        place = default_workspace()
        st.caption(f"Workspace: {plain(shortened(place.name or str(place), 30))}", help=plain(place))
        tour(workbench, title)
        keyboard_map(title)
        way_back()
    return workbench


def _through_the_router() -> None:
    """Sends a visit that came straight to a page's address through app.py.

    Until a first `st.navigation`, Streamlit takes the folder pages/ for its own kind of app and runs the page alone:
    no menu, no title. Saying once which pages there are ends that, and the rerun goes through app.py.
    """
    if "routed" not in st.session_state:
        scripts = sorted(page for page in PAGES.glob("*.py") if page.name != "__init__.py")
        # The default page answers at / alone, so that it is none of these: each has a name to be called by.
        first = st.Page(lambda: None, title="First", default=True, url_path="first")
        st.navigation([first, *map(st.Page, scripts)], position="hidden")
        st.session_state["routed"] = True
        st.rerun()
