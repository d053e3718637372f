"""A concept merged into another one, told in numbers first."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.parts.concept_more.action import Action
from pages.parts.concept_more.other_concept import other_concept, previewed
from pages.parts.formatting import count, plain, shortened
from pages.parts.shell.profile import who


def merge_tab(action: Action) -> None:
    """Draws a search for the other concept, what would be done in numbers, and the button that does it."""
    workbench, slug, code = action.workbench, action.card.terminology, action.card.concept.id
    into = other_concept(workbench, action.card, "The concept that stays", f"merge_{action.key}")
    would = previewed(partial(workbench.concept_edits.preview_merge, slug, code, into)) if into else None
    if would is None:
        return
    gets = count(len(would.names), "name")
    gets += f" and {count(len(would.children), 'child', 'children')}" if would.children else ""
    left = f" Left out, as they do not mean the same: {count(len(would.left_out), 'name')}." if would.left_out else ""
    st.caption(
        f"{plain(into)} gets {gets} of {plain(code)}, which is retired and points to it.{left} One undo takes it back."
    )

    def merge() -> str:
        workbench.concept_edits.merge(slug, code, into, who(), action.reason())
        stays = f"{plain(into)} “{plain(shortened(would.into.preferred))}”"
        return f"Merged {plain(code)} into {stays}. One undo takes it back."

    action.button(f"Merge into {plain(into)}", "merge", merge, into)
