"""XLSX: one row a line on the first sheet, written and read row by row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from engine.readers.sheets import sheet_rows
from engine.workspace import written_whole
from engine.writers import About, Export
from engine.writers.cells import unguarded
from engine.writers.columns import Cell, cells, extra_of, headings, line_of
from engine.writers.sheet_file import write_sheet
from store.records.normalisation import Line

WRITTEN = re.compile(r"_x([0-9A-Fa-f]{4})_")


def write(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines as they come; how many. BadInput when they are more than a sheet can hold."""
    return write_rows(path, "answers", headings(about.extra), map(cells, lines))


def write_rows(path: Path, sheet: str, heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> int:
    """The same for any table."""
    with written_whole(path) as temporary:
        return write_sheet(temporary, sheet, chain([heading], rows), path.name)


def read_rows(path: Path) -> Iterator[list[Cell]]:
    """The rows of a sheet, its heading first, texts as they were before they were neutralised."""
    for row in sheet_rows(path):
        yield [unguarded(_given(cell)) if isinstance(cell, str) else cell for cell in row]


def read(path: Path) -> Export:
    """The lines of an XLSX that `write` made."""
    rows = read_rows(path)
    extra = extra_of([str(cell) for cell in next(rows, [])], path.name)
    return Export(extra, _lines(path, rows, len(extra)))


def _lines(path: Path, rows: Iterator[list[Cell]], extra: int) -> Iterator[Line]:
    for number, row in enumerate(rows, 2):
        yield line_of(row, extra, f"{path.name}, row {number}")


def _given(text: str) -> str:
    return WRITTEN.sub(lambda found: chr(int(found[1], 16)), text)
