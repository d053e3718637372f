"""A concept in brief, beside a decision: its way down, its names, definition and notes, and what stands around it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from engine.workbench import ConceptCard
from pages.parts.formatting import plain, shortened

MOST_NAMES, MOST_NOTES, MOST_AROUND = 8, 4, 4


@dataclass(frozen=True)
class Brief:
    """What is told of a concept, in plain text: `names` beside the preferred one, `further` how many more it has."""

    id: str
    preferred: str
    way: str
    names: tuple[str, ...]
    further: int
    definition: str
    notes: tuple[tuple[str, str], ...]  # heading and text
    around: str


def brief_of(card: ConceptCard, marked: str = "") -> Brief:
    """A concept in brief; of its names the one that is `marked` comes first."""
    concept = card.concept
    names = sorted(
        dict.fromkeys(one.text for one in concept.names if one.text != concept.preferred),
        key=lambda text: text != marked,
    )
    above = ", ".join(one.preferred for one in card.parents[:MOST_AROUND]) or "nothing"
    below = ", ".join(shortened(one.preferred, 60) for one in card.children[:MOST_AROUND]) or "nothing"
    return Brief(
        concept.id,
        concept.preferred,
        " › ".join([ref.preferred for ref in card.path[:-1]][-3:]) or "at the top",
        tuple(names[:MOST_NAMES]),
        max(0, len(names) - MOST_NAMES),
        shortened(concept.definition or "", 240),
        tuple((heading, _note(content)) for heading, content in concept.notes.items()),
        f"Under {above}. Below it: {below}{_further(len(card.children) - MOST_AROUND)}.",
    )


def _note(content: object) -> str:
    texts = [str(one) for one in content] if isinstance(content, (list, tuple)) else [str(content)]
    return shortened("; ".join(texts[:MOST_NOTES]), 240) + _further(len(texts) - MOST_NOTES)


def _further(many: int) -> str:
    return f" and {many:,} more" if many > 0 else ""


def concept_brief(card: ConceptCard, marked: str = "") -> None:
    """Draws a concept; of its names the one that is `marked` is bold."""
    brief = brief_of(card, marked)
    st.caption(plain(brief.way))
    st.markdown(f"**{plain(brief.preferred)}** `{brief.id}`")
    lines = [f"**{plain(text)}**" if text == marked else plain(text) for text in brief.names]
    if brief.further:
        lines.append(_further(brief.further).strip())
    st.markdown(" · ".join(lines) or "No other name.")
    if brief.definition:
        st.caption(plain(brief.definition))
    for heading, text in brief.notes:
        st.caption(f"**{plain(heading)}**: {plain(text)}")
    st.caption(plain(brief.around))
