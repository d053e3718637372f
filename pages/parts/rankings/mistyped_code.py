"""A code that no concept has: said above what is only alike, with the codes that may have been meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from engine.workbench import LIKELY_FROM, Workbench
from pages.parts.candidate_table import CandidateColumn
from pages.parts.formatting import plain, shortened
from store.records.terminology import Ranking


def mistyped_code(
    workbench: Workbench,
    query: str,
    slugs: Sequence[str],
    columns: Sequence[CandidateColumn[Ranking]],
    search: Callable[[str], None],
) -> None:
    """Draws it where what was typed looks like a code, no concept has it, and no encoder is sure of its answer."""
    first = [column.answer.candidates[0] for column in columns if column.answer and column.answer.candidates]
    if any(one.exact or one.likelihood >= LIKELY_FROM for one in first):
        return
    near = workbench.terminologies.near_codes(query, slugs[0])
    if near is None:
        return
    meant = "Is one of these meant?" if near else "Check it; what follows only looks or sounds like it."
    st.caption(f"No concept here has the code “{plain(query)}”. {meant}")
    with st.container(horizontal=True, gap="small"):
        for one in near:
            st.button(
                f"{plain(one.id)} {plain(shortened(one.preferred, 50))}",
                key=f"meant_{one.id}",
                on_click=search,
                args=(one.id,),
            )
