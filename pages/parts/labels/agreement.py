"""Two people on the same names: how far they agree, and where they do not."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import count, percent, plain
from pages.parts.sheet import Col, row_of, sheet
from pages.parts.shell.messages import reported, show_message
from pages.parts.shell.profile import who
from pages.parts.widget_state import choose, forget_unknown

HOW = (
    "A second person writes their name under “Your name” in the sidebar, opens the queue and ticks “I am the second "
    "annotator” under “More”. The same names come in the same order, without the labels that are there."
)
KAPPA = (
    "Cohen's kappa: 1 is full agreement, 0 what chance alone would give; above 0.8 is usually called almost perfect."
)


def label_agreement(workbench: Workbench, definition: Any) -> None:
    """Draws kappa and the disagreements of two people, with a way to settle each."""
    people = workbench.label_review.people(definition.label_set)
    if len(people) < 2:
        st.markdown(f"{count(len(people), 'person has', 'people have')} labelled names of this set. {HOW}")
        return
    people_titles = {person: f"{person} ({count(names, 'name')})" for person, names in people.items()}
    _begin_with_two(workbench, definition.label_set, people)
    left, right = st.columns(2)
    one = choose(left, "Annotator", people_titles, "annotator", bind="query-params")
    other = choose(right, "Against", people_titles, "against", bind="query-params")
    if one == other:
        st.caption("Choose two people.")
        return
    found = workbench.label_review.agreement(definition.label_set, one, other)
    figures = found.figures
    if not figures.names:
        st.markdown(f"{plain(one)} and {plain(other)} have no name in common yet. {HOW}")
        return
    with st.container(horizontal=True, gap="large"):
        st.metric(
            "Names both labelled", f"{figures.names:,}", width="content", help="Names that both people gave a class."
        )
        st.metric(
            "Same class", percent(figures.same / figures.names), width="content", help="Of the names both labelled."
        )
        kappa = "–" if figures.kappa is None else f"{figures.kappa:.2f}"
        st.metric(
            "Cohen's kappa",
            kappa,
            found.called or None,
            delta_color="off",
            delta_arrow="off",
            width="content",
            help=KAPPA,
        )
    _differences(workbench, definition, found)


def _begin_with_two(workbench: Workbench, label_set: str, people: Collection[str]) -> None:
    """Chooses the two whom the address names, as “cleo” or “cleo (2 names)”; for one whom it leaves open the partner of
    the other, or the two who have most in common."""
    chosen = {}
    for key in ("annotator", "against"):
        forget_unknown(key, people)
        choice = st.session_state.get(key) or st.query_params.get(key, "")
        chosen[key] = next((one for one in (choice, choice.rpartition(" (")[0]) if one in people), "")
    first, second = workbench.label_review.pair(label_set, chosen["annotator"] or chosen["against"])
    if chosen["against"] and not chosen["annotator"]:
        first, second = second, first
    for key, person in (("annotator", first), ("against", second)):
        if key not in st.session_state:
            st.session_state[key] = chosen[key] or person


def _differences(workbench: Workbench, definition: Any, found: Any) -> None:
    figures = found.figures
    columns = (
        Col("name", "Name"),
        Col("one", figures.one),
        Col("other", figures.other),
        Col("settled", "Settled as"),
        Col("settled_by", "By", "quiet"),
    )
    rows = [row_of(one, columns, one.name) for one in found.differences]
    st.header(count(len(rows), "disagreement"), anchor=False)
    show_message("label_resolve_problem")
    picked = next((one for one in found.differences if one.name == st.session_state.get("label_differs")), None)
    if rows and picked is None:
        st.caption("Choose a name to settle it. Until then the newest label counts; kappa stays what it was.")
    if picked is not None:
        _settle(workbench, definition, picked)
    sheet(
        "label_differences",
        "Disagreements",
        columns,
        rows,
        "They agree on every name that both labelled.",
        picked=picked.name if picked else "",
        on_pick=lambda name: st.session_state.update(label_differs=name),
        tallest=430,
    )


def _settle(workbench: Workbench, definition: Any, picked: Any) -> None:
    st.markdown(f"**{plain(picked.name)}** is")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        for at, title in enumerate(dict.fromkeys((picked.one, picked.other))):
            st.button(
                plain(title), key=f"settle_{at}", on_click=_resolve, args=(workbench, definition, picked.name, title)
            )
        rest = [title for title in definition.titles if title not in (picked.one, picked.other)]
        if rest:
            other = st.selectbox(
                "Another class",
                rest,
                index=None,
                key=f"settle_as_{picked.name}",
                placeholder="Another class",
                label_visibility="collapsed",
                width=260,
            )
            if other:
                st.button(
                    "Settle",
                    key="settle_other",
                    type="primary",
                    on_click=_resolve,
                    args=(workbench, definition, picked.name, other),
                )


def _resolve(workbench: Workbench, definition: Any, name: str, title: str) -> None:
    with reported("label_resolve_problem"):
        workbench.label_review.resolve(definition.label_set, name, title, who())
        st.session_state.pop("label_differs", None)
