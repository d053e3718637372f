"""Which part of a file is imported, where its format tells: a release's date, languages, sources, semantic groups."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from engine.workbench import Workbench
from pages.parts.formatting import count

LABELS = {"languages": "Languages", "sources": "Sources", "groups": "Semantic groups"}
DATE = "As it was on"
DATE_HELP = "Of a Full release: the state of that day, as 20250131; empty for the newest."


def import_filters(workbench: Workbench, path: Path, format: str | None, stamp: tuple[int, int]) -> dict[str, Any]:
    """Draws the filters that the file's format has, each value with its names counted; those that a person set."""
    offered = workbench.terminologies.filters(path, format)
    if not offered:
        return {}
    counts = _counts(workbench, str(path), format, stamp)
    chosen: dict[str, Any] = {}
    if "date" in offered:
        chosen["date"] = st.text_input(DATE, key="import_date", placeholder="YYYYMMDD", help=DATE_HELP).strip()
    listed = [field for field in LABELS if counts.get(field)]
    for place, field in zip(st.columns(max(1, len(listed))), listed, strict=False):
        chosen[field] = place.multiselect(
            LABELS[field],
            list(counts[field]),
            key=f"import_{field}",
            placeholder="All of them",
            format_func=partial(_counted, counts[field]),
        )
    if hidden := sum(counts.get("suppressed", {}).values()):
        label = f"Also {count(hidden, 'suppressed name')}"
        chosen["suppressed"] = st.checkbox(label, key="import_suppressed")
    return {field: value for field, value in chosen.items() if value}


def _counted(names: dict[str, int], value: str) -> str:
    return f"{value} · {names[value]:,}"


@st.cache_data(show_spinner="Counting its names", max_entries=4)
def _counts(_workbench: Workbench, path: str, format: str | None, stamp: tuple[int, int]) -> dict[str, dict[str, int]]:
    return _workbench.terminologies.filter_counts(Path(path), format)
