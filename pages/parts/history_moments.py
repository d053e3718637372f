"""Two moments compared: what the workspace said after the one and not after the other."""

from __future__ import annotations

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.history_entry import change_row
from pages.parts.history_list import KINDS
from pages.parts.plain import count, plain
from pages.parts.sheet import Col, sheet

MOST = 500
COLUMNS = (
    Col("done", "", "mark"),
    Col("thing", "What"),
    Col("before", "At the first", "quiet"),
    Col("after", "At the second"),
    Col("who", "Who", "whole"),
)
HELP = "An entry's number, or a time as 2026-05-03 14:05."


def moments(workbench: Workbench) -> None:
    """Draws the two moments and what differs between them."""
    left, right = st.columns(2)
    with left:
        first = _moment("first_moment", "First moment", "The start")
    with right:
        second = _moment("second_moment", "Second moment", "Now")
    try:
        shown = workbench.difference(first or 0, second or workbench.history_last())
    except NomenclatorError as error:
        st.error(plain(error))
        return
    lines = [
        (done, line)
        for done, group in (("added", shown.added), ("changed", shown.changed), ("gone", shown.gone))
        for line in group
    ]
    if lines:
        kinds = {kind: sum(line.kind == kind for _, line in lines) for kind in KINDS}
        told = ", ".join(f"{KINDS[kind].lower()} {number:,}" for kind, number in kinds.items() if number)
        st.markdown(
            f"**{len(shown.added):,} added, {len(shown.changed):,} changed, {len(shown.gone):,} gone** ({told})."
        )
    sheet(
        "moments_table",
        "What differs between the two moments",
        COLUMNS,
        [change_row(str(at), line) | {"done": done, "who": line.who} for at, (done, line) in enumerate(lines[:MOST])],
        empty="Names, concepts, parents, labels, decisions and the current model are the same at both moments.",
        tallest=480,
    )
    if len(lines) > MOST:
        st.caption(f"The first {MOST:,} of {count(len(lines), 'difference')}.")


def _moment(key: str, label: str, empty: str) -> str:
    """A field for a moment, kept in the address; a button fills it before it is drawn, which a bound one forbids."""
    if key not in st.session_state:
        st.session_state[key] = st.query_params.get(key, "")
    said = str(st.text_input(label, key=key, placeholder=empty, help=f"{HELP} Empty: {empty.lower()}.")).strip()
    if said:
        st.query_params[key] = said
    else:
        st.query_params.pop(key, None)
    return said
