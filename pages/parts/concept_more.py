"""What is seldom done to a concept: it is defined anew, merged into another one, or retired."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import ConceptCard, Workbench
from pages.parts.formatting import count, plain, shortened, with_id
from pages.parts.live_search import live_search
from pages.parts.shell.profile import who
from pages.parts.widget_state import choose

CarryOut = Callable[[Callable[[], str], str], None]
ENTRY = "concept_more_entry"  # the entry of the history that was made here last
REASON = "more_reason"
WIDEST = 60  # characters of a name in a sentence
NOT_FOUND = "No concept has such an id or all of these words in its name; try fewer words."


def concept_more(workbench: Workbench, card: ConceptCard, carry_out: CarryOut) -> None:
    """Draws “More” with all of it.

    carry_out: gets what does it, which gives a sentence, and the concept to open then, "" for none.
    """
    if card.concept.obsolete:
        return

    def carry_out_and_remember(action: Callable[[], str], then: str) -> None:
        carry_out(partial(_remembered, workbench, action), then)

    key = f"{card.terminology}_{card.concept.id}"
    with st.popover("More", key=f"more_{st.session_state.get(ENTRY, 0)}_{key}"):  # closed after each action
        st.text_input("Reason", key=f"{REASON}_{key}", max_chars=300, placeholder="Reason, optional")
        _define(workbench, card, key, carry_out_and_remember)
        st.markdown("**Merge into another concept**")
        _merge(workbench, card, key, carry_out_and_remember)
        st.markdown("**Retire**")
        _retire(workbench, card, key, carry_out_and_remember)


def _remembered(workbench: Workbench, action: Callable[[], str]) -> str:
    """What the action says, its entry of the history remembered as made here."""
    sentence = action()
    st.session_state[ENTRY] = workbench.history.last()
    return sentence


def _define(workbench: Workbench, card: ConceptCard, key: str, carry_out: CarryOut) -> None:
    """The definition in a field, and the button that keeps what stands there."""
    code, field = card.concept.id, f"definition_{key}_{card.concept.definition}"
    st.text_area("Definition", card.concept.definition, key=field, height=100)

    def define() -> str:
        workbench.concept_edits.define(card.terminology, code, st.session_state[field], who(), _reason(key))
        return f"{plain(code)} has another definition now."

    act = partial(carry_out, define, code)
    st.button("Keep the definition", key=f"define_{key}", width="stretch", on_click=act)


def _merge(workbench: Workbench, card: ConceptCard, key: str, carry_out: CarryOut) -> None:
    """A search for the other concept, what would be done in numbers, and the button that does it."""
    slug, code = card.terminology, card.concept.id
    text = live_search("The concept that stays", f"merge_find_{key}", "The concept that stays, by name or id")
    if not text:
        return
    found = [one for one in workbench.hierarchy.find(slug, text) if one.id != code]
    if not found:
        st.caption(NOT_FOUND)
        return
    titles = {one.id: with_id(one.preferred, one.id) for one in found}
    into = str(choose(st, "Concept", titles, f"merge_into_{key}_{text}"))
    try:
        would = workbench.concept_edits.preview_merge(slug, code, into)
    except NomenclatorError as error:
        st.warning(plain(error))
        return
    gets = count(len(would.names), "name")
    gets += f" and {count(len(would.children), 'child', 'children')}" if would.children else ""
    left = f" Left out, as they do not mean the same: {count(len(would.left_out), 'name')}." if would.left_out else ""
    st.caption(
        f"{plain(into)} gets {gets} of {plain(code)}, which is retired and points to it.{left} One undo takes it back."
    )

    def merge() -> str:
        workbench.concept_edits.merge(slug, code, into, who(), _reason(key))
        named = shortened(would.into.preferred, WIDEST)
        return f"Merged {plain(code)} into {plain(into)} “{plain(named)}”. One undo takes it back."

    label = f"Merge into {plain(into)}"
    st.button(label, key=f"merge_{key}", width="stretch", on_click=partial(carry_out, merge, into))


def _retire(workbench: Workbench, card: ConceptCard, key: str, carry_out: CarryOut) -> None:
    """The button, closed while something stands below."""
    code = card.concept.id
    below = (
        f"{count(len(card.children), 'child', 'children')} of it must stand elsewhere first." if card.children else ""
    )
    st.caption(below or "Searches stop finding it; one undo brings it back.")

    def retire() -> str:
        workbench.concept_edits.retire(card.terminology, code, who(), _reason(key))
        return f"Retired {plain(code)} “{plain(shortened(card.concept.preferred, WIDEST))}”. One undo brings it back."

    act = partial(carry_out, retire, "")
    st.button(f"Retire {plain(code)}", key=f"retire_{key}", width="stretch", disabled=bool(below), on_click=act)


def _reason(key: str) -> str:
    """What stands in the field at the moment of the press, which may be what takes the field's text in."""
    return str(st.session_state.get(f"{REASON}_{key}") or "").strip()
