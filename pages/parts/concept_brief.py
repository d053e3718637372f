"""A concept in brief, beside a decision: its way down, its names, definition and notes, and what stands around it."""

from __future__ import annotations

import streamlit as st

from engine.workbench import ConceptCard
from pages.parts.formatting import plain, shortened

MOST_NAMES, MOST_NOTES = 8, 4


def concept_brief(card: ConceptCard, marked: str = "") -> None:
    """Draws a concept; of its names the one that is `marked` is bold."""
    concept = card.concept
    way = [ref.preferred for ref in card.path[:-1]]
    st.caption(" › ".join(map(plain, way[-3:])) or "at the top")
    st.markdown(f"**{plain(concept.preferred)}** `{concept.id}`")
    names = [one.text for one in concept.names if one.text != concept.preferred]
    names.sort(key=lambda text: text != marked)
    lines = [f"**{plain(text)}**" if text == marked else plain(text) for text in names[:MOST_NAMES]]
    if len(names) > MOST_NAMES:
        lines.append(f"and {len(names) - MOST_NAMES:,} more")
    st.markdown(" · ".join(lines) or "No other name.")
    if concept.definition:
        st.caption(plain(shortened(concept.definition, 240)))
    for heading, said in concept.notes.items():
        told = [said] if isinstance(said, str) else [str(one) for one in said]
        more = f" and {len(told) - MOST_NOTES:,} more" if len(told) > MOST_NOTES else ""
        st.caption(f"**{plain(heading)}**: {plain(shortened('; '.join(told[:MOST_NOTES]), 240))}{more}")
    below = ", ".join(plain(shortened(one.preferred, 60)) for one in card.children[:4])
    more = f" and {len(card.children) - 4:,} more" if len(card.children) > 4 else ""
    above = ", ".join(plain(one.preferred) for one in card.parents[:4]) or "nothing"
    st.caption(f"Under {above}. Below it: {below + more if below else 'nothing'}.")
