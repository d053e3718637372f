"""Which column of a table holds what: as recognised, to be changed, or typed where it was not."""

from __future__ import annotations

import streamlit as st

from engine.workbench import ImportPreview, SourceFile
from pages.parts.widget_state import forget_unknown

FIELDS = {"id": "Id", "name": "Name", "synonyms": "Synonyms", "parents": "Parents"}
NEEDED = ("id", "name")
NONE = "(none)"


def columns_chosen(found: ImportPreview) -> dict[str, str]:
    """The columns as recognised, each in a field where it can be changed."""
    chosen_before = "Columns as they were chosen for an earlier file with these headings; change what is wrong."
    st.caption(chosen_before if found.kept else "Columns as recognised; change what is wrong.")
    chosen = {}
    for place, (field, label) in zip(st.columns(len(FIELDS)), FIELDS.items(), strict=True):
        options = list(found.headings) if field in NEEDED else [NONE, *found.headings]
        there = found.columns.get(field)
        index = options.index(there) if there in options else 0
        heading = place.selectbox(label, options, index=index, key=f"import_{field}")
        if heading != NONE:
            chosen[field] = heading
    return chosen


def columns_by_name(file: SourceFile, key: str) -> dict[str, str]:
    """The headings as a person names them, for a table in which they were not recognised; {} until all needed are.

    They are chosen, or typed where the file's own cannot be told. `key` begins the keys of the fields.
    """
    headings, named = file.headings(), {}
    for place, (field, label) in zip(st.columns(len(FIELDS)), FIELDS.items(), strict=True):
        if headings:
            forget_unknown(f"{key}_named_{field}", headings)
            named[field] = place.selectbox(label, headings, None, key=f"{key}_named_{field}", placeholder="Choose")
        else:
            named[field] = place.text_input(label, key=f"{key}_named_{field}", placeholder="Heading").strip()
    return {field: heading for field, heading in named.items() if heading} if all(named[f] for f in NEEDED) else {}
