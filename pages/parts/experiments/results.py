"""What an experiment found: its figures, its tables as sheets with what is said of them, and its files."""

from __future__ import annotations

import re
from typing import Any

import streamlit as st

from engine.workbench import FinishedExperiment, ReportSection, ReportTable, Workbench
from pages.parts.experiments.plots import experiment_plot
from pages.parts.formatting import plain
from pages.parts.sheet import Col, sheet
from pages.parts.widget_state import choose, switch
from store.records.training import JobRun

A_NUMBER = re.compile(r"[-+−]?[\d.,]+ ?%?( ± [\d.]+)?( \(.*\)| to [-+−]?[\d.,]+)?|[\d,]+( / [\d,]+)+|–|")
SET = "set"
MARKS = "Marks are means over the seeds, bars through them 95 % intervals; what they are held against is dotted."
QUICK = "A quick trial: one seed of small networks on few names. It shows that the experiment runs, and nothing more."


@st.cache_data(show_spinner=False, max_entries=4)
def packed(run: int, finished: str, _workbench: Workbench) -> bytes:
    """The files of a run as a zip; `finished` tells one run from another of a restored workspace."""
    return _workbench.experiments.archive(run)


def experiment_results(workbench: Workbench, run: JobRun) -> None:
    """Draws a finished experiment; a sentence where its files are gone."""
    found = workbench.experiments.results(run.id)
    if run.recipe.get("quick"):
        st.warning(QUICK)
    _plots(found, run)
    for place, section in enumerate(found.sections):
        _section(section, f"experiment_{run.id}_{place}")
    with st.container(horizontal=True, vertical_alignment="center"):
        for name, title in ((f"{found.name}.md", "Tables (Markdown)"), (f"{found.name}.json", "Figures (JSON)")):
            data = found.files[name].read_bytes()
            st.download_button(title, data, name, key=f"experiment_{name}", on_click="ignore")
        st.download_button(
            "Everything (ZIP)",
            lambda: packed(run.id, run.finished, workbench),
            f"{found.name}-{run.id}.zip",
            key="experiment_zip",
            on_click="ignore",
        )
    st.caption("The same from the command line:")
    st.code(found.command, language=None, wrap_lines=True)


def _plots(found: FinishedExperiment, run: JobRun) -> None:
    titles = {str(place): figure.title for place, figure in enumerate(found.figures)}
    if not titles:
        return
    if len(titles) > 1:
        chosen = choose(st, "Plot", titles, f"experiment_plot_{run.id}", width=460)
        experiment_plot(found.figures[int(chosen)], f"experiment_figure_{run.id}")
    else:
        experiment_plot(found.figures[0], f"experiment_figure_{run.id}")
    st.caption(MARKS)


def _section(section: ReportSection, key: str) -> None:
    if section.title:
        st.header(plain(section.title), anchor=False)
    for place, part in enumerate(section.parts):
        if isinstance(part, ReportTable):
            _table(part, section.title or "Results", f"{key}_{place}")
        else:
            st.caption(plain(part))


def _table(table: ReportTable, label: str, key: str) -> None:
    """A table of a report as a sheet; columns of numbers stand to the right. Of several sets one is shown at a time."""
    table = _of_one_set(table, key)
    columns = [
        Col(str(at), _heading(heading), _kind(table, at), once=at == 0 and len(table.headings) > 1)
        for at, heading in enumerate(table.headings)
    ]
    rows: list[dict[str, Any]] = [
        {"id": str(number), **{str(at): cell for at, cell in enumerate(row)}} for number, row in enumerate(table.rows)
    ]
    sheet(key, label, columns, rows, tallest=640)


def _of_one_set(table: ReportTable, key: str) -> ReportTable:
    """The rows of the set that is chosen, where a table has a column of them."""
    at = table.headings.index(SET) if SET in table.headings else -1
    sets = {row[at]: plain(row[at]) for row in table.rows} if at >= 0 else {}
    if len(sets) < 2:
        return table
    chosen = switch(st, "Set of judged pairs", sets, f"{key}_set", default=next(iter(sets)))
    headings = [heading for heading in table.headings if heading != SET]
    rows = [[cell for place, cell in enumerate(row) if place != at] for row in table.rows if row[at] == chosen]
    return ReportTable(headings, rows)


def _heading(text: str) -> str:
    """A heading of a report with a capital, where it begins with a word and not with a sign such as “k” or “mAP”."""
    first = text.partition(" ")[0].replace("'", "")
    return text[:1].upper() + text[1:] if first.isalpha() and first.islower() and len(first) > 1 else text


def _kind(table: ReportTable, at: int) -> str:
    cells = [row[at] for row in table.rows if at < len(row)]
    return "number" if at and all(A_NUMBER.fullmatch(cell) for cell in cells) else "text"
