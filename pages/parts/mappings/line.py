"""The line in hand: its keys, its concept, what was said about it, the candidates, and the card of the chosen one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from engine.workbench import MappingCase, MappingProject, Workbench
from pages.parts.concept_brief import concept_brief
from pages.parts.formatting import clock, plain
from pages.parts.mappings.acts import (
    ADDRESSED,
    CHOSEN,
    OTHER,
    REASON,
    SEVERAL,
    confirm,
    decide,
    go,
    last_message,
    step,
)
from pages.parts.mappings.candidates import ShownCandidate, candidate_buttons, candidates_of
from pages.parts.mappings.source_line import source_line
from pages.parts.shell.profile import who
from store.records.mapping import (
    BROAD,
    EXACT,
    FLAG,
    MAPPED,
    NARROW,
    NONE,
    RELATED,
    SKIP,
    relation_word,
)

RELATIONS = (
    (EXACT, "Exact", partial(st.button, shortcut="X"), "The target means the same."),
    (BROAD, "Broad", partial(st.button, shortcut="B"), "The target is broader than the source."),
    (NARROW, "Narrow", partial(st.button, shortcut="W"), "The target is narrower than the source."),
    (RELATED, "Related", partial(st.button, shortcut="L"), "The target is only related."),
)
WITHOUT_TARGET = (
    (NONE, "No match", partial(st.button, shortcut="N"), "The target has no concept for it; a decision too."),
    (SKIP, "Skip", partial(st.button, shortcut="P"), "Leaves it for later."),
    (
        FLAG,
        "Flag",
        partial(st.button, shortcut="F"),
        "Leaves it for somebody else: for the person named below, or for anybody.",
    ),
)


def line_panel(workbench: Workbench, project: MappingProject, sources: Sequence[str], at: int) -> None:
    """Draws the line at this place of the list, with its keys on top, where they never move."""
    source = sources[at]
    st.session_state["mappings_sources"] = list(sources)
    case = workbench.mapping_lines.case(project.id, source)
    shown, note = candidates_of(workbench, project, case)
    chosen = min(int(st.session_state.get(CHOSEN) or 0), max(0, len(shown) - 1))
    after = sources[at + 1] if at + 1 < len(sources) else sources[max(0, at - 1)]
    before = sources[at - 1] if at else ""
    _status_line(at, len(sources))
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="mappings_keys"):
        first = shown[0] if shown and (case.line.candidates or st.session_state.get(OTHER)) else None
        _keys(workbench, project.id, case, first, shown[chosen].target if shown else "", after)
        _steps(workbench, before, sources[at + 1] if at + 1 < len(sources) else "")
    _fields()
    st.header(plain(case.line.name), anchor=False)
    source_line(workbench, project, case)
    _said_before(case)
    with st.container(key="mappings_sides"):
        left, right = st.columns([5, 5], gap="medium")
    with left:
        candidate_buttons(shown, chosen, note)
    with right, st.container(horizontal=True, gap="large", key="mappings_cards"):
        _cards(workbench, project, case, shown[chosen] if shown else None)


def _cards(workbench: Workbench, project: MappingProject, case: MappingCase, candidate: ShownCandidate | None) -> None:
    """The candidate's card, and before it that of the source, which frame.css shows where a window has the room."""
    if case.card:
        with st.container(key="mappings_source_card"):
            st.caption("Source")
            concept_brief(case.card)
    with st.container(key="mappings_card"):
        if candidate is None:
            return
        st.caption("Candidate")
        if card := workbench.mapping_lines.card(project.target, candidate.target):
            concept_brief(card)
        else:
            st.caption(f"{plain(candidate.target)} is no longer in {plain(project.target)}.")


def nothing_left(workbench: Workbench) -> None:
    """Draws what stands where a list is at its end."""
    st.session_state["mappings_sources"] = []
    _status_line(-1, 0)
    with st.container(horizontal=True, gap="xsmall", key="mappings_keys"):
        _steps(workbench, "", "")
    st.caption("No line is left in this list. Undo takes back the last decision; another state is chosen above.")


def _status_line(at: int, lines: int) -> None:
    """What was said last, and which line of how many this is: one line that is always there."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="mappings_said_line"):
        st.caption(last_message())
        st.caption(f"{at + 1:,} of {lines:,}", width="content")


def _steps(workbench: Workbench, before: str, after: str) -> None:
    """The keys that decide nothing: the lines around, undo and redo."""
    st.button("Previous", key="mappings_previous", shortcut="H", disabled=not before, on_click=go, args=(before,))
    st.button("Next", key="mappings_next", shortcut="J", disabled=not after, on_click=go, args=(after,))
    help = "Takes back your last decision, bulk decision or assignment."
    st.button("Undo", key="mappings_undo", shortcut="U", help=help, on_click=step, args=(workbench, "undo"))
    help = "Does again what your last undo took back."
    st.button("Redo", key="mappings_redo", shortcut="Y", help=help, on_click=step, args=(workbench, "redo"))


def _keys(
    workbench: Workbench, number: int, case: MappingCase, first: ShownCandidate | None, target: str, after: str
) -> None:
    suggested = relation_word(first.predicate if first else EXACT)
    st.button(
        "Accept first",
        key="mappings_accept",
        type="primary",
        shortcut="A",
        disabled=first is None,
        help=f"Maps it to the first of the candidates below as it is suggested: {suggested}.",
        on_click=decide,
        args=(workbench, number, case, MAPPED, {first.target: first.predicate} if first else None, after),
    )
    for relation, label, button, help in RELATIONS:
        button(
            label,
            key=f"mappings_{label.lower()}",
            disabled=not target,
            help=f"{help} Of the candidate that is chosen.",
            on_click=decide,
            args=(workbench, number, case, MAPPED, {target: relation}, after),
        )
    for decision, label, button, help in WITHOUT_TARGET:
        button(
            label,
            key=f"mappings_{decision}",
            help=help,
            on_click=decide,
            args=(workbench, number, case, decision, None, after),
        )
    others = [one for one in case.answers if one.who != who()]
    st.button(
        "I agree",
        key="mappings_confirm",
        shortcut="I",
        disabled=not others,
        help="Says the same as the person who decided it first.",
        on_click=confirm,
        args=(workbench, number, case, after),
    )


def _said_before(case: MappingCase) -> None:
    """What people and files say about the line, one line each."""
    lines = []
    for one in case.decisions:
        reason = f" “{plain(one.reason)}”" if one.reason else ""
        lines.append(f"**{plain(one.who)}**: {plain(one.words)}, {clock(one.when)}.{reason}")
    for loaded in case.loaded:
        lines.append(
            f"**{plain(loaded.origin)}** (existing): {plain(loaded.target)} {relation_word(loaded.predicate)}."
        )
    if len({one.answer for one in case.answers}) > 1:
        lines.append(":orange[Contested: their answers differ. “I agree” takes the first one’s word.]")
    if lines:
        st.markdown("  \n".join(lines))


def _fields() -> None:
    """What goes with a decision, and the search for another concept."""
    with st.container(key="mappings_fields"):  # two rows where a window is narrow
        other, reason, addressed, several = st.columns([3.8, 3.8, 2.6, 2.3], gap="small", vertical_alignment="center")
    for place, label, key, shown in (
        (other, "Search another concept of the target", OTHER, "Search another concept"),
        (reason, "Reason", REASON, "Reason, optional"),
        (addressed, "Flag for", ADDRESSED, "Flag for"),
    ):
        place.text_input(label, key=key, max_chars=300, placeholder=shown, label_visibility="collapsed")
    several.toggle("Several", key=SEVERAL)  # the line stays, and gets each target it is given
