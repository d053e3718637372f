"""XLSX: one row a line on the first sheet, written and read row by row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.errors import BadInput
from engine.readers.sheets import sheet_rows
from engine.workspace import written_whole
from engine.writers import About, Export
from engine.writers.cells import guarded, unguarded
from engine.writers.columns import Cell, cells, extra_of, headings, line_of
from store.records import Line

MOST_ROWS = 1_048_576  # of a sheet, its heading counted
LONGEST = 32_767  # characters of a cell
UNWRITABLE = re.compile(r"[\x00-\x08\x0b-\x1f]|_(?=x[0-9A-Fa-f]{4}_)")
WRITTEN = re.compile(r"_x([0-9A-Fa-f]{4})_")


def write(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines as they come; how many. BadInput when they are more than a sheet can hold."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("answers")
    count = 0
    try:
        sheet.append([_kept(guarded(heading), path.name) for heading in headings(about.extra)])
        for line in lines:
            count += 1
            if count >= MOST_ROWS:
                raise BadInput(f"{path.name}: a sheet holds {MOST_ROWS - 1:,} lines at most; write CSV instead.")
            row = [_kept(guarded(cell), path.name) if isinstance(cell, str) else cell for cell in cells(line)]
            sheet.append(row)
    finally:
        sheet.close()
    with written_whole(path) as temporary:
        book.save(temporary)
    return count


def read(path: Path) -> Export:
    """The lines of an XLSX that `write` made."""
    rows = sheet_rows(path)
    extra = extra_of([unguarded(_given(str(cell))) for cell in next(rows, [])], path.name)
    return Export(extra, _lines(path, rows, len(extra)))


def _lines(path: Path, rows: Iterator[list[Cell]], extra: int) -> Iterator[Line]:
    for number, row in enumerate(rows, 2):
        texts = [unguarded(_given(cell)) if isinstance(cell, str) else cell for cell in row]
        yield line_of(texts, extra, f"{path.name}, row {number}")


def _kept(text: str, name: str) -> str:
    """`text` with the control characters that XML cannot hold written as Office does: _x0007_."""
    if len(text) > LONGEST:
        raise BadInput(
            f"{name}: a cell holds {LONGEST:,} characters at most, “{text[:30]}…” has more; write CSV instead."
        )
    return UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def _given(text: str) -> str:
    return WRITTEN.sub(lambda found: chr(int(found[1], 16)), text)
