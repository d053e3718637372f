"""The findings of an audit as a queue: filters with counts, the list at the left, the finding in hand at the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from engine.workbench import MISSING_SYNONYM, Audit, AuditFinding, Workbench
from pages.parts.audit.finding import OUTCOME, POSITION, finding_panel, undo_buttons
from pages.parts.formatting import shortened
from pages.parts.fragment import fragment
from pages.parts.paging import page_in_hand
from pages.parts.sheet import Col, sheet
from pages.parts.shell.address import Address, numbered
from pages.parts.shell.messages import show_outcome
from pages.parts.widget_state import switch

PAGE = 50
ABOVE_AND_BELOW = 350  # pixels around the list: title, terminology, kinds and states, and the pages
STATES = {"open": "Open", "flagged": "Flagged", "refused": "Refused", "resolved": "Resolved", "all": "All"}
NAME = Col("name", "Name")
KIND = Col("kind", "Kind", "mark")
SCORE = Col("score", "Score", "number", "How telling it is, from 0 to 1; comparable within a kind.")
STATE = Col("state", "", "quiet", spoken="State")


def queue(workbench: Workbench, audit: Audit, address: Address) -> None:
    """Draws the queue of an audit; a decision draws only this again."""

    def drawn() -> None:
        _queue(workbench, audit)
        address.write()

    fragment(key="audit_queue")(drawn)()


def _queue(workbench: Workbench, audit: Audit) -> None:
    counts = workbench.audit_findings.counts(audit.id)
    kind = _kind(workbench.audits.kinds(), counts)
    left, right = st.columns([5, 6], gap="medium")
    with left:
        state = _state(counts, kind)
        order = workbench.audit_findings.numbers(audit.id, kind, "" if state == "all" else state)
        at = _position(order)
        _list(workbench, order, at, kind, state)
    with right, st.container(border=True, key="audit_panel"):
        show_outcome(OUTCOME)
        if order:
            finding_panel(workbench, order[at], order)
        else:
            st.caption("Nothing is left here. “Undo” takes back the last decision.")
            undo_buttons(workbench)


def _kind(kinds: Mapping[str, str], counts: Mapping[tuple[str, str], int]) -> str:
    """Draws the kinds with how many of each there are in the state shown; the one that is chosen, “” for all."""
    shown = st.session_state.get("audit_show", "open")
    chosen = st.session_state.get("audit_kind", "")
    here = {
        kind: sum(number for (one, state), number in counts.items() if one == kind and shown in ("all", state))
        for kind in kinds
    }
    titles = {"": f"Every kind {sum(here.values()):,}"}
    titles |= {kind: f"{title} {here[kind]:,}" for kind, title in kinds.items() if here[kind] or kind == chosen}
    return str(switch(st, "Kind", titles, "audit_kind", on_change=_forget, label_visibility="collapsed"))


def _state(counts: Mapping[tuple[str, str], int], kind: str) -> str:
    """Draws the states with how many findings of the kind are of each; the one that is chosen."""
    totals = {
        state: sum(number for (one, had), number in counts.items() if kind in ("", one) and state == had)
        for state in STATES
    }
    titles = {state: title if state == "all" else f"{title} {totals[state]:,}" for state, title in STATES.items()}
    return str(switch(st, "State", titles, "audit_show", on_change=_forget, label_visibility="collapsed"))


def _forget() -> None:
    """Another list is looked at from its beginning."""
    st.session_state[POSITION] = ""


def _position(order: Sequence[int]) -> int:
    """The place of the finding in hand, of the next one where it is no longer in the list; kept in the address."""
    in_hand = numbered(str(st.session_state.get(POSITION) or ""))
    at = next((place for place, number in enumerate(order) if number >= in_hand), max(len(order) - 1, 0))
    st.session_state[POSITION] = str(order[at]) if order and in_hand else ""
    return at


def _list(workbench: Workbench, order: Sequence[int], at: int, kind: str, state: str) -> None:
    page = at // PAGE + 1
    shown = list(order[(page - 1) * PAGE : page * PAGE])
    columns = [NAME, *([] if kind else [KIND]), SCORE, *([STATE] if state == "all" else [])]
    sheet(
        "audit_findings",
        "Findings",
        columns,
        _rows(workbench, workbench.audit_findings.read(shown)),
        "Nothing of this kind is here." if state == "all" else f"No finding of this kind is {state}.",
        str(order[at]) if order else "",
        on_pick=lambda picked: st.session_state.update({POSITION: picked}),
        tallest=620,
        around=ABOVE_AND_BELOW,
    )
    page_in_hand("audit_page", order, at, PAGE, POSITION)


def _rows(workbench: Workbench, found: Sequence[AuditFinding]) -> list[dict[str, Any]]:
    """The rows of findings of one terminology; a name that is missing stands with the concept that lacks it."""
    lacking = [one for one in found if one.kind == MISSING_SYNONYM]
    titles: dict[str, str] = {}
    if lacking:
        concepts = [one.concept for one in lacking]
        titles = workbench.terminologies.preferred_names(lacking[0].terminology, concepts)
    return [_row(one, titles.get(one.concept, one.concept) if one.kind == MISSING_SYNONYM else "") for one in found]


def _row(one: AuditFinding, concept: str) -> dict[str, Any]:
    return {
        "id": str(one.id),
        "name": f"{shortened(one.name, 60)} → {shortened(concept, 60)}" if concept else shortened(one.name, 90),
        "name_why": one.reason,
        "kind": one.kind,
        "score": f"{one.score:.2f}",
        "state": "" if one.state == "open" else one.state,
        "quiet": one.state in ("refused", "resolved"),
    }
