"""Two moments compared: what the workspace said after the one and not after the other."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.change_kinds import HEADINGS
from pages.parts.formatting import count
from pages.parts.history.entry import change_row
from pages.parts.sheet import Col, sheet
from pages.parts.shell.workspace import sentences

MOST = 500
COLUMNS = (
    Col("done", "", "mark", spoken="Change"),
    Col("thing", "What"),
    Col("before", "At the first", "quiet"),
    Col("after", "At the second"),
    Col("who", "Who", "whole"),
)
HELP = "An entry's number, or a time as 2026-05-03 14:05."


@sentences()
def moments(workbench: Workbench) -> None:
    """Draws the two moments and what differs between them."""
    left, right = st.columns(2)
    with left:
        first = _moment("first_moment", "First moment", "The start")
    with right:
        second = _moment("second_moment", "Second moment", "Now")
    shown = workbench.history.difference(first or 0, second or workbench.history.last())
    lines = [
        (change, line)
        for change, group in (("added", shown.added), ("changed", shown.changed), ("gone", shown.gone))
        for line in group
    ]
    if lines:
        kinds = {kind: sum(line.kind == kind for _, line in lines) for kind in HEADINGS}
        by_kind = ", ".join(f"{HEADINGS[kind].lower()} {number:,}" for kind, number in kinds.items() if number)
        st.markdown(
            f"**{len(shown.added):,} added, {len(shown.changed):,} changed, {len(shown.gone):,} gone** ({by_kind})."
        )
    sheet(
        "moments_table",
        "What differs between the two moments",
        COLUMNS,
        [
            change_row(str(at), line) | {"done": change, "who": line.who}
            for at, (change, line) in enumerate(lines[:MOST])
        ],
        empty="Names, concepts, parents, labels, decisions, short forms and the current model are the same at both.",
        tallest=480,
    )
    if len(lines) > MOST:
        st.caption(f"The first {MOST:,} of {count(len(lines), 'difference')}.")


def _moment(key: str, label: str, empty: str) -> str:
    """A field for a moment, kept in the address; a button fills it before it is drawn, which a bound one forbids."""
    if key not in st.session_state:
        st.session_state[key] = st.query_params.get(key, "")
    value = str(st.text_input(label, key=key, placeholder=empty, help=f"{HELP} Empty: {empty.lower()}.")).strip()
    if value:
        st.query_params[key] = value
    else:
        st.query_params.pop(key, None)
    return value
