"""The lines of a mapping project as a queue: one bar of filters, the list at the left, the line in hand beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from engine.workbench import MappingProject, Workbench, difference_word
from pages.parts.formatting import plain
from pages.parts.fragment import fragment
from pages.parts.mappings.acts import HELD, LINE, WHOLE, assign_all, held, say, whole
from pages.parts.mappings.bulk import bulk
from pages.parts.mappings.encoders import suggest_again
from pages.parts.mappings.files import export_menu, load_menu
from pages.parts.mappings.line import line_panel, nothing_left
from pages.parts.mappings.line_list import line_list
from pages.parts.mappings.suggesting import closed, suggesting
from pages.parts.shell.address import Address
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences
from pages.parts.teach_menu import teach_menu
from pages.parts.widget_state import choose, switch
from store.records.mapping import MappingFilter
from store.records.training import COMPLETED, UNFINISHED

AWAITED = "mappings_awaited"  # the run whose suggestions are not here yet
PERSIST: dict[str, Any] = {"persist_state": "session"}  # while a run takes the place of the queue, too
VIEWS = {"queue": "Queue", "agreement": "Agreement", "changed": "Changed"}
PLACE = "mappings_place"
STATES = {
    "undecided": "Undecided",
    "decided": "Decided",
    "confirmed": "Confirmed",
    "contested": "Contested",
    "contradicted": "Contradicted",
    "flagged": "Flagged",
    "skipped": "Skipped",
    "all": "All lines",
}
WHOSE = {
    "": "Everybody’s",
    "assigned": "Assigned to me",
    "flagged": "Flagged for me",
    "review": "Left for me to review",
}
ORDERS = {
    "doubtful first": "Doubtful first",
    "frequent first": "Frequent first",
    "sure first": "Sure first",
    "as in the source": "As in the source",
}


def queue_view(workbench: Workbench, project: MappingProject, address: Address, leave: Callable[[], None]) -> None:
    """Draws the queue of a project; a decision draws only this again."""
    run = workbench.mapping_projects.run_of(project.id)
    if run is not None and run.status != COMPLETED and not closed(run):
        with st.container(border=True, key="mappings_again_box"):
            suggesting(workbench, run)
        if run.status in UNFINISHED:
            st.session_state[AWAITED] = run.id
            return
    if st.session_state.pop(AWAITED, 0) and run is not None and run.status == COMPLETED:
        say("success", "The new suggestions are here. What people decided stays.")

    def drawn() -> None:
        _queue(workbench, project, leave)
        address.write()

    fragment(key="mappings_queue")(drawn)()


@sentences()
def _queue(workbench: Workbench, project: MappingProject, leave: Callable[[], None]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="mappings_bar"):
        way_back(leave)
        filter, order = _filters(workbench, project)
        bulk(workbench, project, filter)
        export_menu(workbench, project)
        load_menu(workbench, project)
        teach_menu(workbench, "mappings", project.id, say, partial(suggest_again, workbench, project.id))
        st.space("stretch")
        switch(st, "View", VIEWS, "mappings_view", label_visibility="collapsed", on_change=whole, **PERSIST)
    if st.session_state.pop(WHOLE, False):
        st.rerun()
    sources = _with_line_in_hand(workbench, project, workbench.mapping_lines.chosen(project.id, filter, order))
    at = _position(sources)
    held(project.id, sources[at] if sources else "")
    left, right = st.columns([3.6, 7.4], gap="medium")
    with left:
        line_list(workbench, project, sources, at)
    with right, st.container(border=True, gap="small", key="mappings_panel"):
        if sources:
            line_panel(workbench, project, sources, at)
        else:
            nothing_left(workbench)


def way_back(leave: Callable[[], None]) -> None:
    """The button that leads back to the projects."""
    if st.button("All projects", key="mappings_leave", icon=":material/arrow_back:", on_click=leave):
        st.rerun()


def _filters(workbench: Workbench, project: MappingProject) -> tuple[MappingFilter, str]:
    """Draws the filters; the filter and the order that are chosen."""
    with st.container(width=150):
        state = choose(st, "Show", STATES, "mappings_state", label_visibility="collapsed", on_change=_forget, **PERSIST)
    me = who()
    own = workbench.mapping_lines.counts_for(project.id, me)
    branches = {"": "Every class of the source"} | {
        branch: f"{branch or 'none'} {lines:,}"
        for branch, lines in workbench.mapping_projects.branches(project.id).items()
    }
    differences = {"": "Whatever the first suggestion differs in"} | {
        kind: f"{difference_word(kind)} {lines:,}"
        for kind, lines in workbench.mapping_projects.differences(project.id).items()
    }
    chosen = sum(bool(st.session_state.get(f"mappings_{field}")) for field in ("whose", "branch", "difference", "find"))
    label = f"Filters ({chosen})" if chosen else "Filters"
    with st.popover(label, help="Whose lines, a class, a difference, a text; and the order."), st.container(width=380):
        whose = choose(st, "Whose lines", WHOSE, "mappings_whose", on_change=_forget, **PERSIST)
        counts_text = f"{own['assigned']:,} assigned, {own['flagged']:,} flagged, {own['review']:,} to review"
        st.caption(f"For {plain(me)}: {counts_text}.")
        branch = choose(st, "Class of the source", branches, "mappings_branch", on_change=_forget, **PERSIST)
        difference = choose(st, "Differs in", differences, "mappings_difference", on_change=_forget)
        text = st.text_input(
            "Text in a name or an id",
            key="mappings_find",
            type="search",
            on_change=_forget,
            placeholder="For example: renal",
            **PERSIST,
        )
        order = choose(st, "Order", ORDERS, "mappings_order", on_change=_forget, **PERSIST)
        _assign(workbench, project)
    text = str(text or "").strip()
    return MappingFilter("" if state == "all" else state, branch, text, whose, me, difference), str(order)


def _assign(workbench: Workbench, project: MappingProject) -> None:
    """A field and a button that assign every line of the filter."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Assign these lines to", key="mappings_assignee", max_chars=60, placeholder="A name; empty: nobody"
        )
        st.button("Assign", key="mappings_assign", on_click=assign_all, args=(workbench, project.id))


def _forget() -> None:
    """Another list is looked at from its beginning."""
    st.session_state.update({LINE: "", PLACE: 0, HELD: None})


def _with_line_in_hand(workbench: Workbench, project: MappingProject, sources: list[str]) -> list[str]:
    """The list with the line in hand, where it stood, though what was said of it hides it: the person goes on."""
    number, line = st.session_state.get(HELD) or (0, "")
    if number != project.id or line in sources or st.session_state.get(LINE) not in (None, "", line):
        return sources
    place = st.session_state.get(PLACE, 0)
    stays = [one.source for one in workbench.mapping_lines.read(project.id, [line])]
    st.session_state[LINE] = next(iter(stays), "")
    return [*sources[:place], *stays, *sources[place:]]


def _position(sources: Sequence[str]) -> int:
    """The place of the line in hand; where it has left the list, of the one that stands in its place."""
    source = str(st.session_state.get(LINE) or "")
    place = (
        sources.index(source) if source in sources else min(st.session_state.get(PLACE, 0), max(0, len(sources) - 1))
    )
    st.session_state[PLACE] = place
    st.session_state[LINE] = sources[place] if sources and source else ""
    return place
