"""A concept moved to another parent, put under a further one, or taken from under one."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.parts.concept_more.action import Action
from pages.parts.concept_more.other_concept import forget_search, other_concept, previewed
from pages.parts.formatting import plain, with_id
from pages.parts.shell.profile import who
from pages.parts.widget_state import choose

FURTHER = "None, the new one is a further parent"


def parents_tab(action: Action) -> None:
    """Draws the parents to choose the one that is left, a search for the new one, and the button that does it."""
    workbench, card = action.workbench, action.card
    slug, code = card.terminology, card.concept.id
    left = ""
    if card.parents:
        titles = {one.id: with_id(one.preferred, one.id) for one in card.parents}
        left = str(choose(st, "Parent to leave", titles | {"": FURTHER}, f"move_from_{action.key}"))
    else:
        st.caption("No concept stands above it.")
    search = f"move_{action.key}"
    parent = other_concept(workbench, card, "The new parent", search)
    if not parent:
        if left:
            _take_out(action, left)
        return
    if previewed(partial(workbench.hierarchy_edits.preview_move, slug, [code], parent, left)) is None:
        return
    where = f"from under {plain(left)} to under {plain(parent)}" if left else f"under {plain(parent)} as well"

    def move() -> str:
        workbench.hierarchy_edits.move(slug, [code], parent, who(), left, action.reason())
        forget_search(search)
        return f"{'Moved' if left else 'Put'} {plain(code)} {where}. One undo takes it back."

    label = f"Move under {plain(parent)}" if left else f"Put under {plain(parent)} as well"
    action.button(label, "move", move)


def _take_out(action: Action, left: str) -> None:
    """The button that takes the concept from under a parent without another in its place."""
    card, code = action.card, action.card.concept.id
    if len(card.parents) == 1:
        st.caption("Without a new parent it would stand at the top of the hierarchy.")

    def take_out() -> str:
        action.workbench.hierarchy_edits.withdraw(card.terminology, code, left, who(), action.reason())
        return f"{plain(code)} no longer stands under {plain(left)}. One undo takes it back."

    action.button(f"Take from under {plain(left)}", "leave", take_out)
