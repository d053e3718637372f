"""The side panel of the Rankings page: one concept, and what a person can do to its names."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import streamlit as st

from engine.errors import NomenclatorError, NotFound
from engine.workbench import ConceptCard, ConceptRef, Workbench
from pages.parts.concept_card import concept_card
from pages.parts.concept_more.action import entries_made_here
from pages.parts.concept_more.more import concept_more
from pages.parts.formatting import count, plain, shortened
from pages.parts.rankings.why_panel import ExplainedRow, is_open, switch_button, why_panel
from pages.parts.shell.messages import report, reported, show_message
from pages.parts.shell.profile import who
from pages.parts.shell.undo_redo import done_elsewhere, undo_redo_buttons
from pages.parts.shell.workspace import sentences
from pages.parts.widget_state import emptied

MESSAGE = "said"  # what the last action came to
SHOWN_LAST = "card_shown"  # the terminology and concept whose card was drawn last
PENDING = "asked_of_former_search"  # the card and the text in the box when it was asked whether to add the former text
HELPS = (
    "Takes back what you did last; if that was on another page, it says so first. History shows it all.",
    "Does again what your last undo took back.",
)
HERE = ("name", "preferred")  # kinds of what a person does on this page
EMPTY = "Type a name, then choose a row: its concept opens here, with its names, parents and children."


@dataclass(frozen=True)
class OpenedConcept:
    """The concept whose card is open, and the row of the ranking that opened it."""

    terminology: str
    concept: str
    query: str = ""
    score: float | None = None
    model: str = ""
    rank: int | None = None
    name: str = ""  # of a ranking of names


def concept_panel(
    workbench: Workbench,
    opened: OpenedConcept | None,
    titles: dict[str, str],
    rerun: Callable[[], None],
    row: ExplainedRow | None = None,
) -> None:
    """Draws the card of `opened` with its actions; `rerun` redraws what an edit changes, from inside a callback.

    `row` is what can be explained of it: why it stands where it stands.
    """
    # Each part has a place of its own, so that a message that comes or goes moves no button: a button that moves is
    # made anew, and a key pressed in that moment would be lost.
    message, accepting, stepping, drawing = (st.container() for _ in range(4))
    with message:
        show_message(MESSAGE)
    with stepping, st.container(horizontal=True, gap="xsmall"):
        elsewhere = done_elsewhere(workbench.history.next_undo, HERE, entries_made_here())
        undo_redo_buttons(MESSAGE, "", HELPS, workbench.history.undo, workbench.history.redo, rerun, elsewhere)
    with drawing, sentences():
        if opened is None:
            st.caption(EMPTY)
            return
        card = _card(workbench, opened)
        if card is None:
            st.caption(EMPTY)
            return
        with accepting:
            _accept(workbench, card, opened, rerun)
            if row:
                switch_button()
        if row and is_open():
            with st.container(key="why_open"):
                st.markdown(f"**{plain(card.concept.preferred)}** {plain(opened.concept)}")
                why_panel(workbench, row)
            return
        concept_card(
            card,
            titles.get(opened.terminology, opened.terminology),
            on_go=lambda concept: _go(opened, concept, rerun),
            on_withdraw=lambda name: _edit(workbench, "withdraw", name, opened, rerun),
            on_prefer=lambda name: _prefer(workbench, name, opened, rerun),
        )
        _another_name(workbench, opened, rerun)
        concept_more(workbench, card, lambda action, then: _carry_out(action, then, opened, rerun))


def _card(workbench: Workbench, opened: OpenedConcept) -> ConceptCard | None:
    """The card of a concept; None where it was shown before and is no more, as after a release. NotFound for another,
    that an address names."""
    here = (opened.terminology, opened.concept)
    try:
        card = workbench.terminologies.concept(*here)
    except NotFound:
        if here != st.session_state.get(SHOWN_LAST):
            raise
        forget_card()
        return None
    st.session_state[SHOWN_LAST] = here
    return card


def forget_card() -> None:
    """Closes the card, here and in the address."""
    st.session_state["opened"] = None
    st.query_params.pop("concept", None)


def of_another_query(now: str) -> bool:
    """Forgets what was said of the last action, and the card of a row that another text than `now` found; whether there
    was one of them."""
    message = st.session_state.pop(MESSAGE, None)
    opened: OpenedConcept | None = st.session_state.get("opened")
    typed, of_card = (" ".join(one.split()).casefold() for one in (now, opened.query if opened else ""))
    other = bool(typed and of_card and typed != of_card)
    if other:
        forget_card()
    return other or message is not None


def _accept(workbench: Workbench, card: ConceptCard, opened: OpenedConcept, rerun: Callable[[], None]) -> None:
    """The one-key action: the typed name becomes a synonym of this concept."""
    query = _typed_name(workbench, opened)
    if not query or query.casefold() in {name.text.casefold() for name in card.concept.names} | {
        opened.concept.casefold()
    }:
        return
    clashes = _clashes(workbench, opened, query)
    seen = {ref.id for ref in clashes}
    st.button(
        f"Add “{plain(shortened(query, 42))}” as synonym",
        key="accept",
        type="primary",
        shortcut="A",
        width="stretch",
        wrap=True,
        on_click=lambda: _add_typed(workbench, query, opened, seen, rerun),
        help=_seen(opened),
    )
    _warn_of(clashes, query)
    st.text_input(
        "Reason (optional)", key="reason", max_chars=300, placeholder="Reason, optional", label_visibility="collapsed"
    )


def _add_typed(
    workbench: Workbench, query: str, opened: OpenedConcept, seen: Collection[str], rerun: Callable[[], None]
) -> None:
    """Adds the text of the search that opened the card; at the second asking where another is in the box by now, or
    where it has become a name of a concept that is not among those of the warning (`seen`) since."""
    if fresh := [ref for ref in _clashes(workbench, opened, query) if ref.id not in seen]:
        report(MESSAGE, "info", f"“{plain(shortened(query))}” was added to {plain(fresh[0].id)} meanwhile; look again.")
        rerun()
        return
    now = " ".join((st.session_state.get("q") or "").split())
    again = st.session_state.pop(PENDING, None) == (opened, now)
    if now.casefold() in ("", " ".join(opened.query.split()).casefold()) or again:
        _edit(workbench, "add", query, opened, rerun)
        return
    st.session_state[PENDING] = (opened, now)
    first = f"The search box has “{plain(shortened(now))}” now, and this card is of the search before"
    report(MESSAGE, "info", f"{first}. Once more adds “{plain(shortened(query))}” to {plain(opened.concept)}.")
    rerun()


def _typed_name(workbench: Workbench, opened: OpenedConcept) -> str:
    """What the query of `opened` has to add as a name."""
    return " ".join(workbench.synonyms.name_in(opened.terminology, opened.query).split())


def _another_name(workbench: Workbench, opened: OpenedConcept, rerun: Callable[[], None]) -> None:
    pending = st.session_state.get("pending_name", "")
    if pending:
        _warn_of(_clashes(workbench, opened, pending), pending)
        with st.container(horizontal=True):
            st.button("Add it all the same", on_click=lambda: _edit(workbench, "add", pending, opened, rerun))
            st.button("Leave it", type="tertiary", on_click=lambda: st.session_state.pop("pending_name", None))
    form = st.form("another_name", clear_on_submit=True, border=False)
    with form, st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Add another name", key="new_name", placeholder="Another name of this concept")
        st.form_submit_button("Add", on_click=lambda: _submit(workbench, opened, rerun))


def _submit(workbench: Workbench, opened: OpenedConcept, rerun: Callable[[], None]) -> None:
    name = " ".join(st.session_state.get("new_name", "").split())
    if not name:
        report(MESSAGE, "error", "Type the name that you want to add.")
    elif _clashes(workbench, opened, name):
        st.session_state["pending_name"] = name
    else:
        _edit(workbench, "add", name, opened, rerun)


def _clashes(workbench: Workbench, opened: OpenedConcept, name: str) -> list[ConceptRef]:
    try:
        return list(workbench.synonyms.clashes(opened.terminology, opened.concept, name))
    except NomenclatorError:
        return []


def _warn_of(clashes: list[ConceptRef], name: str) -> None:
    if clashes:
        others = ", ".join(f"{plain(ref.id)} {plain(ref.preferred)}" for ref in clashes[:3])
        more = f" and {count(len(clashes) - 3, 'other concept')}" if len(clashes) > 3 else ""
        st.warning(f"“{plain(shortened(name))}” already denotes {others}{more}. Added here too, it becomes ambiguous.")


def _edit(workbench: Workbench, action: str, name: str, opened: OpenedConcept, rerun: Callable[[], None]) -> None:
    """Adds or withdraws `name`, from a callback, and says what happened.

    The ranking that was seen, and the reason beside the typed name, are kept with that name alone.
    """
    seen: dict[str, Any] = {}
    if action == "add" and name.casefold() == _typed_name(workbench, opened).casefold():
        seen = {"query": opened.query, "score": opened.score, "model": opened.model}
        seen["reason"] = st.session_state.get("reason", "")
    change = workbench.synonyms.add if action == "add" else workbench.synonyms.withdraw
    with reported(MESSAGE):
        change(opened.terminology, opened.concept, name, who(), **seen)
        verb = "Added" if action == "add" else "Withdrew"
        report(MESSAGE, "success", f"{verb} “{plain(shortened(name))}”. The next search knows.")
        if seen:
            emptied("reason")
    st.session_state.pop("pending_name", None)
    rerun()


def _prefer(workbench: Workbench, name: str, opened: OpenedConcept, rerun: Callable[[], None]) -> None:
    """Makes `name` the preferred one, from a callback, and says so."""
    with reported(MESSAGE):
        workbench.concept_edits.prefer(opened.terminology, opened.concept, name, who())
        report(MESSAGE, "success", f"{plain(opened.concept)} is called “{plain(shortened(name))}” now.")
    rerun()


def _carry_out(action: Callable[[], str], then: str, opened: OpenedConcept, rerun: Callable[[], None]) -> None:
    """Merges or retires the concept, from a callback; the card of `then` is open after it, or none."""
    with reported(MESSAGE):
        report(MESSAGE, "success", action())
        forget_card()
        if then:
            st.session_state["opened"] = OpenedConcept(opened.terminology, then, opened.query)
    rerun()


def _go(opened: OpenedConcept, concept: str, rerun: Callable[[], None]) -> None:
    st.session_state["opened"] = OpenedConcept(opened.terminology, concept, opened.query)
    rerun()


def _seen(opened: OpenedConcept) -> str:
    if opened.score is None or opened.rank is None:
        return "The next search knows it at once; no training is needed."
    return (
        f"Seen at rank {opened.rank} with score {opened.score:.2f}; both are kept with the edit. "
        "The next search knows it at once."
    )
