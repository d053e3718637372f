"""Proposals of a list of names as a table: CSV or XLSX, one row a name, with what was made of it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.workspace import written_whole
from engine.writers.cells import guarded

HEADINGS = {
    "row": "row",
    "text": "name",
    "decision": "decision",
    "code": "id",
    "parent": "parent",
    "parent_name": "parent name",
    "path": "path",
    "score": "score",
    "probability": "probability",
    "differs": "differs from nearest in",
    "against": "parent differs in",
    "nearest": "nearest concept",
    "nearest_name": "nearest name",
    "nearest_score": "nearest score",
    "named": "already a name of",
    "others": "other parents",
    "who": "by",
    "when": "at",
    "note": "note",
    "model": "model",
    "model_sha256": "model sha256",
}
FORMATS = (".csv", ".xlsx")


def write_proposals(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write the rows, by the keys of HEADINGS, as the ending says; how many. BadInput for another ending."""
    ending = path.suffix.lower()
    if ending not in FORMATS:
        raise BadInput(f"{path.name}: the ending names no format of proposals; use {' or '.join(FORMATS)}.")
    table = [[_cell(row.get(key)) for key in HEADINGS] for row in rows]
    with written_whole(path) as temporary:
        if ending == ".csv":
            with open(temporary, "w", encoding="utf-8-sig", newline="") as file:
                csv.writer(file).writerows([list(HEADINGS.values()), *table])
        else:
            from openpyxl import Workbook
            from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

            book = Workbook(write_only=True)
            sheet = book.create_sheet("proposals")
            sheet.append(list(HEADINGS.values()))
            for row in table:
                sheet.append([ILLEGAL_CHARACTERS_RE.sub("", cell) if isinstance(cell, str) else cell for cell in row])
            book.save(temporary)
    return len(table)


def _cell(value: Any) -> Any:
    return guarded(value) if isinstance(value, str) else value
