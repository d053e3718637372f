"""CSV: one row a line, UTF-8 with a byte order mark so that spreadsheets read accents right."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.errors import BadInput
from engine.workspace import written_whole
from engine.writers import About, Export
from engine.writers.cells import guarded, unguarded
from engine.writers.columns import Cell, cells, extra_of, headings, line_of
from store.records.normalisation import Line


def write(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines as they come; how many. The file appears when it is whole."""
    return write_rows(path, headings(about.extra), map(cells, lines))


def write_rows(path: Path, heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> int:
    """The same for any table."""
    count = 0
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow([guarded(cell) for cell in heading])
        for row in rows:
            count += 1
            table.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return count


def read_rows(path: Path) -> Iterator[list[str]]:
    """The rows of a CSV, its heading first, texts as they were before they were neutralised; BadInput unless UTF-8."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        try:
            for row in csv.reader(file):
                yield [unguarded(cell) for cell in row]
        except UnicodeDecodeError:
            raise BadInput(f"{path.name} is not UTF-8 text; save it as “CSV UTF-8” and try again.") from None


def read(path: Path) -> Export:
    """The lines of a CSV that `write` made."""
    extra = extra_of(next(read_rows(path), []), path.name)
    return Export(extra, _lines(path, len(extra)))


def _lines(path: Path, extra: int) -> Iterator[Line]:
    for number, row in enumerate(read_rows(path), 1):
        if row and number > 1:
            yield line_of(row, extra, f"{path.name}, row {number}")
