"""A new concept made under this one, and its children moved to another parent."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.parts.concept_more.action import Action
from pages.parts.concept_more.other_concept import forget_search, other_concept, previewed
from pages.parts.formatting import count, plain, shortened, with_id
from pages.parts.shell.profile import who
from pages.parts.widget_state import choose_some, emptied

SHOWN = 3  # concepts that have the name already, named in the warning


def children_tab(action: Action) -> None:
    """Draws the fields of a new concept, and below them the children with a search for their new parent."""
    _add(action)
    if action.card.children:
        _move(action)


def _add(action: Action) -> None:
    workbench, slug, code = action.workbench, action.card.terminology, action.card.concept.id
    name, id = f"child_name_{action.key}", f"child_id_{action.key}"
    st.text_input("A new concept below it", key=name, placeholder="Name of a new concept below it")
    st.text_input("Its id", key=id, placeholder=f"Id, optional: else {workbench.edits.new_code(slug)}")
    typed = str(st.session_state.get(name) or "").strip()
    if typed and (others := workbench.synonyms.clashes(slug, "", typed)):
        named = ", ".join(f"{plain(one.id)} {plain(one.preferred)}" for one in others[:SHOWN])
        st.warning(f"“{plain(shortened(typed))}” denotes {named} already.")

    def add() -> str:
        text, chosen = (str(st.session_state.get(field) or "").strip() for field in (name, id))
        made = workbench.hierarchy_edits.add_below(slug, code, text, who(), chosen, action.reason())
        emptied(name, id)
        return f"Added {plain(made)} “{plain(shortened(text))}” below {plain(code)}. One undo takes it back."

    action.button(f"Add below {plain(code)}", "add_below", add)


def _move(action: Action) -> None:
    workbench, card = action.workbench, action.card
    slug, code = card.terminology, card.concept.id
    titles = {one.id: with_id(one.preferred, one.id) for one in card.children}
    everything = f"All {len(titles):,}; or choose some" if len(titles) > 1 else "Its child"
    chosen = choose_some(
        st, "Children to move", titles, f"children_{action.key}", most=len(titles), placeholder=everything
    )
    search = f"children_{action.key}"
    child_ids = chosen or list(titles)
    parent = other_concept(workbench, card, "Their new parent", search)
    if not parent or previewed(partial(workbench.hierarchy_edits.preview_move, slug, child_ids, parent, code)) is None:
        return
    many = count(len(child_ids), "child", "children")

    def move() -> str:
        workbench.hierarchy_edits.move(slug, child_ids, parent, who(), code, action.reason())
        forget_search(search)
        return f"Moved {many} from under {plain(code)} to under {plain(parent)}. One undo takes it back."

    action.button(f"Move {many} under {plain(parent)}", "move_children", move)
