"""What few need of an experiment: a part of the terminologies, some rows alone, files of one's own."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.workbench import ExperimentKind

PERSIST: dict[str, Any] = {"persist_state": "session"}


def further_settings(kind: ExperimentKind) -> dict[str, Any]:
    """Draws those that `kind` reads below the form, folded; the fields of the recipe that a person filled in."""
    offered = [name for name, has in OFFERED.items() if has(kind)]
    if not offered:
        return {}
    found: dict[str, Any] = {}
    with st.expander("Further settings", key="experiments_further"):
        for column, name in zip(st.columns(2, gap="large") * 2, offered, strict=False):
            with column:
                found[name] = FIELDS[name](kind)
    return {name: value for name, value in found.items() if value}


def _root(kind: ExperimentKind) -> str:
    return st.text_input(
        "Only below these concepts",
        key="experiments_root",
        placeholder="HP:0001626, HP:0000707",
        help="Ids with a comma between: they and all below them are measured, instead of whole terminologies.",
        **PERSIST,
    ).strip()


def _only(kind: ExperimentKind) -> list[str]:
    typed = st.text_input(
        "Only these rows",
        key="experiments_only",
        placeholder=", ".join(kind.about.rows),
        help="Rows of the table with a comma between; what they are held against is measured with them. A name that is "
        "none is answered with the names that there are.",
        **PERSIST,
    )
    return [row.strip() for row in typed.split(",") if row.strip()]


def _relatedness(kind: ExperimentKind) -> list[str]:
    lines = st.text_area(
        "Relatedness sets of your own, a file a line",
        key="experiments_relatedness",
        height=70,
        placeholder="/data/pairs.tsv",
        help="Tables of term_1, term_2 and mean, instead of the sets of this workspace.",
        **PERSIST,
    )
    return [line.strip() for line in lines.splitlines() if line.strip()]


def _chapters(kind: ExperimentKind) -> str:
    return st.text_input(
        "Names by class, as JSON",
        key="experiments_chapters",
        placeholder="/data/icd10_chapters_2018.json",
        help="One more row: an encoder that learns from these classes, as the paper's names of ICD-10 chapters.",
        **PERSIST,
    ).strip()


FIELDS = {"root": _root, "only": _only, "relatedness": _relatedness, "chapters": _chapters}
OFFERED = {
    "root": lambda kind: kind.about.branches,
    "only": lambda kind: bool(kind.about.rows),
    "relatedness": lambda kind: "relatedness" in kind.options,
    "chapters": lambda kind: "chapters" in kind.options,
}
