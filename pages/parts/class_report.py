"""What a recipe would learn from: how many names, of which classes or concepts, and what it leaves out and why."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.workbench import Report, Workbench
from pages.parts.plain import count, plain
from pages.parts.sheet import Col, sheet

USED, LEFT_OUT = "learns from it", "left out: "
MANY = {"class": "classes", "concept": "concepts"}
REASONS = (
    Col("reason", "Names left out, and why"),
    Col("names", "Names", "number", "How many names this reason leaves out."),
)


def report_of(workbench: Workbench, recipe: dict[str, Any]) -> Report:
    """The report for `recipe`; read anew only when what decides it has changed."""
    key = workbench.selection_key(recipe)
    return _kept(workbench, recipe, key) if key else workbench.selection(recipe)


@st.cache_data(show_spinner="Counting the names to learn from", max_entries=20)
def _kept(_workbench: Workbench, _recipe: dict[str, Any], key: str) -> Report:
    return _workbench.selection(_recipe)


def class_report(report: Report, pressed: bool = False) -> None:
    """Draws the report; `pressed` says that a start was tried, so what stands in its way is said louder."""
    st.header(MANY[report.kind].capitalize(), anchor=False)
    if report.problem:
        (st.error if pressed else st.warning)(plain(report.problem))
    st.caption(totals(report))
    if report.lines:
        columns = [Col("title", report.kind.capitalize()), Col("names", "Names", "number", report.counted)]
        if report.unused:
            columns.append(Col("use", "In this training", "quiet"))
        sheet("class_report", MANY[report.kind].capitalize(), columns, class_rows(report), tallest=430)
    if report.left_out:
        most = sorted(report.left_out.items(), key=lambda item: -item[1])
        st.space("small")
        rows = [{"id": reason, "reason": reason, "names": f"{names:,}"} for reason, names in most]
        sheet("left_out_report", "Names left out", REASONS, rows)


def totals(report: Report) -> str:
    """The splits and the classes in one line: '315 training · 315 validation names · 21 classes used · 3 left out'."""
    said = [f"{names:,} {split}" for split, names in report.splits.items()]
    if said:
        said[-1] += " names"
    if report.lines:
        said.append(f"{count(report.used, report.kind, MANY[report.kind])} used")
    if report.unused:
        said.append(f"{report.unused:,} left out")
    if len(report.lines) < report.used + report.unused:
        said.append(f"the {len(report.lines)} largest are shown")
    return " · ".join(said)


def class_rows(report: Report) -> list[dict[str, Any]]:
    """A row a class or concept, largest first: used, or left out with the engine's reason."""
    return [
        {
            "id": f"{at}",
            "title": line.title,
            "names": f"{line.names:,}",
            "use": LEFT_OUT + line.left_out if line.left_out else USED,
            "quiet": bool(line.left_out),
        }
        for at, line in enumerate(report.lines)
    ]
