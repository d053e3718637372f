"""Train: choose what to learn from and what to start from, watch the run, and go on from what it made."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from pages.parts.formatting import clock, plain
from pages.parts.models.finished_card import encoder_titles, finished_card, learned_title
from pages.parts.recipe_form import TERMINOLOGY, recipe_form
from pages.parts.sheet import Col, sheet
from pages.parts.shell.address import Address, followed, numbered
from pages.parts.shell.frame import opened
from pages.parts.shell.job_panel import WORDS, run_panel
from pages.parts.train.class_report import class_report, report_of
from store.records.training import DONE, UNFINISHED, TrainingRun

RUNS = (
    Col("title", "Run"),
    Col("status", "Status", "mark"),
    Col("classes", "Learns from"),
    Col("start", "Starts from"),
    Col("shots", "k", "number", "Names of each class that train."),
    Col("seed", "Seed", "number", "Decides every random draw."),
    Col("made", "Made"),
    Col("when", "Started", "quiet"),
)

workbench = opened("Train", "Teach an encoder which names belong together.")


# What the form says beside its numbers; the widgets have had these keys all along.
address = Address(
    "train",
    {
        "preset": next(iter(workbench.training.presets())),
        "from": TERMINOLOGY,
        "terminology": next((one.slug for one in workbench.terminologies.all()), ""),
        "labels": "",
        "input": next(choice.id for choice in workbench.rankings.encoders()),
    },
)
addressed = any(field in st.query_params for field in address.fields)
address.read(newer=st.session_state["arrived"] and not addressed)  # another page's button, or the menu, keeps the form


def open_run(run: int | str) -> None:
    """Keeps the run that is looked at in the address too, so that Back and a reload find it."""
    st.session_state["run"] = int(run)
    st.query_params["run"] = str(run)


def start(recipe: dict[str, Any]) -> None:
    """The run starts in a process of its own, so this window may be closed."""
    if any(run.status in UNFINISHED for run in workbench.jobs.runs(limit=30, kind="train")):
        return  # pressed twice: the first press has started it
    try:
        open_run(workbench.training.start(recipe, title=st.session_state.get("train_title", "").strip()))
        st.session_state["train_problem"] = None
    except NomenclatorError as error:
        st.session_state["train_problem"] = (str(error), recipe)


def run_shown(runs: list[TrainingRun]) -> int:
    """The run whose panel is open: the one chosen or started here, else the one that is going on, else none (0)."""
    named = st.query_params.get("run", "") if followed() else ""
    chosen = numbered(named) if named.isdecimal() else st.session_state.get("run")
    if chosen is None or (chosen and all(run.id != chosen for run in runs)):
        chosen = next((run.id for run in runs if run.status in UNFINISHED), None)
    st.session_state["run"] = chosen  # so that the panel stays when the run is over
    return chosen or 0


runs = workbench.jobs.runs(limit=30, kind="train")
busy = any(run.status in UNFINISHED for run in runs)
left, right = st.columns([4, 7], gap="large")
with left, st.container(border=True, key="recipe"):
    form = recipe_form(workbench)
    address.write()
    recipe = form.recipe
    with form.place:
        st.text_input(
            "Title (optional)", key="train_title", max_chars=100, placeholder="Named for its recipe when empty"
        )
        pressed = st.button(
            "Start training",
            type="primary",
            key="start_training",
            shortcut="T",
            width="stretch",
            disabled=recipe is None or busy or bool(form.problem),
            help="One training at a time: wait for the one that is running, or cancel it."
            if busy
            else plain(form.problem) or "It runs in a process of its own; this window may be closed meanwhile.",
        )
        problem_place = st.container()
    if pressed and recipe is not None:  # no callback: that would get the recipe of the page before the last change
        start(recipe)
        st.rerun()
with right:
    shown = run_shown(runs)
    if shown:
        st.header(plain(workbench.jobs.run(shown).title), anchor=False)
        run = run_panel(workbench, shown)
        if run.status == DONE and run.result.get("version"):
            finished_card(workbench, run)
    tried, shown_there = st.session_state.get("train_problem") or ("", None), False
    problem = tried[0] if tried[1] == recipe else ""  # a recipe that was changed since is another one
    if recipe is not None and not busy:
        report = report_of(workbench, recipe)
        shown_there = bool(problem) and report.problem == problem
        class_report(report, pressed=shown_there)
if problem and not shown_there:
    problem_place.error(plain(problem))

st.header("Runs", anchor=False)
titles = encoder_titles(workbench)
rows = [
    {
        "id": str(run.id),
        "title": run.title,
        "status": WORDS[run.status],
        "classes": learned_title(run.recipe, titles),
        "start": titles.get(run.recipe.get("input", ""), run.recipe.get("input", "")),
        "shots": run.recipe.get("sampler", {}).get("shots", ""),
        "seed": run.recipe.get("seed", ""),
        "made": titles.get(run.result.get("version", ""), run.result.get("version", "")),
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
    picked=str(shown),
    on_pick=open_run,
    empty="No training yet. Choose a preset and a terminology above and start; few-shot takes about a minute.",
)
