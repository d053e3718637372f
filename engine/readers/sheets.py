"""The rows of an XLSX's first sheet, one after another: a sheet of a million rows never stands in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadInput, NotFound

Cell = str | int | float | None


def sheet_rows(path: Path) -> Iterator[list[Cell]]:
    """Each row's cells: texts and numbers, None where empty; dates and yes/no as texts, formulas as their last value.

    NotFound without the file, BadInput when it is no XLSX workbook.
    """
    import zipfile

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    if not path.is_file():
        raise NotFound(f"There is no file at {path}; check the path.")
    with open(path, "rb") as file:
        try:
            book = load_workbook(file, read_only=True, data_only=True)
        except (InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, SyntaxError):
            raise BadInput(f"{path.name} cannot be read as an XLSX workbook; save it as XLSX or CSV again.") from None
        try:
            for row in book.worksheets[0].iter_rows(values_only=True) if book.worksheets else ():
                yield [_plain(cell) for cell in row]
        finally:
            book.close()


def _plain(cell: object) -> Cell:
    if cell is None or (isinstance(cell, (str, int, float)) and not isinstance(cell, bool)):
        return cell
    return str(cell)
