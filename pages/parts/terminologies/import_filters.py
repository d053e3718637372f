"""Which part of a file is imported, where its format tells: a release's date, languages, sources, semantic groups."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from engine.workbench import SourceFile
from pages.parts.formatting import count
from pages.parts.terminologies.file_choice import file_stamp

LABELS = {"languages": "Languages", "sources": "Sources", "groups": "Semantic groups"}
DATE = "As it was on"
DATE_HELP = "Of a Full release: the state of that day, as 20250131; empty for the newest."


def import_filters(file: SourceFile, key: str) -> dict[str, Any]:
    """Draws the filters that the file's format has, each value with its names counted; those that a person set.

    `key` begins the keys of the fields: an import and an update have their own.
    """
    offered = file.possible_filters()
    if not offered:
        return {}
    counts = _counts(file, file_stamp(file.path))
    chosen: dict[str, Any] = {}
    if "date" in offered:
        chosen["date"] = st.text_input(DATE, key=f"{key}_date", placeholder="YYYYMMDD", help=DATE_HELP).strip()
    listed = [field for field in LABELS if counts.get(field)]
    for place, field in zip(st.columns(max(1, len(listed))), listed, strict=False):
        chosen[field] = place.multiselect(
            LABELS[field],
            list(counts[field]),
            key=f"{key}_{field}",
            placeholder="All of them",
            format_func=partial(_counted, counts[field]),
        )
    if hidden := sum(counts.get("suppressed", {}).values()):
        label = f"Also {count(hidden, 'suppressed name')}"
        chosen["suppressed"] = st.checkbox(label, key=f"{key}_suppressed")
    return {field: value for field, value in chosen.items() if value}


def _counted(names: dict[str, int], value: str) -> str:
    return f"{value} · {names[value]:,}"


@st.cache_data(show_spinner="Counting its names", max_entries=4)
def _counts(file: SourceFile, stamp: tuple[int, int]) -> dict[str, dict[str, int]]:
    return file.filter_counts()
