"""What a finished training made: its numbers, and the next steps."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench, comparison_words
from pages.parts.formatting import plain
from pages.parts.metrics import (
    LOSS,
    OF_CLASSES,
    SPEARMAN,
    decimal,
    delta,
    forgotten_sentence,
    learns_classes,
    precision_of,
    relatedness_means,
    retention_table,
)
from pages.parts.recipe_form import ALL_TERMINOLOGIES, ALL_TITLE
from pages.parts.sheet import sheet
from pages.parts.shell.messages import report, reported
from pages.parts.shell.profile import who
from pages.parts.train.views import open_form
from store.records.training import JobRun, ModelVersion


def finished_card(workbench: Workbench, run: JobRun) -> None:
    """Draws the version that `run` made, with buttons to compare, to use and to go on from it."""
    try:
        model = workbench.models.get(run.result["version"])
    except NomenclatorError:
        st.info(f"**{plain(run.title)}** is done; the version it made has been deleted since.")
        return
    with st.container(border=True):
        st.header(f"Done: {plain(model.name)}", anchor=False)
        _figures(model)
        titles = encoder_titles(workbench)
        sentence = forgotten_sentence(model.metrics, titles)
        if sentence:
            st.markdown(plain(sentence))
            sheet(f"kept_{model.id}", "What was kept of each hierarchy", *retention_table(model.metrics, titles))
        with st.container(horizontal=True):
            if st.button("Compare", type="primary", key="go_compare", help="See it beside what it started from."):
                start = model.recipe.get("input", "vectors")
                st.session_state["compare_ids"] = [start, model.id]
                st.switch_page("pages/compare.py")
            help = "Searches use it from now on. It opens on the page Models, where Undo takes that back."
            if st.button("Use it", key="go_model", help=help):
                make_current(workbench, model.id, model.name)
                st.session_state["model"] = model.id
                st.switch_page("pages/models.py", query_params={"model": model.id})
            other = _other(workbench, model)
            if other:
                st.button(
                    f"Chain {plain(other[1])} onto it",
                    key="go_chain",
                    on_click=_chain,
                    args=(model, other[0]),
                    help="Fills in the form: the next training starts from this version and learns the other one.",
                )


def make_current(workbench: Workbench, id: str, title: str, reason: str = "") -> None:
    """Makes an encoder the one that searches use; the page Models says what came of it."""
    with reported("model_said"):
        if workbench.models.make_current(id, who(), reason):
            report("model_said", "success", plain(f"Searches use {title} from now on. U takes it back."))
        else:
            report("model_said", "info", plain(f"Searches use {title} already."))


def encoder_titles(workbench: Workbench) -> dict[str, str]:
    """Encoder ids and what versions learn from -> titles."""
    return {
        **{choice.id: choice.title for choice in workbench.rankings.encoders()},
        **{one.slug: one.title for one in workbench.terminologies.all()},
        ALL_TERMINOLOGIES: ALL_TITLE,
    }


def learned_title(recipe: dict[str, Any], titles: dict[str, str]) -> str:
    """What a version learned from, for a person: 'Human Phenotype Ontology', 'a + b', a label set, or its files."""
    source = str(recipe.get("terminology", ""))
    if source:
        return " + ".join(titles.get(slug, slug) for slug in source.split("+"))
    return str(recipe.get("labels") or f"own files ({recipe.get('data', {}).get('name', '')})")


def _figures(model: ModelVersion) -> None:
    metrics, (title, help) = model.metrics, precision_of(model.recipe)
    with st.container(horizontal=True, gap="medium"):
        before, after = metrics.get("map_before"), metrics.get("map_after")
        change = comparison_words.signed(after - before) if before is not None and after is not None else None
        st.metric(title, decimal(after), **delta(change), help=help, width="content")
        if "validation_map" not in metrics:  # where mAP is watched, no loss is measured on held-out names
            st.metric("Validation loss", decimal(metrics.get("validation_loss"), 4), help=LOSS, width="content")
        st.metric("Epochs", metrics.get("epochs", "–"), help=_epochs(metrics), width="content")
    if learns_classes(model.recipe):
        st.caption(OF_CLASSES)
    related = " · ".join(
        f"{plain(comparison_words.set_title(name))} {value:.3f}" for name, value in relatedness_means(metrics).items()
    )
    if related:
        st.caption(f"Relatedness: {related}", help=SPEARMAN)


def _epochs(metrics: dict[str, Any]) -> str:
    best = metrics.get("best_epoch")
    return "Passes over the training names" + (f"; the weights of epoch {best} are kept." if best else ".")


def _other(workbench: Workbench, model: ModelVersion) -> tuple[str, str] | None:
    """The terminology to chain next: the first that the lineage has not learned."""
    sources = [str(version.recipe.get("terminology", "")) for version in workbench.models.lineage(model.id)]
    learned = {slug for source in sources for slug in source.split("+")}
    if ALL_TERMINOLOGIES in learned:
        return None
    return next(((one.slug, one.title) for one in workbench.terminologies.all() if one.slug not in learned), None)


def _chain(model: ModelVersion, slug: str) -> None:
    st.session_state["train_from"] = "Terminology"
    st.session_state["train_terminology"] = slug
    st.session_state["train_input"] = model.id
    shots = model.recipe.get("sampler", {}).get("shots")
    if shots:
        st.session_state["train_shots"] = int(shots)
    open_form()
