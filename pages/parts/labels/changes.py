"""What changed: how the suggestions of labelled and unlabelled names moved from one encoder to another."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench, comparison_words
from pages.parts.formatting import count, plain
from pages.parts.make_searchable import unread
from pages.parts.metrics import SPEARMAN, delta, relatedness_fall
from pages.parts.sheet import Col, row_of, sheet
from pages.parts.shell.workspace import sentences
from pages.parts.widget_state import choose

MOST_CHANGES = 200
RIGHT = (
    "For how many labelled names the nearest class is the one they were given, each name left out of its own class. "
    "The new model has learned from these names, so judge it on the unlabelled ones, or on a random gold set."
)
HELD = "One name in five of each class of eight or more, from which the new model has not learned."
MARGIN = "How far the best class stands above the second, on average over the unlabelled names; more is surer."
CHANGED = (
    Col("name", "Name"),
    Col("before", "Was nearest to"),
    Col("after", "Is nearest to now"),
    Col("score", "Score", "number", "Cosine with the class that is nearest now."),
)


def compared_encoders() -> tuple[str, str] | None:
    """(before, after) as the address says."""
    before, dots, after = st.query_params.get("moved", "").partition("..")
    return (before, after) if dots and before and after else None


def change_line(workbench: Workbench, queue: Any) -> None:
    """Draws what the last training changed in two lines, beside the queue."""
    compared = compared_encoders()
    if compared is None:
        return
    try:
        terminology = queue.settings.terminology or "all"
        if not all(workbench.rankings.searchable(encoder, terminology) for encoder in compared):
            return  # the view says so
        found = _changes(workbench, queue, *compared)
    except NomenclatorError as error:
        st.caption(plain(error))
        return
    titles = _titles(workbench)
    with st.container(border=True, key="label_moved"):
        st.markdown(f"**What changed with {plain(titles.get(compared[1], compared[1]))}**")
        held = (
            f"Held-out names right: {found.held_before:,} → **{found.held_after:,}** of {found.held:,}. "
            if found.held
            else f"Labelled names right: {found.right_before:,} → **{found.right_after:,}** of {found.labelled:,}, "
            "most of which it learned from. "
        )
        st.markdown(
            f"{held}Another class now: **{len(found.unlabelled_changes):,}** of {found.unlabelled:,} unlabelled names."
        )
        _fall(workbench, compared[1])
        st.button("Look at them", key="look_at_changes", on_click=lambda: st.session_state.update(show="changed"))


@sentences()
def label_changes(workbench: Workbench, queue: Any) -> None:
    """Draws the whole comparison of two encoders on this set."""
    titles = _titles(workbench)
    compared = compared_encoders() or ("vectors", queue.settings.encoder)
    for key, encoder in zip(("moved_from", "moved_to"), compared, strict=True):
        if st.session_state.get("moved_drawn") != compared:
            st.session_state[key] = encoder if encoder in titles else next(iter(titles))
    st.session_state["moved_drawn"] = compared
    left, right = st.columns(2)
    before = choose(left, "From", titles, "moved_from", on_change=_compare)
    after = choose(right, "To", titles, "moved_to", on_change=_compare)
    if before == after:
        st.caption("Choose two encoders; after a training, the one it started from and the new one stand here.")
        return
    _fall(workbench, after)
    terminology = queue.settings.terminology or "all"
    waiting = [encoder for encoder in (before, after) if unread(workbench, encoder, titles[encoder], terminology)]
    if waiting:
        return
    found = _changes(workbench, queue, before, after)
    with st.container(horizontal=True, gap="large"):
        if found.held:
            change = found.held_after - found.held_before
            held = f"{found.held_after:,} of {found.held:,}"
            st.metric("Held-out names right", held, **delta(change), width="content", help=HELD)
        share = found.right_after - found.right_before
        st.metric(
            "Labelled names right",
            f"{found.right_after:,} of {found.labelled:,}",
            **delta(share),
            width="content",
            help=RIGHT,
        )
        st.metric(
            "Unlabelled names moved",
            f"{len(found.unlabelled_changes):,} of {found.unlabelled:,}",
            width="content",
            help="Names without a label for which the two encoders suggest different classes.",
        )
        change = comparison_words.signed(found.margin_after - found.margin_before)
        st.metric("Mean margin", f"{found.margin_after:.3f}", **delta(change), width="content", help=MARGIN)
    if found.pool > found.unlabelled:
        st.caption(f"{found.unlabelled:,} of {found.pool:,} unlabelled names were looked at, drawn at random.")
    _table("moved_names", "Unlabelled names whose class changed", found.unlabelled_changes, CHANGED)
    if found.labelled_changes:
        columns = (*CHANGED, Col("label", "Labelled"))
        _table("moved_labelled", "Labelled names whose suggestion changed", found.labelled_changes, columns)


def _fall(workbench: Workbench, encoder: str) -> None:
    """Draws where a version is worse in relatedness than what it was trained on top of."""
    with suppress(NomenclatorError):  # pretrained vectors have no lineage
        if fall := relatedness_fall(workbench.models.lineage(encoder)):
            st.caption(plain(fall), help=SPEARMAN)


def _table(key: str, title: str, changed: Any, columns: tuple[Col, ...]) -> None:
    st.header(title, anchor=False)
    if len(changed) > MOST_CHANGES:
        st.caption(f"The {MOST_CHANGES} that the new model is surest of, of {count(len(changed), 'name')}.")
    rows = [row_of(one, columns, one.name, score=f"{one.score_after:.2f}") for one in changed[:MOST_CHANGES]]
    sheet(key, title, columns, rows, "None: every name is still nearest to the class it was nearest to.", tallest=430)


def _compare() -> None:
    st.query_params["moved"] = f"{st.session_state['moved_from']}..{st.session_state['moved_to']}"


def _titles(workbench: Workbench) -> dict[str, str]:
    return {choice.id: choice.title for choice in workbench.rankings.encoders()}


def _changes(workbench: Workbench, queue: Any, before: str, after: str) -> Any:
    progress = tuple(workbench.labels.progress(queue.label_set))
    return _cached(workbench, queue.number, before, after, progress)


@st.cache_data(show_spinner="Comparing the two encoders", max_entries=8)
def _cached(_workbench: Workbench, number: int, before: str, after: str, progress: tuple[tuple[str, int], ...]) -> Any:
    return _workbench.label_review.changes(number, before, after)
