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
            beside = st.container()
            title.text_input(
                "Title (optional)", key="train_title", max_chars=100, placeholder="Named for its recipe when empty"
            )
            with beside:  # it says that the names are being counted
                report = None if recipe is None or busy else report_of(workbench, recipe)
            lacking = report.problem if report else ""
            pressed = button.button(
                "Start training",
                type="primary",
                key="start_training",
                shortcut="T",
                width="stretch",
                disabled=recipe is None or busy or bool(form.problem or lacking),
                help=BUSY if busy else plain(form.problem or lacking) or FREE,
            )
            if lacking:
                beside.warning(plain(lacking))
    # no callback: that would get the recipe of the page before the last change
    if pressed and recipe is not None and (started := _started(workbench, recipe)):
        return started
    sentence, about = st.session_state.get(PROBLEM) or ("", None)
    if sentence and about == recipe:  # a recipe that was changed since is another one
        beside.error(plain(sentence))
    if recipe is not None and report is not None:
        class_report(report)
        if not form.problem and (made := workbench.training.trained_already(recipe)):
            beside.caption(
                f"**{plain(made.name)}** was trained so, from the same names: a new training makes the same again."
            )
            beside.page_link(
                "pages/models.py", label="See it on Models", icon=":material/layers:", query_params={"model": made.id}
            )
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
