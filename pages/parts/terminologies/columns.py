"""Which column of a table holds what: as recognised, to be changed, or typed where it was not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import ImportPreview, SourceFile, Workbench
from pages.parts.formatting import plain
from pages.parts.widget_state import forget_unknown

FIELDS = {"id": "Id", "name": "Name", "synonyms": "Synonyms", "parents": "Parents"}
NEEDED = ("id", "name")
NONE = "(none)"
BY_COMMAND = "; on the command line"  # begins what an error says to those who see no fields


def with_columns(
    workbench: Workbench, file: SourceFile, key: str, preview: Callable[[SourceFile], ImportPreview]
) -> tuple[SourceFile, ImportPreview | None]:
    """Draws a field for each column of a table, as chosen for an earlier file with its headings or as recognised; the
    file with them, and its `preview`, None while a column is missing.

    `key` begins the keys of the fields.
    """
    before = workbench.terminologies.as_before(file)
    try:
        found = preview(before)
    except NomenclatorError as error:
        if not file.has_columns():
            raise
        place = st.empty()
        file = replace(file, columns=_columns_by_name(file, key))
        if not file.columns:
            place.error(plain(f"{error}".partition(BY_COMMAND)[0].rstrip(".") + "."))
            return file, None
        return file, preview(file)
    if not found.headings:
        return file, found
    chosen = replace(file, columns=_columns_chosen(found, key, before is not file))
    same = {field: heading for field, heading in chosen.columns.items() if heading} == found.columns
    return chosen, found if same else preview(chosen)


def _columns_chosen(found: ImportPreview, key: str, from_earlier: bool) -> dict[str, str]:
    """The columns as recognised, each in a field where it can be changed."""
    chosen_before = "Columns as they were chosen for an earlier file with these headings; change what is wrong."
    st.caption(chosen_before if from_earlier else "Columns as recognised; change what is wrong.")
    chosen = {field: heading for field, heading in found.columns.items() if field not in FIELDS}
    for field, place in _places().items():
        options = list(found.headings) if field in NEEDED else [NONE, *found.headings]
        there = found.columns.get(field)
        index = options.index(there) if there in options else 0
        forget_unknown(f"{key}_{field}", options)
        heading = place.selectbox(FIELDS[field], options, index=index, key=f"{key}_{field}")
        chosen[field] = "" if heading == NONE else heading
    return chosen


def _columns_by_name(file: SourceFile, key: str) -> dict[str, str]:
    """The headings as a person names them, for a table in which they were not recognised; {} until all needed are.

    They are chosen, or typed where the file's own cannot be told.
    """
    headings, named = file.headings(), {}
    for field, place in _places().items():
        widget, label = f"{key}_named_{field}", FIELDS[field]
        if headings:
            forget_unknown(widget, headings)
            named[field] = place.selectbox(label, headings, None, key=widget, placeholder="Choose")
        else:
            named[field] = place.text_input(label, key=widget, placeholder="Heading").strip()
    return {field: heading for field, heading in named.items() if heading} if all(named[f] for f in NEEDED) else {}


def _places() -> dict[str, Any]:
    """Field -> where it stands: two in a row, so that headings can be read in half of a window."""
    return dict(zip(FIELDS, [*st.columns(2), *st.columns(2)], strict=True))
