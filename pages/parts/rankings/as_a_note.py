"""A list or a note in the search box: said above the ranking, with the way to Normalise, where the text stands then."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.parts.candidate_table import CandidateColumn
from pages.parts.normalise.pasted import MOST_OF_NAME, link_to_normalise
from store.records.terminology import Ranking


def as_a_note(query: str, columns: Sequence[CandidateColumn[Ranking]]) -> None:
    """Draws it where a text has more than MOST_OF_NAME words and no concept has it as a name."""
    first = [column.answer.candidates[0] for column in columns if column.answer and column.answer.candidates]
    if len(query.split()) <= MOST_OF_NAME or any(one.exact for one in first):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        searched = ", and is searched as one text" if first else ""  # a text that is too long is not
        st.caption(f"This looks like a list or a note{searched}.", width="content")
        link_to_normalise(query)
