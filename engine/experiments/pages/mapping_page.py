"""What `evaluate mapping` measured, as one page: a table for each set of names, a row for each state of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.experiments.cells import ExperimentReport, written
from engine.experiments.markdown import DASH, table, value_interval
from engine.experiments.pages.own_rows import rows_of

NAME = "mapping"
COMMAND = "python -m engine evaluate mapping FILE --ids COLUMN --terminology NAME --out DIR --row TITLE"
COLUMNS = {
    "exact_at_1": "exact first",
    "exact_at_5": "among 5",
    "category_at_1": "category first",
    "category_at_5": "among 5",
    "near_at_1": "near",
    "mrr": "MRR",
    "ece": "ECE",
    "ece_by_chance": "by chance",
}
OF_LISTS = {"findings_found": "findings", "lists_whole": "lists whole"}  # of a set whose texts list several findings
MEANING = """“exact”: the first concept's id, or one among the first five different concepts, is among those given;
“category”: its category is that of a given id (the first three characters in ICD-10-CM, else the concept below the
root); “near”: the first is a parent or child of a given one and not given itself; MRR: mean of 1 / rank of the first
right concept, 0 beyond ten; ECE: expected calibration error of the first concepts' probabilities of being exact, in as
many bins of equally many as leave the share that is right rising (ECE sweep, Roelofs et al. 2022); “by chance”: the ECE
that perfect probabilities would have with so many names; “findings”: of texts that list several, the share of all
findings of which a given id is among as many first concepts as the text has findings, “lists whole”: the share of texts
of which all are. A name without an answer is wrong. In brackets 95 % intervals
by bootstrap over the names, by chance over draws of which names are right."""


def add_row(out: Path, row: Mapping[str, Any]) -> list[str]:
    """Write mapping.json and mapping.md to `out` with this row, in place of one of the same set and title; the files.

    row: {"set", "row", "command", "terminology", "encoder", "queries", metrics …}. BadInput where `out` is a file or
    holds another mapping.json.
    """
    rows = rows_of(out, NAME, markdown)
    key = (row["set"], row["row"])
    places = {(one["set"], one["row"]): place for place, one in enumerate(rows)}
    place = places.get(key, len(rows))
    rows[place : place + 1] = [dict(row)]
    report = ExperimentReport(rows, markdown(rows))
    files: list[str] = written(NAME, report, out, {"experiment": NAME, "command": COMMAND}).result["files"]
    return files


def markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """The page of the rows."""
    parts = ["# Names of other makings, mapped onto a terminology", MEANING]
    for name in dict.fromkeys(row["set"] for row in rows):
        these = [row for row in rows if row["set"] == name]
        columns = COLUMNS | {one: title for one, title in OF_LISTS.items() if any(row.get(one) for row in these)}
        cells = [
            [row["row"], *(value_interval(row[one]) if row.get(one) else DASH for one in columns)] for row in these
        ]
        sizes = ", ".join(f"{size:,}" for size in dict.fromkeys(row["queries"] for row in these))
        parts += [
            f"## {name}: {sizes} names, {these[0]['terminology']}",
            f"```\n{these[-1]['command']}\n```",
            table(["", *columns.values()], cells),
        ]
    return "\n\n".join(parts)
