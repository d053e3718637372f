"""Which column of a file of mentions holds what: as recognised, or as the person says."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Preview, Workbench
from pages.parts.formatting import plain

FIELDS = {
    "text": "Mention",
    "context": "Text around it",
    "document": "Document",
    "kind": "Type",
    "start": "Start",
    "end": "End",
}
NONE, BY_LINE = "(none)", "(each line is a name)"
UNNAMED = "Column "  # what columns without a heading are called begins so


def read_columns(workbench: Workbench, path: Path, pasted: bool) -> tuple[Path, dict[str, str], Preview]:
    """The file, its columns as recognised or as the person corrected them, and what is read with them.

    What was pasted without a heading that is known may be read line by line, a note sentence by sentence: then it is
    another file.
    """
    if pasted and not _has_headings(workbench, path) and (note := workbench.mentions.by_sentence(path)):
        found = workbench.mentions.preview(note)
        st.caption("Read as running text: each sentence is a line, and each of several findings in it is answered.")
        return note, {}, found
    try:
        found = workbench.mentions.preview(path)
    except NomenclatorError:
        headings = workbench.mentions.headings(path)
        if not headings:
            raise
        return _chosen(workbench, path, headings, pasted)
    if len(found.headings) < 2:
        return path, found.columns, found
    st.caption("Columns as recognised; change what is wrong.")
    chosen: dict[str, str] = {}
    places = [*st.columns(3), *st.columns(3)]
    for place, (field, label) in zip(places, FIELDS.items(), strict=True):
        options = list(found.headings) if field == "text" else [NONE, *found.headings]
        there = found.columns.get(field)
        index = options.index(there) if there in options else 0
        heading = place.selectbox(label, options, index=index, key=f"mentions_{field}_{path.parent.name}")
        if heading != NONE:
            chosen[field] = heading
    return path, chosen, (found if chosen == found.columns else workbench.mentions.preview(path, chosen))


def _has_headings(workbench: Workbench, path: Path) -> bool:
    """Whether a file is recognised by headings that it has."""
    try:
        return any(not one.startswith(UNNAMED) for one in workbench.mentions.preview(path).headings)
    except NomenclatorError:
        return False


def _chosen(
    workbench: Workbench, path: Path, headings: list[str], pasted: bool
) -> tuple[Path, dict[str, str], Preview]:
    """The same where no heading is known: the column of the mentions is chosen, or that each pasted line is one."""
    options = headings
    if pasted and workbench.mentions.is_one_line(path):
        lines = workbench.mentions.by_line(path)
        return lines, {}, workbench.mentions.preview(lines)
    if pasted:  # “gout|left” in the first line is no heading; a first column of numbers tells a table
        options = [BY_LINE, *headings] if any(not one.startswith(UNNAMED) for one in headings) else [*headings, BY_LINE]
        st.warning("No heading says which column holds the names. Choose it here, or that each line is a name.")
    else:
        st.warning(f"No heading of {plain(path.name)} says which column holds the names. Choose it here.")
    heading = st.selectbox("Column of the mentions", options, key=f"mentions_text_{path.parent.name}")
    if heading == BY_LINE:
        lines = workbench.mentions.by_line(path)
        return lines, {}, workbench.mentions.preview(lines)
    columns = {"text": heading}
    return path, columns, workbench.mentions.preview(path, columns)
