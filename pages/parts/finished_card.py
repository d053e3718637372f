"""What a finished training made: its numbers, and the two next steps."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.metrics import (
    LOSS,
    MAP,
    SPEARMAN,
    decimal,
    forgotten_sentence,
    kept_table,
    relatedness_means,
    set_title,
    signed,
)
from pages.parts.plain import plain
from pages.parts.sheet import sheet
from store.records import ModelVersion, TrainingRun


def finished_card(workbench: Workbench, run: TrainingRun) -> None:
    """Draws the version that `run` made, with buttons to compare it and to chain the other hierarchy onto it."""
    try:
        model = workbench.model(run.result["version"])
    except NomenclatorError:
        st.info(f"**{plain(run.title)}** is done; the version it made has been deleted since.")
        return
    with st.container(border=True):
        st.header(f"Done: {plain(model.name)}", anchor=False)
        _figures(model.metrics)
        titles = encoder_titles(workbench)
        said = forgotten_sentence(model.metrics, titles)
        if said:
            st.markdown(plain(said))
            sheet(f"kept_{model.id}", "What was kept of each hierarchy", *kept_table(model.metrics, titles))
        with st.container(horizontal=True):
            if st.button("Compare", type="primary", key="go_compare", help="See it beside what it started from."):
                start = model.recipe.get("input", "vectors")
                st.session_state["compare_ids"] = [start, model.id]
                st.switch_page("pages/compare.py")
            other = _other(workbench, model)
            if other:
                st.button(
                    f"Chain {plain(other[1])} onto it",
                    key="go_chain",
                    on_click=_chain,
                    args=(model, other[0]),
                    help="Fills in the form: the next training starts from this version and learns the other one.",
                )


def encoder_titles(workbench: Workbench) -> dict[str, str]:
    """Encoder ids and terminology slugs -> titles."""
    return {choice.id: choice.title for choice in workbench.encoders()} | {
        one.slug: one.title for one in workbench.terminologies()
    }


def _figures(metrics: dict[str, Any]) -> None:
    with st.container(horizontal=True, gap="medium"):
        before, after = metrics.get("map_before"), metrics.get("map_after")
        change = signed(after - before) if before is not None and after is not None else None
        st.metric("Few-shot mAP", decimal(after), change, help=MAP, width="content")
        st.metric("Validation loss", decimal(metrics.get("validation_loss"), 4), help=LOSS, width="content")
        st.metric("Epochs", metrics.get("epochs", "–"), help="Passes over the training names.", width="content")
    related = " · ".join(f"{plain(set_title(name))} {value:.3f}" for name, value in relatedness_means(metrics).items())
    if related:
        st.caption(f"Relatedness: {related}", help=SPEARMAN)


def _other(workbench: Workbench, model: ModelVersion) -> tuple[str, str] | None:
    """The terminology to chain next: the first that the lineage has not learned."""
    learned = {version.recipe.get("terminology") for version in workbench.lineage(model.id)}
    return next(((one.slug, one.title) for one in workbench.terminologies() if one.slug not in learned), None)


def _chain(model: ModelVersion, slug: str) -> None:
    st.session_state["train_from"] = "Terminology"
    st.session_state["train_terminology"] = slug
    st.session_state["train_input"] = model.id
    st.session_state["train_shots"] = int(model.recipe["sampler"]["shots"])
    st.session_state["run"] = 0
