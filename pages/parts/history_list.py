"""The entries of the history as a table, with the filters above it; both are kept in the address."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.chosen import forget_unknown
from pages.parts.plain import clock, count, plain
from pages.parts.sheet import Col, row_picked, sheet
from store.records.terminology import Entry, Wanted

PAGE = 25
EVERY = 3  # seconds until somebody else's changes are looked for
KINDS = {
    "name": "Names",
    "concept": "Concepts",
    "parent": "Parents",
    "label": "Labels",
    "judgement": "Decisions",
    "current": "Current model",
}
ROLES = {"undo": "undo", "redo": "redo", "back": "roll-back"}
COLUMNS = (
    Col("title", "What"),
    Col("state", "", "mark"),
    Col("rows", "Things", "number", "How many names, labels or answers it changed; one undo takes all of them back."),
    Col("who", "Who", "whole"),
    Col("when", "When", "quiet"),
    Col("note", "Note", "quiet", "The newest note about it."),
    Col("number", "No.", "number", "Its number in the history, for comparing and rolling back."),
)
NOTHING_YET = (
    "Nothing has been changed yet. Add a synonym on Rankings, or a label on Labels: every change stands here with who, "
    "when and why, and can be taken back."
)
NOTHING_FOUND = "No entry fits these filters. Choose everybody and every kind, or empty the other fields."


def filters(workbench: Workbench) -> Wanted:
    """Draws the filters; what they let through."""
    people = workbench.history_people()
    forget_unknown("by", ["", *people])
    whose, what, first, last, batch, text = st.columns([1.9, 1.9, 1.5, 1.5, 1, 2.4], vertical_alignment="bottom")
    by = whose.selectbox(
        "Who", ["", *people], key="by", bind="query-params", format_func=lambda who: who or "Everybody"
    )
    kind = what.selectbox(
        "Kind", ["", *KINDS], key="change", bind="query-params", format_func=lambda one: KINDS.get(one, "Every kind")
    )
    since = first.date_input("From", value=None, key="since", bind="query-params", format="YYYY-MM-DD")
    until = last.date_input("To", value=None, key="until", bind="query-params", format="YYYY-MM-DD")
    entry = batch.text_input(
        "Batch",
        key="batch",
        bind="query-params",
        placeholder="No.",
        help="The number of an entry: it is listed with all that took it back or did it again.",
    )
    said = text.text_input(
        "Search",
        key="said_in",
        bind="query-params",
        type="search",
        placeholder="A name, an id, a note",
    )
    return Wanted(
        who=by or "",
        kind=kind or "",
        since=since.isoformat() if since else "",
        until=until.isoformat() if until else "",
        text=said or "",
        entry=int(entry) if (entry or "").strip().isdecimal() else 0,
    )


def entries(workbench: Workbench, wanted: Wanted, picked: int) -> int:
    """Draws one page of the entries; the number of the picked one, 0 when there is none."""
    found = workbench.count_history(wanted)
    pages = max(1, -(-found // PAGE))
    if int(st.session_state.get("history_page") or 1) > pages:
        st.session_state["history_page"] = 1
    page = int(st.session_state.get("history_page") or 1)
    shown = workbench.history(wanted, PAGE, (page - 1) * PAGE)
    rows = [_row(entry) for entry in shown]
    sheet(
        "history_entries",
        "History",
        [column for column in COLUMNS if column.key not in ("note", "state") or any(row[column.key] for row in rows)],
        rows,
        empty=NOTHING_YET if wanted == Wanted() else NOTHING_FOUND,
        picked=str(picked),
        on_pick=_pick,
    )
    with st.container(horizontal=True, vertical_alignment="center", key="history_foot"):
        st.caption(count(found, "entry", "entries"))
        if pages > 1:
            st.pagination(pages, key="history_page", bind="query-params")
    return picked or (shown[0].id if shown else 0)


def watch(workbench: Workbench, drawn: int) -> None:
    """Draws the page again as soon as another window or the command line has changed something."""

    def look() -> None:
        if workbench.history_last() != drawn:
            st.rerun()

    st.fragment(look, run_every=EVERY)()


def state(entry: Entry) -> str:
    """The mark of an entry: what it is, or that it no longer holds."""
    if entry.role in ("do", "back") and not entry.stands:
        return "undone"
    return ROLES.get(entry.role, "")


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "id": str(entry.id),
        "title": entry.title,
        "state": state(entry),
        "rows": f"{entry.rows:,}",
        "who": entry.who,
        "when": clock(entry.when),
        "when_why": entry.when,
        "note": entry.note,
        "number": str(entry.id),
        "quiet": not entry.stands or entry.role == "undo",
    }


def _pick() -> None:
    picked = row_picked("history_entries")
    if picked:
        st.session_state["entry"] = int(picked)
        st.query_params["entry"] = picked
        st.session_state.pop("rolling", None)
        st.session_state.pop("changes_shown", None)


def said_line(kind: str, sentence: str) -> None:
    """Keeps a sentence for the next drawing."""
    st.session_state["history_said"] = (kind, plain(sentence))
