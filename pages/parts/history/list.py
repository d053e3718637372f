"""The entries of the history as a table, with the filters above it; both are kept in the address."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.change_kinds import HEADINGS
from pages.parts.formatting import clock, count, shortened
from pages.parts.fragment import fragment
from pages.parts.paging import page_choice, page_of
from pages.parts.sheet import Col, row_of, sheet, without_empty
from pages.parts.shell.address import check_bound, not_here, numbered
from pages.parts.widget_state import choose
from store.records.terminology import Entry, HistoryFilter

MESSAGE = "history_said"  # what the last action came to
PAGE = 25
LONGEST_TITLE = 90  # characters; the whole stands beside the list, and where the title is pointed at
CHANGES_LOOK_SECONDS = 3  # between two looks for somebody else's changes
PARTICIPLES = {"undo": "undone", "redo": "done again"}
ROLES = {"undo": "undo", "redo": "redo", "back": "roll-back"}
WHEN = (
    "When it was done; or, with the number of that entry, when it was undone or done again since. The newest of all "
    "these stands first."
)
COLUMNS = (
    Col("title", "What"),
    Col("state", "", "mark", spoken="State"),
    Col(
        "rows",
        "Things",
        "number",
        "How many names, labels or answers it changed; one undo takes all of them back.",
        spare=True,
    ),
    Col("who", "Who", "whole", once=True),
    Col("when", "When", "when", WHEN, True),
    Col("note", "Note", "quiet", "The newest note about it.", True),
    Col("number", "No.", "number", "Its number in the history, for comparing and rolling back."),
)
NOTHING_YET = (
    "Nothing has been changed yet. Add a synonym on Rankings, or a label on Labels: every change stands here with who, "
    "when and why, and can be taken back."
)
NOTHING_FOUND = "No entry fits these filters. Choose everybody and every kind, or empty the other fields."


def filters(workbench: Workbench) -> HistoryFilter:
    """Draws the filters; what they let through."""
    people = {name: name for name in workbench.history.people()}
    place, named = st.empty(), st.query_params.pop("who", "")
    if named in people:
        st.session_state["by"] = named
    named = named or ("" if "by" in st.session_state else st.query_params.get("by", ""))
    if named and named not in people:
        place.info(not_here([named]))
    check_bound({"change": ["Every kind", *HEADINGS.values()]})
    row = st.container(horizontal=True, vertical_alignment="bottom")
    by = choose(row, "Who", {"": "Everybody", **people}, "by", bind="query-params", width=170)
    kind = choose(row, "Kind", {"": "Every kind", **HEADINGS}, "change", bind="query-params", width=170)
    since = row.date_input("From", value=None, key="since", bind="query-params", format="YYYY-MM-DD", width=150)
    until = row.date_input("To", value=None, key="until", bind="query-params", format="YYYY-MM-DD", width=150)
    entry = row.text_input(
        "Batch",
        key="batch",
        bind="query-params",
        placeholder="No.",
        help="The number of an entry: it is listed with all that took it back or did it again.",
        width=95,
    )
    searched = row.text_input(
        "Search",
        key="said_in",
        bind="query-params",
        type="search",
        placeholder="A name, an id, a note",
    )
    typed = (entry or "").strip()
    if typed and not numbered(typed):
        st.caption("Batch is a number, the one that an entry has under No.")
    return HistoryFilter(
        who=by or "",
        kind=kind or "",
        since=since.isoformat() if since else "",
        until=until.isoformat() if until else "",
        text=searched or "",
        entry=numbered(typed),
    )


def entries(workbench: Workbench, filters_chosen: HistoryFilter, picked: int) -> int:
    """Draws one page of the entries; the number of the picked one, 0 when there is none.

    An action stands in one line with its undo and redo; those of one batch, asked for by its number, each have a line.
    """
    apart = bool(filters_chosen.entry)
    found = (workbench.history.count if apart else workbench.history.count_actions)(filters_chosen)
    page, pages = page_of("history_page", found, PAGE)
    start = (page - 1) * PAGE
    if apart:
        shown = [(entry, entry) for entry in workbench.history.entries(filters_chosen, PAGE, start)]
    else:
        shown = workbench.history.actions(filters_chosen, PAGE, start)
    rows = [_row(entry, newest) for entry, newest in shown]
    sheet(
        "history_entries",
        "History",
        without_empty(COLUMNS, rows, "note", "state"),
        rows,
        empty=NOTHING_YET if filters_chosen == HistoryFilter() else NOTHING_FOUND,
        picked=str(next((entry.id for entry, newest in shown if picked in (entry.id, newest.id)), picked)),
        on_pick=_pick,
    )
    with st.container(horizontal=True, vertical_alignment="center", key="history_foot"):
        st.caption(count(found, "entry", "entries") if apart else _counted(workbench, filters_chosen, found))
        page_choice("history_page", pages)
    return picked or (shown[0][0].id if shown else 0)


def _counted(workbench: Workbench, chosen: HistoryFilter, actions: int) -> str:
    """How many actions there are, and how many entries with their undos and redos, which an export has a row for."""
    every = workbench.history.count(chosen)
    if every == actions:
        return count(actions, "action")
    return f"{count(actions, 'action')} · {count(every, 'entry', 'entries')} with what undid and redid them"


def watch(workbench: Workbench, drawn: int) -> None:
    """Draws the page again as soon as another window or the command line has changed something."""

    def check() -> None:
        if workbench.history.last() != drawn:
            st.rerun()

    fragment(run_every=CHANGES_LOOK_SECONDS)(check)()


def state(entry: Entry) -> str:
    """The mark of an entry: what it is, or that it no longer holds."""
    if entry.role in ("do", "back") and not entry.stands:
        return "undone"
    return ROLES.get(entry.role, "")


def _row(entry: Entry, newest: Entry) -> dict[str, Any]:
    """The line of an action and of what was done with it last."""
    turned = newest.id != entry.id
    own = {
        "title": shortened(entry.title, LONGEST_TITLE),
        "title_why": entry.title if len(entry.title) > LONGEST_TITLE else "",
        "state": "done again" if turned and newest.role == "redo" else state(entry),
        "who": entry.who if newest.who == entry.who else f"{entry.who}, {newest.who}",
        "who_why": f"Done by {entry.who}, {PARTICIPLES[newest.role]} by {newest.who}." if turned else "",
        "when": f"{clock(newest.when)}, No. {newest.id}" if turned else clock(newest.when),
        "when_why": f"Done {entry.when}, {PARTICIPLES[newest.role]} {newest.when}" if turned else entry.when,
        "number": str(entry.id),
    }
    return row_of(entry, COLUMNS, entry.id, **own, quiet=not entry.stands or entry.role == "undo")


def _pick(picked: str) -> None:
    st.session_state["entry"] = int(picked)
    st.query_params["entry"] = picked
    st.session_state.pop("rolling", None)
    st.session_state.pop("changes_shown", None)
