"""The files that an experiment wrote, read back: its tables as cells, its notes as text, and what is drawn of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.experiments.figures import ExperimentFigure, figures
from engine.formats.opening.json_text import read_json

AGAIN = "run its experiment again"


@dataclass
class ReportTable:
    """A table of a report: headings, and rows of as many cells."""

    headings: list[str]
    rows: list[list[str]] = field(default_factory=list)


@dataclass
class ReportSection:
    """A part of a report below its `title`, "" before the first heading: paragraphs and tables, in their order."""

    title: str
    parts: list[str | ReportTable] = field(default_factory=list)


@dataclass(frozen=True)
class FinishedExperiment:
    """What an experiment found: its sections and figures, the line that asks for it, and its files."""

    name: str
    command: str
    sections: Sequence[ReportSection]
    figures: Sequence[ExperimentFigure]
    files: Mapping[str, Path]


def read_experiment(folder: Path, name: str) -> FinishedExperiment:
    """What the experiment `name` wrote to `folder`; NotFound where it wrote nothing, BadInput where that is damaged."""
    table, page = folder / f"{name}.json", folder / f"{name}.md"
    if not table.is_file() or not page.is_file():
        raise NotFound(f"{folder} holds no finished tables of {name}; {AGAIN}.")
    about = read_json(table.read_bytes(), str(table), AGAIN)
    if not isinstance(about, dict) or not isinstance(about.get("rows"), list):
        raise BadInput(f"{table} is no table of an experiment; {AGAIN}.")
    found = {path.name: path for path in sorted(folder.iterdir()) if path.is_file()}
    try:
        drawn = figures(name, about["rows"])
        sections = sections_of(page.read_text(encoding="utf-8"))
    except (KeyError, TypeError, AttributeError, UnicodeDecodeError) as error:
        raise BadInput(f"{table} or {page.name} beside it was changed since it was written; {AGAIN}.") from error
    return FinishedExperiment(name, str(about.get("command", "")), sections, drawn, found)


def sections_of(markdown: str) -> list[ReportSection]:
    """The headings, paragraphs and tables of a report as `engine.experiments.markdown` writes them.

    >>> [(one.title, one.parts) for one in sections_of("# A\\n\\ntext\\n\\n| x | y |\\n|---|---|\\n| 1 | 2 |")]
    [('A', ['text', ReportTable(headings=['x', 'y'], rows=[['1', '2']])])]
    """
    sections = [ReportSection("")]
    table: ReportTable | None = None
    above, ended = "", True  # the title over one of the third order; whether a paragraph is over
    for line in markdown.splitlines():
        text = line.strip()
        if text.startswith("|"):
            if table is None:
                table = ReportTable(_cells(text))
                sections[-1].parts.append(table)
            elif set(text) - set("|-: "):
                table.rows.append(_cells(text))
            continue
        joins = table is None and sections[-1].parts and isinstance(sections[-1].parts[-1], str)
        table = None
        if text.startswith("#"):
            title = text.lstrip("#").strip()
            above = title if text.startswith("## ") else above
            deep = text.startswith("### ") and above
            sections.append(ReportSection(f"{above}: {title}" if deep else title))
        elif text and joins and not ended:
            sections[-1].parts[-1] = f"{sections[-1].parts[-1]} {text}"
        elif text:
            sections[-1].parts.append(text)
        ended = not text
    return [section for section in sections if section.parts]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split(" | ")]
