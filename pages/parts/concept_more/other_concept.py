"""The search for another concept of the same terminology, and whether it can be had."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import ConceptCard, Workbench
from pages.parts.formatting import plain, with_id
from pages.parts.live_search import live_search
from pages.parts.widget_state import choose, emptied

Preview = TypeVar("Preview")
NOT_FOUND = "No concept has such an id or all of these words in its name; try fewer words."


def other_concept(workbench: Workbench, card: ConceptCard, label: str, key: str) -> str:
    """Draws a search and the concepts that it finds; the id of the chosen one, "" while there is none."""
    text = live_search(label, f"{key}_find", f"{label}, by name or id")
    if not text:
        return ""
    found = [one for one in workbench.hierarchy.find(card.terminology, text) if one.id != card.concept.id]
    if not found:
        st.caption(NOT_FOUND)
        return ""
    titles = {one.id: with_id(one.preferred, one.id) for one in found}
    return str(choose(st, "Concept", titles, f"{key}_chosen_{text}"))


def forget_search(key: str) -> None:
    """Empties the search with this key, in a callback."""
    emptied(f"{key}_find")


def previewed(preview: Callable[[], Preview]) -> Preview | None:
    """What the preview of an edit gives; None, with its sentence as a warning, where the edit cannot be made."""
    try:
        return preview()
    except NomenclatorError as error:
        st.warning(plain(error))
        return None
