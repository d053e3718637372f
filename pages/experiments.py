"""Experiments: the papers' tables measured again on terminologies of one's own, with their plots and intervals."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from pages.parts.experiments.form import experiment_form
from pages.parts.experiments.results import experiment_results
from pages.parts.formatting import clock, plain
from pages.parts.sheet import Col, sheet
from pages.parts.shell.address import Address, numbered
from pages.parts.shell.frame import opened
from pages.parts.shell.job_panel import WORDS, run_panel
from pages.parts.shell.messages import report, show_message
from pages.parts.shell.workspace import sentences
from store.records.training import COMPLETED, UNFINISHED

RUNS = (
    Col("title", "Experiment"),
    Col("status", "Status", "mark"),
    Col("on", "On"),
    Col("seeds", "Seeds", "number", "Trainings of each row with other random draws."),
    Col("when", "Started", "when"),
)
PROBLEM = "experiments_problem"
FIVE_RUNS = 190  # pixels; a finished one stands below

workbench = opened("Experiments", "The papers' questions asked of your terminologies, with 95 % intervals.")
kinds = workbench.experiments.kinds()
address = Address("experiments", {"experiment": next(iter(kinds)), "run": ""})
address.read({"experiment": kinds})


def open_run(run: int | str) -> None:
    """Shows a run below the form; the address keeps it."""
    st.session_state[address.key("run")] = str(run)


def pick(run: str) -> None:
    """From the table: shows a run, and its experiment in the form."""
    open_run(run)
    name = workbench.jobs.run(int(run)).recipe.get("name")
    if name in kinds:
        st.session_state[address.key("experiment")] = name


def start(recipe: dict[str, Any]) -> None:
    """The run starts in a process of its own, so this window may be closed."""
    if workbench.jobs.running("experiment"):
        return  # pressed twice: the first press has started it
    try:
        open_run(workbench.experiments.start(recipe))
    except NomenclatorError as error:
        report(PROBLEM, "error", plain(error))


titles = {one.slug: one.title for one in workbench.terminologies.all()}
runs = workbench.jobs.runs(limit=50, kind="experiment")
busy = any(run.status in UNFINISHED for run in runs)
run_number = numbered(st.session_state.get(address.key("run")) or "")
shown = next((run for run in runs if run.id == run_number), None)
if shown is None:  # the one that is going on, for who comes back
    shown = next((run for run in runs if run.status in UNFINISHED), None)

with st.container(border=True, key="experiment_form"):
    recipe, place = experiment_form(workbench, kinds, address)
    if place.button(
        "Start",
        type="primary",
        key="experiment_start",
        shortcut="T",
        width="stretch",
        disabled=busy or not recipe,
        help="One experiment at a time: wait for the one that is running, or cancel it."
        if busy
        else "It runs in a process of its own; this window may be closed meanwhile.",
    ):
        start(recipe)
        st.rerun()
    show_message(PROBLEM)
if shown is not None and shown.status != COMPLETED:
    st.header(plain(shown.title), anchor=False)
    run_panel(workbench, shown.id, curve=False)
st.header("Runs", anchor=False)
sheet(
    "experiment_runs",
    "Experiments",
    RUNS,
    [
        {
            "id": str(run.id),
            "title": run.title,
            "status": WORDS[run.status],
            "on": ", ".join(titles.get(slug, slug) for slug in run.recipe.get("terminologies", [])),
            "seeds": "quick" if run.recipe.get("quick") else run.recipe.get("seeds", ""),
            "when": clock(run.created),
            "when_why": run.created,
        }
        for run in runs
    ],
    picked=str(shown.id) if shown else "",
    on_pick=pick,
    empty="No experiment yet. Choose one and start it; a quick trial says within a minute or two whether it runs.",
    tallest=FIVE_RUNS if shown is not None and shown.status == COMPLETED else 0,
)
if shown is not None and shown.status == COMPLETED:
    with st.container(key="experiment_results"), sentences():
        st.header(f"{plain(shown.title)} · {clock(shown.created)}", anchor=False)
        experiment_results(workbench, shown)
address.write()
