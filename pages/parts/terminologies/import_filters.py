"""Which part of a file is imported, where its format tells: its date, modules, languages, sources, semantic groups."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from engine.workbench import ReleaseModule, SourceFile
from pages.parts.formatting import count
from pages.parts.terminologies.file_choice import file_stamp

LABELS = {"languages": "Languages", "sources": "Sources", "groups": "Semantic groups"}
DATE = "As it was on"
DATE_HELP = "Of a Full release: the state of that day, as 20250131; empty for the newest."
MODULES_HELP = (
    "Only concepts, names and parent links of these modules, such as those of a national extension. What that leaves "
    "out the preview says."
)


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
    if len(modules := _modules(file, file_stamp(file.path)) if "modules" in offered else []) > 1:
        chosen["modules"] = st.multiselect(
            "Modules",
            [one.id for one in modules],
            key=f"{key}_modules",
            placeholder="All of them",
            help=MODULES_HELP,
            format_func={one.id: _module_label(one) for one in modules}.__getitem__,
        )
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


def _module_label(module: ReleaseModule) -> str:
    title = module.title or module.id
    return f"{title} · {count(module.concepts, 'concept')}, {count(module.names, 'name')}"


@st.cache_data(show_spinner="Looking at its modules", show_time=True, max_entries=4)
def _modules(file: SourceFile, stamp: tuple[int, int]) -> list[ReleaseModule]:
    return file.modules()


@st.cache_data(show_spinner="Counting its names", show_time=True, max_entries=4)
def _counts(file: SourceFile, stamp: tuple[int, int]) -> dict[str, dict[str, int]]:
    return file.filter_counts()
