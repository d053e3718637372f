"""Long work as a page sees it: the row of a run, read again and again until it is over."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench, finished_share, time_left
from pages.parts.formatting import clock, percent, plain
from pages.parts.fragment import fragment
from pages.parts.shell.curves import training_curve
from pages.parts.shell.workspace import sentences
from store.records.training import CANCELLED, COMPLETED, FAILED, INTERRUPTED, QUEUED, RUNNING, UNFINISHED, JobRun

RUN_LOOK_SECONDS = 0.7  # between two looks at a run that is going on
WORDS = {
    QUEUED: "Waiting to start",
    RUNNING: "Running",
    COMPLETED: "Done",
    FAILED: "Failed",
    CANCELLED: "Cancelled",
    INTERRUPTED: "Interrupted",
}
KINDS = {
    "init": "First start",
    "train": "Training",
    "vectors": "Vectors",
    "import": "Import",
    "index": "Index",
    "place": "Placing",
    "levels": "Levels",
    "audit": "Audit",
    "mapping": "Mapping",
    "normalise": "Normalising",
    "recheck": "Comparing answers",
    "remap": "Comparing suggestions",
    "order": "Learning the order",
    "map": "Map",
    "compare": "Comparing",
    "experiment": "Experiment",
}


def progress_line(run: JobRun) -> str:
    """What the run is doing and how long it will take, in one line."""
    state = run.message or WORDS[run.status]
    return " · ".join(part for part in (state, time_left(run)) if part)


def run_panel(workbench: Workbench, run_id: int, curve: bool = True) -> JobRun:
    """Draws a run: its bar moving while it goes on, with a button to cancel; how it ended once it is over."""
    run = workbench.jobs.run(run_id)
    if run.status in UNFINISHED:
        fragment(run_every=RUN_LOOK_SECONDS)(_live)(workbench, run_id, curve, run.status)
    else:
        _ended(workbench, run, curve)
    return run


def _live(workbench: Workbench, run_id: int, curve: bool, status: str) -> None:
    run = workbench.jobs.run(run_id)
    if run.status != status:  # the rest of the page says so too
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.progress(finished_share(run), text=plain(progress_line(run)))
        st.button(
            "Cancel",
            key=f"cancel_{run_id}",
            shortcut="X",
            on_click=workbench.jobs.cancel,
            args=(run_id,),
            help="Stops the work; nothing that was finished before it is lost.",
        )
    if curve and run.curve:
        training_curve(run.curve, key=f"curve_{run_id}")


def _ended(workbench: Workbench, run: JobRun, curve: bool) -> None:
    title = plain(run.title)
    if run.status == FAILED:
        st.error(f"**{title}** failed. {plain(run.error)}")
        resume_button(workbench, run)
    elif run.status == CANCELLED:
        st.info(f"**{title}** was cancelled at {clock(run.finished)}. What it had kept until then stays.")
        resume_button(workbench, run)
    elif run.status == INTERRUPTED:
        st.warning(f"**{title}** was interrupted: the program stopped while it ran. It can go on from where it was.")
        resume_button(workbench, run)
    if curve and run.curve:
        training_curve(run.curve, key=f"curve_{run.id}")


def resume_button(workbench: Workbench, run: JobRun) -> None:
    """A button that carries an interrupted, failed or cancelled run on, from its checkpoint where it has one."""
    if st.button("Resume", key=f"resume_{run.id}", type="primary", help="Carries on from what it had kept."):
        with sentences():
            workbench.jobs.resume(run.id)
            st.rerun()


def going_on(workbench: Workbench) -> list[JobRun]:
    """The runs that are not over, newest first."""
    return [run for run in workbench.jobs.runs(limit=20) if run.status in UNFINISHED]


def sidebar_jobs(workbench: Workbench) -> None:
    """One line a run that is going on, so that no page ever looks hung while work goes on behind it."""
    if going_on(workbench):
        fragment(run_every=2 * RUN_LOOK_SECONDS)(_jobs)(workbench)


def _jobs(workbench: Workbench) -> None:
    # When the last one is over the lines just go. A rerun of the whole page from here would race with what the person
    # does at that moment: Streamlit lets the newer request decide the page and the address, and a click would be lost.
    for run in going_on(workbench):
        label = f"{KINDS.get(run.kind, run.kind)} · {percent(finished_share(run))}"
        st.progress(finished_share(run), text=plain(label))
