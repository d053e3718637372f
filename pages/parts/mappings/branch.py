"""The branch of the source that is mapped: the concept at its top, by its id or by words of its name."""

from __future__ import annotations

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import count, plain
from pages.parts.widget_state import choose

LOOKED_THROUGH, MOST = 1_000, 20  # concepts with these words; branches among them that are offered, the largest
HELP = "Its id, or words of its name. The concept and all that is below it are mapped."


def branch_field(workbench: Workbench, source: str) -> str:
    """Draws the field with what it was found to mean; the concept's id, “” where there is none."""
    example = workbench.hierarchy.example_branch(source)
    text = st.text_input(
        "Concept at the top of the branch",
        key="mappings_top",
        placeholder=f"For example: {example}" if example else "Its id, or words of its name",
        help=HELP,
    ).strip()
    if not text:
        return ""
    found = workbench.hierarchy.find(source, text, LOOKED_THROUGH)
    same = next((one for one in found if one.id.casefold() == text.casefold()), None)
    if same:
        st.caption(f"{plain(same.preferred)}, with {count(same.below, 'concept')} below it.")
        return same.id
    branches = sorted((one for one in found if one.below), key=lambda one: -one.below)[:MOST]
    if not branches:
        st.caption("No concept with others below it has such an id or all of these words in its name; try fewer.")
        return ""
    titles = {one.id: f"{one.preferred} ({one.id}), {one.below:,} below" for one in branches}
    return str(choose(st, "Which of these", titles, f"mappings_top_{text}"))
