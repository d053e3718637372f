"""How far each class of a label set is from the names it wants, and whether that is enough to train."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.plain import count

HERE = Path(__file__)
ENOUGH = 4  # names with which a class trains and validates

_draw = st.components.v2.component(
    "nomenclator_label_progress",
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
)


def label_progress(workbench: Workbench, label_set: str) -> None:
    """Draws a row a class."""
    try:
        target, rows = workbench.label_definition(label_set).target, workbench.label_progress(label_set)
    except NomenclatorError:
        return  # the set was taken away in another window; the next look at the page says so
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
    done = f"{full} of {count(len(rows), 'class', 'classes')} complete" if full else f"{target} wanted for each"
    return f"Trains on all {count(total, 'label')} in {count(used, 'class', 'classes')}; {done}."
