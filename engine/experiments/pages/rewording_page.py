"""What `evaluate rewording` measured, as one page: a row for each manner of typing, a column for each terminology."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.experiments.cells import ExperimentReport, written
from engine.experiments.markdown import DASH, table, value_interval
from engine.experiments.pages.own_rows import rows_of

NAME = "rewording"
COMMAND = "python -m engine evaluate rewording SET... --terminology NAME --out DIR"
MEANING = """Names whose first concept is right are asked again in each manner: the share that are right still, with
95 % intervals by bootstrap over the names, and the names that the manner changes. “recurrent”, “severe” and “follow up”
change what is meant at times: their shares are not to be 1."""


def add_column(out: Path, column: Mapping[str, Any]) -> list[str]:
    """Write rewording.json and rewording.md to `out` with this column, in place of its terminology's; the files.

    column: {"command", "terminology", "encoder", "names", "right", "manners"}. BadInput where `out` is a file or holds
    another rewording.json.
    """
    columns = {one["terminology"]: one for one in rows_of(out, NAME, markdown)} | {column["terminology"]: dict(column)}
    rows = list(columns.values())
    report = ExperimentReport(rows, markdown(rows))
    files: list[str] = written(NAME, report, out, {"experiment": NAME, "command": COMMAND}).result["files"]
    return files


def markdown(columns: Sequence[Mapping[str, Any]]) -> str:
    """The page of the columns."""
    manners = dict.fromkeys(manner for one in columns for manner in one["manners"])
    headings = [f"{one['terminology']}, {one['right']} of {one['names']} names right" for one in columns]
    cells = [[manner, *(_cell(one["manners"].get(manner)) for one in columns)] for manner in manners]
    commands = "\n".join(str(one["command"]) for one in columns)
    return "\n\n".join(["# Names typed otherwise", MEANING, f"```\n{commands}\n```", table(["", *headings], cells)])


def _cell(found: Mapping[str, float | None] | None) -> str:
    return f"{value_interval(found)}, {found['names']}" if found else DASH
