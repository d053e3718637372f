"""The run that makes the suggestions of a project; what is said of one that came to nothing can be closed."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.shell.job_panel import run_panel
from store.records.training import CANCELLED, FAILED, JobRun

CLOSED = "mappings_run_closed"  # the run that the person has seen come to nothing
NOTHING = (FAILED, CANCELLED)


def closed(run: JobRun) -> bool:
    """Whether the run came to nothing and the person has closed what is said of it."""
    return run.status in NOTHING and run.id == st.session_state.get(CLOSED)


def suggesting(workbench: Workbench, run: JobRun) -> JobRun:
    """Draws the run, with a button that closes it where it came to nothing; the run as it is now."""
    run = run_panel(workbench, run.id)
    if run.status in NOTHING:
        st.button("Close", key="mappings_run_close", on_click=st.session_state.update, args=({CLOSED: run.id},))
    return run
