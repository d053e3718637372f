"""Train: set up what to learn from and what to start from; watch the run, and go on from what it made."""

from __future__ import annotations

import streamlit as st

from pages.parts.beside import reading_and_detail
from pages.parts.models.finished_card import encoder_titles
from pages.parts.recipe_form import TERMINOLOGY
from pages.parts.shell.address import Address, followed, numbered
from pages.parts.shell.frame import opened
from pages.parts.train.runs_list import runs_list
from pages.parts.train.set_up import set_up
from pages.parts.train.views import SETUP, VIEWS, WATCH, open_form, open_run
from pages.parts.train.watch import watch
from pages.parts.widget_state import turned_switch
from store.records.training import UNFINISHED, JobRun

workbench = opened("Train", "Teach an encoder which names belong together.")

# The view, the run that is watched, and what the form says beside its numbers.
address = Address(
    "train",
    {
        "view": SETUP,
        "run": "",
        "preset": next(iter(workbench.training.presets())),
        "from": TERMINOLOGY,
        "terminology": next((one.slug for one in workbench.terminologies.all()), ""),
        "labels": "",
        "input": next(choice.id for choice in workbench.rankings.encoders()),
    },
    pinned=("view",),  # an address that names a run and no view is of a time when there was one view: it is watched
)
addressed = any(field in st.query_params for field in address.fields)  # not by another page's button, nor the menu
address.read({"view": VIEWS}, newer=st.session_state["arrived"] and not addressed)
if followed() and "run" in st.query_params and "view" not in st.query_params:
    st.session_state[address.key("view")] = WATCH


def run_watched(runs: list[JobRun]) -> int:
    """The run that was chosen or started here, else the one that is going on, else the newest; 0 without any."""
    known = {run.id for run in runs}
    wished = numbered(st.session_state[address.key("run")]), st.session_state.get("train_watched")
    unfinished = [run.id for run in runs if run.status in UNFINISHED]
    found = next((run for run in (*wished, *unfinished, *(run.id for run in runs)) if run in known), 0)
    st.session_state["train_watched"] = found  # so that its panel stays when the run is over
    return found or 0


runs = workbench.jobs.runs(limit=30, kind="train")
view = st.session_state[address.key("view")]
left, right = reading_and_detail("train")
with left:
    with st.container(horizontal=True):
        place = st.container(width="content")  # the switch comes last: a start changes the view
        beside = st.container(width="content")
    if view == WATCH:
        beside.button(
            "New training",
            key="set_up_training",
            shortcut="T",
            on_click=open_form,
            help="The form, with what was set there last.",
        )
        watched = run_watched(runs)
        watch(workbench, runs, watched, encoder_titles(workbench))
    else:
        watched = 0
        if started := set_up(workbench, any(run.status in UNFINISHED for run in runs)):
            open_run(started)
            address.write()
            st.rerun()
    turned_switch(place, "View", VIEWS, address.key("view"), label_visibility="collapsed")
with right:
    runs_list(workbench, runs, watched, open_run)
address.write()
