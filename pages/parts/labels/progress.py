"""How far each class of a label set is from the names it wants, and whether that is enough to train."""

from __future__ import annotations

import streamlit as st

from pages.parts.component import component
from pages.parts.formatting import count

ENOUGH = 4  # names with which a class trains and validates

_draw = component("label_progress", __file__)


def label_progress(target: int, rows: list[tuple[str, int]]) -> None:
    """Draws a row a class. rows: (class, labelled names); target: the names wanted for each."""
    st.caption(in_words(rows, target))
    _draw(key="label_classes", data={"classes": [list(row) for row in rows], "target": target})


def in_words(rows: list[tuple[str, int]], target: int) -> str:
    """What there is to train on, or what is missing.

    >>> in_words([("a", 4), ("b", 3)], 30)
    '7 labels. Training needs two classes with four labels each.'
    """
    total, used = sum(names for _, names in rows), sum(names > 0 for _, names in rows)
    if sum(names >= ENOUGH for _, names in rows) < 2:
        return f"{count(total, 'label')}. Training needs two classes with four labels each."
    full = sum(names >= target for _, names in rows)
    complete = f"{full} of {count(len(rows), 'class', 'classes')} complete" if full else f"{target} wanted for each"
    return f"Trains on {count(total, 'label')} in {count(used, 'class', 'classes')}; {complete}."
