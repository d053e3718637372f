"""A list or a note in the search box: said above the ranking, with the way to Normalise, where the text stands then."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.parts.candidate_table import CandidateColumn
from pages.parts.normalise.pasted import link_to_normalise
from store.records.terminology import Ranking

WORDS = 12  # of one name; a longer text that is no name itself is a list that was pasted, or a note


def as_a_note(query: str, columns: Sequence[CandidateColumn[Ranking]]) -> None:
    """Draws it where a text has more than WORDS words and no concept has it as a name."""
    first = [column.answer.candidates[0] for column in columns if column.answer and column.answer.candidates]
    if len(query.split()) <= WORDS or any(one.exact for one in first):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        searched = ", and is searched as one text" if first else ""  # a text that is too long is not
        st.caption(f"This looks like a list or a note{searched}.", width="content")
        link_to_normalise(query)
