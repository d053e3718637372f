"""What a recipe would learn from: how many names, of which classes or concepts, and what it leaves out and why."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.workbench import SelectionReport, Workbench
from pages.parts.formatting import count
from pages.parts.sheet import Col, sheet

USED, LEFT_OUT = "learns from it", "left out: "
MANY = {"class": "classes", "concept": "concepts"}
REASONS = (
    Col("reason", "Names left out, and why"),
    Col("names", "Names", "number", "How many names this reason leaves out."),
)


def report_of(workbench: Workbench, recipe: dict[str, Any]) -> SelectionReport:
    """The report for `recipe`; read anew only when what decides it has changed."""
    key = workbench.training.selection_key(recipe)
    return _cached(workbench, recipe, key) if key else workbench.training.selection(recipe)


@st.cache_data(show_spinner="Counting the names to learn from", max_entries=20)
def _cached(_workbench: Workbench, _recipe: dict[str, Any], key: str) -> SelectionReport:
    return _workbench.training.selection(_recipe)


def class_report(report: SelectionReport) -> None:
    """Draws the report without its problem, which stands beside the button."""
    st.header(MANY[report.kind].capitalize(), anchor=False)
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


def totals(report: SelectionReport) -> str:
    """The splits and the classes in one line: '315 training · 315 validation names · 21 classes used · 3 left out'."""
    figures = [f"{names:,} {split}" for split, names in report.splits.items()]
    if figures:
        figures[-1] += " names"
    if report.lines:
        figures.append(f"{count(report.used, report.kind, MANY[report.kind])} used")
    if report.unused:
        figures.append(f"{report.unused:,} left out")
    if len(report.lines) < report.used + report.unused:
        figures.append(f"the {len(report.lines)} largest are shown")
    return " · ".join(figures)


def class_rows(report: SelectionReport) -> list[dict[str, Any]]:
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
