"""The view Watch: a run with its bar and curve, what it made, and the recipes of the runs beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import clock, plain
from pages.parts.models.finished_card import finished_card, learned_title
from pages.parts.sheet import Col, sheet
from pages.parts.shell.job_panel import run_panel
from pages.parts.train.runs_list import NO_RUN
from pages.parts.train.views import open_run
from store.records.training import COMPLETED, JobRun

RECIPES = (
    Col("title", "Run"),
    Col("classes", "Learns from"),
    Col("start", "Starts from"),
    Col("shots", "k", "number", "Names of each class that train."),
    Col("seed", "Seed", "number", "Decides every random draw."),
    Col("made", "Made"),
)


def watch(workbench: Workbench, runs: Sequence[JobRun], watched: int, titles: Mapping[str, str]) -> None:
    """Draws the run `watched`, 0 for none, and below it the recipes of all `runs`.

    titles: encoder ids and what versions learn from -> titles.
    """
    if not watched:
        st.info(NO_RUN)
        return
    found = next(run for run in runs if run.id == watched)
    st.header(plain(found.title), anchor=False)
    st.caption(plain(facts(found, titles)))
    run = run_panel(workbench, watched)
    if run.status == COMPLETED and run.result.get("version"):
        finished_card(workbench, run)
    st.header("Their recipes", anchor=False)
    rows = [{"id": str(run.id), "title": run.title, **recipe_cells(run, titles)} for run in runs]
    sheet("training_recipes", "Recipes of the runs", RECIPES, rows, picked=str(watched), on_pick=open_run, tallest=430)


def recipe_cells(run: JobRun, titles: Mapping[str, str]) -> dict[str, Any]:
    """What a run learns from and starts from, its k and seed, and what it made, each "" where it has none."""
    return {
        "classes": learned_title(run.recipe, dict(titles)),
        "start": titles.get(run.recipe.get("input", ""), run.recipe.get("input", "")),
        "shots": run.recipe.get("sampler", {}).get("shots", ""),
        "seed": run.recipe.get("seed", ""),
        "made": titles.get(run.result.get("version", ""), run.result.get("version", "")),
    }


def facts(run: JobRun, titles: Mapping[str, str]) -> str:
    """A run's recipe in a line: 'Learns from HPO · starts from Shipped vectors · k 15 · seed 0 · started 14:03'."""
    named = ("Learns from", "classes"), ("starts from", "start"), ("k", "shots"), ("seed", "seed")
    cells = recipe_cells(run, titles)
    found = [f"{name} {cells[key]}" for name, key in named if cells[key] != ""]
    return " · ".join([*found, f"started {clock(run.created)}"])
