"""The first start: the sample workspace is made, and its progress is shown as it is."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench, default_workspace, finished_share
from pages.parts.formatting import plain
from pages.parts.fragment import fragment
from pages.parts.shell.job_panel import RUN_LOOK_SECONDS, progress_line
from pages.parts.shell.workspace import sentences
from store.records.training import COMPLETED, UNFINISHED, JobRun

ABOUT = (
    "Nomenclator starts with three real terminologies: **ICD-10-CM** (98,505 codes), the **Human Phenotype Ontology** "
    "(19,034 terms) and the **Mondo Disease Ontology** (23,964 terms). They are read from this machine, kept in a "
    "database and made searchable. This happens once."
)


def first_start(workbench: Workbench) -> None:
    """Draws the first start, and starts it when nobody has yet; the page reruns by itself when it is ready."""
    st.title("Preparing the sample workspace", anchor=False)
    st.markdown(ABOUT)
    run = workbench.jobs.newest_of("init")
    if run is None:
        with sentences():
            workbench.terminologies.start_sample()
        run = workbench.jobs.newest_of("init")
    if run is not None and run.status in UNFINISHED:
        fragment(run_every=RUN_LOOK_SECONDS)(_live)(workbench, run.id)
    elif run is not None:
        _stopped(workbench, run)
    st.caption(f"Workspace folder: {plain(default_workspace())}")


def _live(workbench: Workbench, run_id: int) -> None:
    run = workbench.jobs.run(run_id)
    if run.status not in UNFINISHED:
        st.rerun()
    st.progress(finished_share(run), text=plain(progress_line(run)))
    _steps(run)


def _steps(run: JobRun) -> None:
    """The steps seen so far: the ones behind with a tick, the present one plain."""
    seen: list[str] = st.session_state.setdefault("first_start_steps", [])
    if run.message and run.message not in seen:
        seen.append(run.message)
    for step in seen[:-1][-8:]:
        st.caption(f"✓ {plain(step)}")


def _stopped(workbench: Workbench, run: JobRun) -> None:
    if empty := run.status == COMPLETED:  # made by “init --empty”, or all terminologies were taken out
        st.info(
            "This workspace has no terminology. Import yours with “import FILE --name NAME”, or take these three in."
        )
    else:
        st.error(plain(run.error or "The preparation stopped before it was finished. Start it again: nothing is lost."))
    if st.button("Take the three in" if empty else "Start again", type="primary"):
        with sentences():
            workbench.terminologies.start_sample()
            st.session_state.pop("first_start_steps", None)
            st.rerun()
