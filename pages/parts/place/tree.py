"""The hierarchy: a tree that opens lazily, a search that opens the path, the open concept, and its faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from engine.workbench import EncoderChoice, Fault, Workbench
from pages.parts.concept_card import concept_card
from pages.parts.concept_more.more import concept_more
from pages.parts.formatting import count, plain, shortened
from pages.parts.fragment import fragment
from pages.parts.live_search import live_search
from pages.parts.place.act import OUTCOME, carry_out, undo_button
from pages.parts.place.address import field, place_name, put, redrawn
from pages.parts.place.levels import levels_below
from pages.parts.place.tree_component import tree
from pages.parts.sheet import Col, sheet
from pages.parts.shell.address import Address
from pages.parts.shell.messages import show_outcome
from pages.parts.shell.profile import who
from pages.parts.shell.workspace import sentences

FAULTS = (
    Col("child", "Concept"),
    Col("parent", "Parent"),
    Col("kind", "What", "mark"),
    Col("why", "Why", "quiet"),
    Col("withdraw", "Withdraw", "action", "Takes the concept from under this parent; an edit that U takes back."),
)
KINDS = {"cycle": "closes a cycle", "redundant": "redundant"}
MOST_FAULTS = 200


def hierarchy(
    workbench: Workbench,
    terminology: str,
    title: str,
    encoders: Sequence[str],
    choices: Mapping[str, EncoderChoice],
    address: Address,
) -> None:
    """Draws the tree beside the open concept, with faults and measurements below."""
    with st.spinner("Reading the hierarchy; this takes a moment after a start …"):
        workbench.hierarchy.children(terminology)

    def drawn() -> None:
        redrawn()
        address.write()  # before it is drawn: Back, pressed as soon as a concept is seen, leaves that concept
        _tree(workbench, terminology, title)

    fragment(key="place_tree")(drawn)()
    opened = field("open") if field("open") in workbench.hierarchy.family(terminology).titles else ""
    levels_below(workbench, terminology, opened, list(encoders), choices)


def _tree(workbench: Workbench, terminology: str, title: str) -> None:
    family = workbench.hierarchy.family(terminology)
    opened = field("open")
    opened = opened if opened in family.titles else ""
    unfolded = _unfolded(workbench, terminology, opened)
    left, right = st.columns([6, 4.2], gap="medium")
    with left:
        text = live_search("Find a concept by name or id", "tree_find", "Find a concept by name or id")
        if text:
            _found(workbench, terminology, text)
        if not family.children:
            st.info(f"{plain(title)} has no hierarchy: no concept has a parent. Its concepts are listed all the same.")
        tree(workbench, terminology, unfolded, opened, partial(_fold, terminology), _open)
    with right, st.container(border=True, key="tree_panel"):
        show_outcome(OUTCOME)
        with st.container(horizontal=True, vertical_alignment="center"):
            undo_button(workbench)
            if opened:
                st.button("Find a further parent", key="tree_place", shortcut="F", on_click=place_name, args=(opened,))
        _concept(workbench, terminology, title, opened)
    _faults(workbench, terminology, opened)


def _unfolded(workbench: Workbench, terminology: str, opened: str) -> set[str]:
    """What is unfolded: the person's own doing, and once the way down to the open concept."""
    by_terminology: dict[str, set[str]] = st.session_state.setdefault("tree_unfolded", {})
    family = workbench.hierarchy.family(terminology)
    if terminology not in by_terminology:
        by_terminology[terminology] = {family.roots[0]} if len(family.roots) == 1 else set()
    if opened and st.session_state.get("tree_shown") != (terminology, opened):
        by_terminology[terminology] |= set(family.line(opened)[:-1])
        st.session_state["tree_shown"] = terminology, opened
    return by_terminology[terminology]


def _fold(terminology: str, code: str) -> None:
    st.session_state["tree_unfolded"][terminology] ^= {code}


def _open(code: str) -> None:
    put(whole=True, open=code)
    st.session_state.pop("tree_shown", None)


def _found(workbench: Workbench, terminology: str, text: str) -> None:
    found = workbench.hierarchy.find(terminology, text)
    rows = [
        {"id": one.id, "name": one.preferred, "code": one.id, "below": f"{one.below:,}" if one.below else ""}
        for one in found
    ]
    columns = (
        Col("name", "Found"),
        Col("code", "Id", "code"),
        Col("below", "Below", "number", "Concepts below it, at any depth."),
    )
    empty = "No concept has such an id or all of these words in its name; try fewer words."
    sheet("tree_found", "Concepts found", columns, rows, empty=empty, on_pick=_open_found, tallest=260)


def _open_found(code: str) -> None:
    _open(code)
    st.session_state["tree_find"] = ""


@sentences()
def _concept(workbench: Workbench, terminology: str, title: str, opened: str) -> None:
    if not opened:
        st.caption(
            "Open a concept: its names, parents and children show here. In the tree the arrow keys move, → unfolds, "
            "← folds, Enter opens."
        )
        return
    card = workbench.terminologies.concept(terminology, opened)
    below = workbench.hierarchy.family(terminology).below.get(opened, 0)
    children = count(len(card.children), "child", "children")
    st.caption(f"{children}, {count(below, 'concept')} below it." if below else "Nothing stands below it.")
    concept_card(
        card,
        title,
        _open,
        partial(_withdraw_name, workbench, terminology, opened),
        partial(_prefer_name, workbench, terminology, opened),
    )
    concept_more(workbench, card, _carry_out)


def _withdraw_name(workbench: Workbench, terminology: str, concept: str, name: str) -> None:
    def action() -> str:
        workbench.synonyms.withdraw(terminology, concept, name, who())
        return f"Withdrew “{plain(shortened(name))}”."

    carry_out(action)


def _prefer_name(workbench: Workbench, terminology: str, concept: str, name: str) -> None:
    def action() -> str:
        workbench.concept_edits.prefer(terminology, concept, name, who())
        return f"{plain(concept)} is called “{plain(shortened(name))}” now."

    carry_out(action)


def _carry_out(action: Callable[[], str], then: str) -> None:
    """The action of “More”, and the concept that is open after it."""

    def act_and_open() -> str:
        sentence = action()
        _open(then)
        return sentence

    carry_out(act_and_open)


def _why(fault: Fault) -> str:
    """What is behind a fault, in a line."""
    return f"there is a way down by {' › '.join(fault.way[1:-1]) or fault.way[-1]}" if fault.way else ""


def _faults(workbench: Workbench, terminology: str, opened: str) -> None:
    """Links that close a cycle or are redundant, each with a way to resolve it."""
    found, number = workbench.hierarchy.faults(terminology, opened, MOST_FAULTS)
    where = f" below {plain(opened)}" if opened else ""
    st.header(f"Cycles and redundant links{where}: {number:,}", anchor=False)
    if number > len(found):
        st.caption(f"The first {len(found):,} are listed; open a concept to see those below it.")
    rows = [
        {
            "id": f"{one.child} {one.parent}",
            "child": one.child_name,
            "child_why": one.child,
            "parent": one.parent_name,
            "parent_why": one.parent,
            "kind": KINDS[one.kind],
            "why": _why(one),
            "why_why": " › ".join(one.way),
            "about": f"{one.child_name} from under {one.parent_name}",
        }
        for one in found
    ]

    def withdraw(link: str) -> None:
        child, _, parent = link.partition(" ")

        def action() -> str:
            workbench.hierarchy_edits.withdraw(terminology, child, parent, who(), "resolves a cycle or redundant link")
            return f"{plain(child)} no longer stands under {plain(parent)}."

        carry_out(action)

    def show(link: str) -> None:
        _open(link.partition(" ")[0])

    empty = "None: no link closes a cycle, and none is said by a longer way as well."
    sheet("tree_faults", "Cycles and redundant links", FAULTS, rows, empty, on_pick=show, on_act=withdraw, tallest=320)
