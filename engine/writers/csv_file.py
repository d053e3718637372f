"""CSV: one row a line, UTF-8 with a byte order mark so that spreadsheets read accents right."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.errors import BadInput
from engine.workspace import written_whole
from engine.writers import About, Export
from engine.writers.cells import guarded, unguarded
from engine.writers.columns import cells, extra_of, headings, line_of
from store.records import Line


def write(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines as they come; how many. The file appears when it is whole."""
    count = 0
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow([guarded(heading) for heading in headings(about.extra)])
        for line in lines:
            count += 1
            table.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in cells(line)])
    return count


def read(path: Path) -> Export:
    """The lines of a CSV that `write` made."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        try:
            heading = [unguarded(cell) for cell in next(csv.reader(file), [])]
        except UnicodeDecodeError:
            raise BadInput(f"{path.name} is not UTF-8 text; save it as “CSV UTF-8” and try again.") from None
    extra = extra_of(heading, path.name)
    return Export(extra, _lines(path, len(extra)))


def _lines(path: Path, extra: int) -> Iterator[Line]:
    with open(path, encoding="utf-8-sig", newline="") as file:
        table = csv.reader(file)
        next(table)
        for row in table:
            if row:
                yield line_of([unguarded(cell) for cell in row], extra, f"{path.name}, row {table.line_num}")
