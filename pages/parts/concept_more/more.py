"""What is seldom done to a concept, a tab each: defined, moved, given children, merged into another one, retired."""

from __future__ import annotations

import streamlit as st

from engine.workbench import ConceptCard, Workbench
from pages.parts.concept_more.action import REASON, Action, CarryOut, entries_made_here
from pages.parts.concept_more.children import children_tab
from pages.parts.concept_more.merge import merge_tab
from pages.parts.concept_more.parents import parents_tab
from pages.parts.formatting import count, plain, shortened
from pages.parts.shell.profile import who

TABS = ("Definition", "Parents", "Children", "Merge", "Retire")


def concept_more(workbench: Workbench, card: ConceptCard, carry_out: CarryOut) -> None:
    """Draws “More” with all of it.

    carry_out: gets what does it, which gives a sentence, and the concept to open then, "" for none.
    """
    if card.concept.obsolete:
        return
    key = f"{card.terminology}_{card.concept.id}"
    action = Action(workbench, card, key, carry_out)
    with st.popover("More", key=f"more_{len(entries_made_here())}_{key}"):  # closed after each action
        st.text_input("Reason", key=f"{REASON}_{key}", max_chars=300, placeholder="Reason, optional")
        drawn = (_define, parents_tab, children_tab, merge_tab, _retire)
        for tab, draw in zip(st.tabs(TABS, key=f"more_tabs_{key}"), drawn, strict=True):
            with tab:
                draw(action)


def _define(action: Action) -> None:
    """The definition in a field, and the button that keeps what stands there."""
    card, code = action.card, action.card.concept.id
    field = f"definition_{action.key}_{card.concept.definition}"
    st.text_area("Definition", card.concept.definition, key=field, height=140)

    def define() -> str:
        action.workbench.concept_edits.define(card.terminology, code, st.session_state[field], who(), action.reason())
        return f"{plain(code)} has another definition now."

    action.button("Keep the definition", "define", define, code)


def _retire(action: Action) -> None:
    """The button, closed while something stands below."""
    card, code = action.card, action.card.concept.id
    below = (
        f"{count(len(card.children), 'child', 'children')} of it must stand elsewhere first." if card.children else ""
    )
    st.caption(below or "Searches stop finding it; one undo brings it back.")

    def retire() -> str:
        action.workbench.concept_edits.retire(card.terminology, code, who(), action.reason())
        return f"Retired {plain(code)} “{plain(shortened(card.concept.preferred))}”. One undo brings it back."

    action.button(f"Retire {plain(code)}", "retire", retire, "", disabled=bool(below))
