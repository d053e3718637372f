"""The view Set up: the recipe, the button that starts it, and what it would learn from."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.formatting import plain
from pages.parts.recipe_form import recipe_form
from pages.parts.train.class_report import class_report, report_of
from store.records.training import UNFINISHED

PROBLEM = "train_problem"  # the sentence and the recipe that it is about
BUSY = "One training at a time: wait for the one that is running, or cancel it."
FREE = "It runs in a process of its own; this window may be closed meanwhile."


def set_up(workbench: Workbench, busy: bool) -> int:
    """Draws the form and the report on its names; the number of the run that was started just now, else 0.

    busy: a training is going on, so none can be started.
    """
    with st.container(border=True, key="recipe"):
        form = recipe_form(workbench)
        recipe = form.recipe
        with form.place:
            title, button = st.columns(2, vertical_alignment="bottom")
            title.text_input(
                "Title (optional)", key="train_title", max_chars=100, placeholder="Named for its recipe when empty"
            )
            pressed = button.button(
                "Start training",
                type="primary",
                key="start_training",
                shortcut="T",
                width="stretch",
                disabled=recipe is None or busy or bool(form.problem),
                help=BUSY if busy else plain(form.problem) or FREE,
            )
            problem_place = st.container()
    # no callback: that would get the recipe of the page before the last change
    if pressed and recipe is not None and (started := _started(workbench, recipe)):
        return started
    sentence, about = st.session_state.get(PROBLEM) or ("", None)
    problem = sentence if about == recipe else ""  # a recipe that was changed since is another one
    shown_there = False
    if recipe is not None and not busy:
        report = report_of(workbench, recipe)
        shown_there = bool(problem) and report.problem == problem
        class_report(report, pressed=shown_there)
        if not form.problem and (made := workbench.training.trained_already(recipe)):
            problem_place.caption(
                f"**{plain(made.name)}** was trained so, from the same names: a new training makes the same again."
            )
            problem_place.page_link(
                "pages/models.py", label="See it on Models", icon=":material/layers:", query_params={"model": made.id}
            )
    if problem and not shown_there:
        problem_place.error(plain(problem))
    return 0


def _started(workbench: Workbench, recipe: dict[str, Any]) -> int:
    """The run of a process of its own, so this window may be closed; 0 where it could not be started."""
    if any(run.status in UNFINISHED for run in workbench.jobs.runs(limit=30, kind="train")):
        return 0  # pressed twice: the first press has started it
    try:
        run = workbench.training.start(recipe, title=st.session_state.get("train_title", "").strip())
    except NomenclatorError as error:
        st.session_state[PROBLEM] = (str(error), recipe)
        return 0
    st.session_state[PROBLEM] = None
    return run
