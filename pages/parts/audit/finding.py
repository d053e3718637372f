"""The finding in hand: its reason, the concepts it is about, and a key to resolve, refuse or flag it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from engine.workbench import FindingCase, Workbench
from pages.parts.concept_brief import concept_brief
from pages.parts.formatting import clock, plain, shortened
from pages.parts.shell.messages import report, reported
from pages.parts.shell.profile import who
from pages.parts.shell.undo_redo import done_elsewhere, undo_redo_buttons
from pages.parts.shell.workspace import sentences
from pages.parts.widget_state import emptied
from store.records.terminology import Entry

OUTCOME = "audit_said"
POSITION, NOTE = "audit_finding", "audit_note"
WORDS = {"flagged": "Flagged", "refused": "Refused", "resolved": "Resolved"}


@sentences()
def finding_panel(workbench: Workbench, number: int, order: Sequence[int]) -> None:
    """Draws finding `number` of the list `order`, with its keys."""
    written = str(st.session_state.get(_written(number)) or "")
    case = workbench.audit_findings.case(number, written)
    one = case.finding
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{plain(one.kind.capitalize())} · {order.index(number) + 1:,} of {len(order):,}", width="content")
        st.space("stretch")
        before, after = _neighbour(order, number, -1), _neighbour(order, number, 1)
        st.button("Previous", key="audit_previous", shortcut="H", disabled=not before, on_click=_go, args=(before,))
        st.button("Next", key="audit_next", shortcut="J", disabled=not after, on_click=_go, args=(after,))
    st.header(plain(one.name), anchor=False)
    st.markdown(plain(one.reason))
    if one.state in WORDS:
        note = f" “{plain(one.comment)}”" if one.comment else ""
        st.info(f"{WORDS[one.state]} by {plain(one.who)}, {clock(one.when)}.{note}")
    if one.kind == "stray mark":
        st.text_input(
            "The name as it should be", key=_written(number), placeholder="Type it, where the proposal is not right"
        )
    _keys(workbench, case, after)
    st.text_input(
        "Note (optional)",
        key=NOTE,
        max_chars=300,
        placeholder="Note, optional; kept with the decision",
        label_visibility="collapsed",
    )
    cards = [card for card in (case.here, case.instead or case.there) if card]
    for column, card in zip(st.columns(max(len(cards), 1), gap="medium"), cards, strict=False):
        with column:
            concept_brief(card, one.name)
    if case.here is None:
        st.caption(f"{plain(one.concept)} is no longer in this terminology.")


def undo_buttons(workbench: Workbench) -> None:
    """Draws Undo and Redo, which lead to the finding that they are about; what was done on another page is announced
    before it is taken back.
    """

    def led(turn: Callable[[str], Entry | None], person: str) -> Entry | None:
        entry = turn(person)
        if entry and (number := workbench.audit_findings.of_entry(entry)):
            _go(number)
        return entry

    helps = ("Takes back your last decision, with its edits.", "Does again what your last undo took back.")
    elsewhere = done_elsewhere(workbench.history.next_undo, ("finding",))
    undo, redo = partial(led, workbench.history.undo), partial(led, workbench.history.redo)
    undo_redo_buttons(OUTCOME, "audit_", helps, undo, redo, elsewhere=elsewhere)


def _written(number: int) -> str:
    return f"audit_written_{number}"


def _keys(workbench: Workbench, case: FindingCase, after: int) -> None:
    number, state = case.finding.id, case.finding.state
    remedies = case.remedies if state != "resolved" else ()
    rests = RESOLVED if state == "resolved" else NO_REMEDY
    with st.container(horizontal=True):
        for place, (label, button) in enumerate(zip(REMEDY_LABELS, REMEDY_BUTTONS, strict=True)):
            if place and len(remedies) < 2:
                continue
            remedy = remedies[place] if place < len(remedies) else None
            button(
                shortened(remedy.title, 60) if remedy else label,
                key=f"audit_resolve_{place}",
                type="secondary" if place else "primary",
                disabled=remedy is None,
                help=plain(f"{remedy.does}.") if remedy else rests,
                on_click=_decide,
                args=(partial(_resolved, workbench, number, place), after),
            )
    with st.container(horizontal=True):
        refuse, flag = partial(_refused, workbench, number), partial(_flagged, workbench, number)
        closed = state == "resolved"
        st.button(
            "Refuse",
            key="audit_refuse",
            shortcut="X",
            disabled=closed or state == "refused",
            help=RESOLVED if closed else "Nothing is wrong there; no later audit shows it as open.",
            on_click=_decide,
            args=(refuse, after),
        )
        st.button(
            "Flag",
            key="audit_flag",
            shortcut="F",
            disabled=closed or state == "flagged",
            help=RESOLVED if closed else "Leaves it for somebody else to look at.",
            on_click=_decide,
            args=(flag, after),
        )
        undo_buttons(workbench)
    if not remedies:  # a button that rests is not hovered over by everybody
        st.caption(rests)


RESOLVED = "It is resolved; History can take that back."
NO_REMEDY = "No edit here mends it: refuse it, or flag it for whoever keeps the terminology."
REMEDY_LABELS = ("Resolve", "")
REMEDY_BUTTONS = (partial(st.button, shortcut="A"), partial(st.button, shortcut="S"))


def _neighbour(order: Sequence[int], number: int, step: int) -> int:
    """The finding before or after; 0 where there is none."""
    at = order.index(number) + step
    return order[at] if 0 <= at < len(order) else 0


def _go(number: int) -> None:
    st.session_state[POSITION] = str(number)


def _decide(action: Callable[[], str], after: int) -> None:
    """Carries out a decision and goes on to the next finding."""
    with reported(OUTCOME):
        report(OUTCOME, "success", plain(action()))
        emptied(NOTE)
        if after:
            _go(after)


def _resolved(workbench: Workbench, number: int, remedy: int) -> str:
    written = str(st.session_state.get(_written(number)) or "")
    note = str(st.session_state.get(NOTE) or "")
    return f"Resolved: {workbench.audit_findings.resolve(number, who(), remedy, note, written)}."


def _refused(workbench: Workbench, number: int) -> str:
    one = workbench.audit_findings.refuse(number, who(), str(st.session_state.get(NOTE) or ""))
    return f"Refused: {one.kind} “{shortened(one.name)}”. It is not shown as open again."


def _flagged(workbench: Workbench, number: int) -> str:
    one = workbench.audit_findings.flag(number, who(), str(st.session_state.get(NOTE) or ""))
    return f"Flagged: {one.kind} “{shortened(one.name)}”. It waits under “Flagged”."
