"""What a file of a terminology holds, in numbers, and what is wrong in which of its rows."""

from __future__ import annotations

import streamlit as st

from engine.workbench import ImportPreview, UpdatePreview
from pages.parts.formatting import count, plain

MOST_ROWS = 12


def file_contents(preview: ImportPreview | UpdatePreview) -> None:
    """Draws how much would be read, which columns would not, and the first problems with their rows."""
    wrong = f"**{count(len(preview.problems), 'problem')}**" if preview.problems else "no problems"
    st.markdown(
        f"**{count(preview.concepts, 'concept')}**, {count(preview.names, 'name')}, "
        f"{count(preview.edges, 'parent link')}, {wrong}"
    )
    if preview.unread:
        st.caption(plain(preview.unread))
    for row, sentence in preview.problems[:MOST_ROWS]:
        st.caption(f"**Row {row}.** {plain(sentence)}" if row else plain(sentence))
    if len(preview.problems) > MOST_ROWS:
        st.caption(f"… and {count(len(preview.problems) - MOST_ROWS, 'more problem')} of this kind.")
