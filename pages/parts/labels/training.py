"""Train now: a run on exactly the labels of a set, in place; when it is done the queue goes on with the new model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.formatting import plain
from pages.parts.labels.queue import open_queue
from pages.parts.recipe_form import SHOTS, settings_of
from pages.parts.shell.address import numbered
from pages.parts.shell.job_panel import run_panel
from pages.parts.widget_state import choose, forget_unknown
from store.records.training import COMPLETED, UNFINISHED, JobRun

PROBLEM = "label_train_problem"  # the sentence, the recipe and the labels that it is about
PRESETS = ("few-shot", "few-shot-paper")
WITHOUT = (SHOTS, "sampler.most_classes", "data.upto")  # every label that stands trains, whatever k


def label_training(workbench: Workbench, definition: Any, queue: Any) -> None:
    """Draws the button, its settings and the run that it started."""
    busy = _going_on(workbench)
    place = st.container(horizontal=True, gap="small")
    with place.popover("Settings", help="What the training starts from, and every setting of its recipe."):
        recipe = _recipe(workbench, definition, queue)
    place.button(
        "Train now",
        type="primary",
        key="train_now",
        shortcut="T",
        width="stretch",
        disabled=busy is not None,
        on_click=_start,
        args=(workbench, definition, recipe),
        help="One training at a time: wait for the one that is running, or cancel it."
        if busy
        else "Learns from these labels, but for a slice that judges the new model; you can go on labelling meanwhile.",
    )
    if busy and busy.id != numbered(st.query_params.get("run", "")):
        st.caption(f"One training at a time: **{plain(busy.title)}** is running. Wait for it, or cancel it.")
        run_panel(workbench, busy.id, curve=False)
    if st.session_state.get(PROBLEM, ("", None))[1] != recipe:
        st.session_state.pop(PROBLEM, None)  # a recipe that was changed since is another one
    _run(workbench, definition, queue)


def _going_on(workbench: Workbench) -> JobRun | None:
    """A training that is not over, whoever started it."""
    return next((run for run in workbench.jobs.runs(limit=30, kind="train") if run.status in UNFINISHED), None)


def _recipe(workbench: Workbench, definition: Any, queue: Any) -> dict[str, Any]:
    forget_unknown("label_preset", PRESETS)
    preset = st.selectbox("Preset", PRESETS, key="label_preset", persist_state="session")
    encoders = {choice.id: choice.title for choice in workbench.rankings.encoders()}
    forget_unknown("label_input", encoders)
    if "label_input" not in st.session_state:
        st.session_state["label_input"] = _start_from(workbench, queue, encoders)
    help = "A model version here makes a chain: the new encoder learns on top of it."
    start = choose(st, "Start from", encoders, "label_input", persist_state="session", help=help)
    recipe = workbench.training.recipe_for_labels(definition.label_set, preset, start)
    seed = st.number_input("Seed", 0, 2**31 - 1, 0, key="label_train_seed", help="Decides every random draw.")
    recipe["seed"] = int(seed)
    settings_of(workbench, recipe, f"label_{preset}", WITHOUT)
    return recipe


def _start_from(workbench: Workbench, queue: Any, encoders: dict[str, str]) -> str:
    """What the queue's encoder was trained on top of when it learned these labels, so that training again is not a
    chain; else the queue's encoder itself."""
    encoder = queue.settings.encoder
    version = next((model for model in workbench.models.all() if model.id == encoder), None)
    if version is not None and version.recipe.get("labels") == queue.label_set:
        encoder = str(version.recipe.get("input", "vectors"))
    return encoder if encoder in encoders else next(iter(encoders))


def _start(workbench: Workbench, definition: Any, recipe: dict[str, Any]) -> None:
    if _going_on(workbench):
        return  # pressed twice: the first press has started it
    st.session_state.pop(PROBLEM, None)
    try:
        held = workbench.training.fix_labels(recipe)
        st.query_params["run"] = str(workbench.training.start(held, title=f"{definition.label_set}: its labels"))
        st.query_params.pop("moved", None)
    except NomenclatorError as error:
        progress = list(workbench.labels.progress(definition.label_set))
        st.session_state[PROBLEM] = str(error), recipe, progress


def training_problem(progress: list[Any]) -> None:
    """Draws why the training did not start, as long as the labels and the recipe are those that it was about."""
    sentence, _, before = st.session_state.get(PROBLEM, ("", None, None))
    if sentence and before == progress:
        st.error(plain(sentence))
    else:
        st.session_state.pop(PROBLEM, None)


def _run(workbench: Workbench, definition: Any, queue: Any) -> None:
    number = numbered(st.query_params.get("run", ""))
    if not number:
        return
    try:
        run = run_panel(workbench, number, curve=False)
    except NomenclatorError:
        del st.query_params["run"]
        return
    if run.recipe.get("labels") != definition.label_set:
        del st.query_params["run"]
    elif run.status == COMPLETED and run.result.get("version"):
        _adopt(workbench, queue, run)


def _adopt(workbench: Workbench, queue: Any, run: JobRun) -> None:
    """Once the new version can read all names, the queue goes on with it, and what it moved is said."""
    version = str(run.result["version"])
    if queue.settings.encoder == version:
        del st.query_params["run"]
        return
    searchable = workbench.rankings.indexing_run(version)
    if searchable is not None:
        run_panel(workbench, searchable.id, curve=False)
        return
    before = queue.settings.encoder
    open_queue(workbench, queue.label_set, replace(queue.settings, encoder=version))
    st.query_params["moved"] = f"{before}..{version}"
    st.query_params.pop("run", None)
    st.rerun()
