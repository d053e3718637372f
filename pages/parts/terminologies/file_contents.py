"""What a file of a terminology holds, in numbers, and what is wrong in which of its rows."""

from __future__ import annotations

import streamlit as st

from engine.workbench import ImportPreview, SourceFile, UpdatePreview, Workbench
from pages.parts.formatting import count, plain
from pages.parts.terminologies.columns import FIELDS
from pages.parts.terminologies.file_choice import file_stamp

MOST_ROWS = 12


def import_preview(workbench: Workbench, file: SourceFile) -> ImportPreview:
    """What the file would bring; read again only when it, or how it is read, has changed: a large one takes seconds."""
    return _cached(workbench, file, file_stamp(file.path))


@st.cache_data(show_spinner="Reading the file", show_time=True, max_entries=4)
def _cached(_workbench: Workbench, file: SourceFile, stamp: tuple[int, int]) -> ImportPreview:
    return _workbench.terminologies.preview(file)


def file_contents(preview: ImportPreview | UpdatePreview) -> None:
    """Draws how much would be read, which columns would not, and the first problems with their rows."""
    wrong = f"**{count(len(preview.problems), 'problem')}**" if preview.problems else "no problems"
    st.markdown(
        f"**{count(preview.concepts, 'concept')}**, {count(preview.names, 'name')}, "
        f"{count(preview.edges, 'parent link')}, {wrong}"
    )
    if preview.unread:
        st.caption(plain(_unread(preview)))
    for row, sentence in preview.problems[:MOST_ROWS]:
        st.caption(f"**Row {row}.** {plain(sentence)}" if row else plain(sentence))
    if len(preview.problems) > MOST_ROWS:
        st.caption(f"… and {count(len(preview.problems) - MOST_ROWS, 'more problem')} of this kind.")


def _unread(preview: ImportPreview | UpdatePreview) -> str:
    """Which columns are not read, and what such a one can be chosen for in the fields above."""
    unread, where, _ = preview.unread.rpartition("; where ")
    free = [field for field in FIELDS if field not in preview.columns]
    more = f"; where one holds {' or '.join(free)}, choose it above" if free else ""
    return f"{unread}{more}." if where else preview.unread
