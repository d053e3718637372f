"""The runs of trainings, in sight beside either view: those going on with their bars, and the last ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from engine.workbench import Workbench, finished_share
from pages.parts.formatting import clock, plain
from pages.parts.fragment import fragment
from pages.parts.sheet import Col, sheet
from pages.parts.shell.job_panel import RUN_LOOK_SECONDS, WORDS, progress_line
from store.records.training import UNFINISHED, JobRun

RUNS = (Col("title", "Run"), Col("status", "Status", "mark"), Col("when", "Started", "when"))
NO_RUN = "No training yet. Choose a preset and a terminology and start; few-shot takes about half a minute."


def runs_list(workbench: Workbench, runs: Sequence[JobRun], watched: int, on_pick: Callable[[str], None]) -> None:
    """Draws `runs`, newest first; the one that is `watched` has its bar there already. A picked run is watched."""
    st.header("Runs", anchor=False)
    for run in runs:
        if run.status in UNFINISHED and run.id != watched:
            fragment(run_every=2 * RUN_LOOK_SECONDS)(_going_on)(workbench, run.id, run.status)
    rows = [
        {
            "id": str(run.id),
            "title": run.title,
            "status": WORDS[run.status],
            "when": clock(run.created),
            "when_why": run.created,
        }
        for run in runs
    ]
    sheet(
        "training_runs",
        "Training runs",
        RUNS,
        rows,
        picked=str(watched or ""),
        on_pick=on_pick,
        empty=NO_RUN,
        tallest=560,
    )


def _going_on(workbench: Workbench, number: int, status: str) -> None:
    run = workbench.jobs.run(number)
    if run.status != status:  # the rest of the page says so too
        st.rerun()
    st.progress(finished_share(run), text=plain(f"{run.title}: {progress_line(run)}"))
