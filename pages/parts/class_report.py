"""Which classes a recipe would learn from, which it leaves out, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from engine.errors import NomenclatorError
from engine.workbench import Workbench
from pages.parts.plain import count, plain
from pages.parts.sheet import Col, sheet

COLUMNS = (
    Col("title", "Class"),
    Col("names", "Names", "number", "Different exact names that stand in this class and in no other."),
    Col("use", "In this training", "quiet"),
)
USED = "learns from it"


def class_rows(sizes: Mapping[str, int], shots: int, most: int) -> list[dict[str, Any]]:
    """A row a class, largest first: used, or left out with the reason.

    >>> [row["use"] for row in class_rows({"a": 40, "b": 30, "c": 3}, 15, 1)]
    ['learns from it', 'left out: not among the 1 largest', 'left out: 15 a class need 30 names']
    """
    rows, used = [], 0
    for title, names in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        if names < 2 * shots:
            use = f"left out: {shots} a class need {2 * shots} names"
        elif used >= most:
            use = f"left out: not among the {most} largest"
        else:
            use, used = USED, used + 1
        rows.append({"id": title, "title": title, "names": f"{names:,}", "use": use, "quiet": use != USED})
    return rows


def class_report(workbench: Workbench, recipe: dict[str, Any]) -> None:
    """Draws the report for `recipe`."""
    st.header("Classes", anchor=False)
    try:
        sizes, ambiguous = _sizes(workbench, recipe)
    except NomenclatorError as error:
        st.error(plain(error))
        return
    sampler = recipe["sampler"]
    rows = class_rows(sizes, sampler["shots"], sampler.get("most_classes", 21))
    used = sum(row["use"] == USED for row in rows)
    said = [f"{count(used, 'class', 'classes')} used", f"{len(rows) - used} left out"]
    if ambiguous:
        said.append(f"{count(ambiguous, 'name')} left out because they stand in two classes")
    st.caption(" · ".join(said) + ". Every tenth concept is kept back to test on; its names are not counted.")
    sheet("class_report", "Classes", COLUMNS, rows, empty="No classes.", tallest=430)


def _sizes(workbench: Workbench, recipe: dict[str, Any]) -> tuple[dict[str, int], int]:
    """Names a class; reading a whole terminology takes a second, so it is kept until the terminology changes."""
    labels = recipe.get("labels", "")
    if labels:
        found = workbench.classes({"labels": labels})
        return found.sizes(), found.ambiguous
    version = next((one.fingerprint for one in workbench.terminologies() if one.slug == recipe["terminology"]), "")
    return _terminology_sizes(workbench, recipe["terminology"], version)


@st.cache_data(show_spinner="Counting the names of each class", max_entries=20)
def _terminology_sizes(_workbench: Workbench, slug: str, fingerprint: str) -> tuple[dict[str, int], int]:
    found = _workbench.classes({"terminology": slug})
    return found.sizes(), found.ambiguous
