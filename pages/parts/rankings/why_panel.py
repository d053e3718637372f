"""The side panel's other half: why the open row stands where it stands, and why not another that a person names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from engine.workbench import BILLABLE, CONCEPT, NAME, Workbench
from pages.parts.formatting import plain
from pages.parts.rankings.explanation import contrast, explanation
from pages.parts.shell.workspace import sentences
from store.records.terminology import Candidate

FIELD, ON, AGAINST = "why", "yes", "against"


@dataclass(frozen=True)
class ExplainedRow:
    """The row that is explained: of which ranking, and which concept, or with `name` which name, of it.

    `within` is the terminology that was searched, or “all”; `shown` how many rows are shown.
    """

    query: str
    terminology: str
    concept: str
    encoder: str
    within: str
    shown: int
    name: str = ""


def is_open() -> bool:
    """Whether the panel shows why, as the address says."""
    return st.query_params.get(FIELD) == ON


def switch_button() -> None:
    """The button, with the key E, that turns the panel from the concept to why it is here, and back."""
    label = "Back to the concept" if is_open() else "Why is it here?"
    st.button(label, key="why", shortcut="E", on_click=_turn, width="stretch")


def _turn() -> None:
    if is_open():
        st.query_params.pop(FIELD, None)
    else:
        st.query_params[FIELD] = ON
    st.rerun("card")


def why_panel(workbench: Workbench, row: ExplainedRow) -> None:
    """Draws why the row stands where it stands and, once another is named, the two side by side before that.

    Of a billable code in the place of its heading, why the heading does.
    """
    ranked = _ranked(workbench, row)
    heading = next((one for one in ranked if one.default_code == row.concept), None)
    if st.session_state.get("unit") == BILLABLE and heading:
        instead = f"{heading.concept_id} {plain(heading.preferred_name)}"
        st.caption(f"In the place of {instead}, which is not billable. These are its heading’s reasons.")
        row = replace(row, concept=heading.concept_id)
    others = _others(ranked, row)
    if AGAINST not in st.session_state:
        st.session_state[AGAINST] = st.query_params.get(AGAINST) or None
    chosen = st.session_state[AGAINST]
    if chosen == row.concept or (row.name and chosen not in others):
        chosen = st.session_state[AGAINST] = None
    st.selectbox(
        "Why not another?",
        [*others, *([chosen] if chosen and chosen not in others else [])],
        key=AGAINST,
        index=None,
        format_func=lambda code: others[code][0] if code in others else code,
        placeholder="Choose a row" if row.name else "Choose a row, or type an id",
        accept_new_options=not row.name,
        on_change=_keep_in_address,
    )
    explanations = workbench.explanations
    if chosen:
        with sentences():
            names = (row.name, others[chosen][1]) if row.name else ("", "")
            contrast(
                explanations.contrast(
                    row.query,
                    row.concept,
                    chosen.strip(),
                    row.terminology,
                    row.encoder,
                    row.shown,
                    names=names,
                    within=row.within,
                )
            )
    explanation(
        explanations.explain(
            row.query, row.concept, row.terminology, row.encoder, row.shown, name=row.name, within=row.within
        )
    )


def _ranked(workbench: Workbench, row: ExplainedRow) -> list[Candidate]:
    """The candidates of the row's terminology, of the ranking that it is of."""
    unit = NAME if row.name else CONCEPT
    ranking = workbench.rankings.rank(row.query, row.within, row.encoder, row.shown, unit, only_read=True)
    return [one for one in ranking.candidates if one.terminology == row.terminology]


def _others(ranked: Sequence[Candidate], row: ExplainedRow) -> dict[str, tuple[str, str]]:
    """Concept id -> what is shown of it and its name, of the other rows of the ranking."""
    found: dict[str, tuple[str, str]] = {}
    for one in ranked:
        if one.concept_id != row.concept:
            found.setdefault(one.concept_id, (f"{one.rank}  {one.preferred_name}", one.name))
    return found


def _keep_in_address() -> None:
    if st.session_state[AGAINST]:
        st.query_params[AGAINST] = st.session_state[AGAINST]
    else:
        st.query_params.pop(AGAINST, None)
