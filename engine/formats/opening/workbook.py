"""The rows of a workbook's first sheet, through openpyxl and defusedxml, within limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NotFound
from engine.formats.opening.archive import LimitedArchive
from engine.formats.opening.limits import LONGEST_CELL, MOST_COLUMNS, MOST_SHEET_ROWS, refused
from engine.formats.opening.markup import CheckedMarkup

RECORDS = ("row", "si")  # what openpyxl clears from memory one by one: rows, and texts that cells share


class CheckedParts(LimitedArchive):
    """The parts of a workbook, each seen by `CheckedMarkup` while openpyxl reads it."""

    def open(self, name: Any, mode: Any = "r", pwd: bytes | None = None, *, force_zip64: bool = False) -> Any:
        """A part as a stream; raises as `CheckedMarkup` while it is read."""
        stream = super().open(name, mode, pwd, force_zip64=force_zip64)
        part = getattr(name, "filename", name)
        return CheckedMarkup(stream, f"{self.path.name} ({part[:80]})", RECORDS)


def workbook_rows(path: Path) -> Iterator[tuple[Any, ...]]:
    """The values of each row's cells, None where empty; of a formula its last value. Rows end with their last cell.

    NotFound without the file, BadInput when it is no XLSX workbook or beyond a limit.
    """
    if not path.is_file():
        raise NotFound(f"There is no file at {path}; check the path.")
    sentence = f"{path.name} cannot be read as an XLSX workbook; save it as XLSX or CSV again."
    with CheckedParts(path, sentence) as archive:
        with refused(sentence):
            rows = _first_sheet(archive)
        for number in range(1, MOST_SHEET_ROWS + 2):
            with refused(sentence):
                row = next(rows, None)
            if row is None:
                return
            if number > MOST_SHEET_ROWS:
                raise BadInput(f"{path.name} has more than {MOST_SHEET_ROWS:,} rows, as no sheet has; save it as CSV.")
            if len(row) > MOST_COLUMNS or any(isinstance(cell, str) and len(cell) > LONGEST_CELL for cell in row):
                raise BadInput(
                    f"{path.name}, row {number:,}: more than {MOST_COLUMNS:,} columns, or a cell of more than "
                    f"{LONGEST_CELL:,} characters; split or shorten it."
                )
            yield row


def _first_sheet(archive: CheckedParts) -> Iterator[tuple[Any, ...]]:
    from openpyxl.reader.excel import ExcelReader

    with archive.path.open("rb") as file:
        reader = ExcelReader(file, read_only=True, data_only=True, keep_links=False)
    reader.archive = archive
    reader.read()
    if not reader.wb.worksheets:
        return iter(())
    sheet = reader.wb.worksheets[0]
    sheet.reset_dimensions()  # what a file says of them may be anything
    rows: Iterator[tuple[Any, ...]] = sheet.iter_rows(values_only=True)
    return rows
