"""The rows of a sheet of a workbook, through openpyxl and defusedxml, within limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NotFound
from engine.formats.opening.archive import LimitedArchive
from engine.formats.opening.limits import LONGEST_CELL, MOST_COLUMNS, MOST_SHEET_ROWS, refused
from engine.formats.opening.markup import CheckedMarkup

MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"')
MERGES = b"mergeCells"
LARGEST_SEARCHED = 64 * 2**20  # bytes of a sheet in which merged cells are looked for
AT_TOP = 30  # rows by which a sheet is chosen
Row = tuple[Any, ...]
RECORDS = ("row", "si")  # what openpyxl clears from memory one by one: rows, and texts that cells share


class CheckedParts(LimitedArchive):
    """The parts of a workbook, each seen by `CheckedMarkup` while openpyxl reads it."""

    def open(self, name: Any, mode: Any = "r", pwd: bytes | None = None, *, force_zip64: bool = False) -> Any:
        """A part as a stream; raises as `CheckedMarkup` while it is read."""
        stream = super().open(name, mode, pwd, force_zip64=force_zip64)
        part = getattr(name, "filename", name)
        return CheckedMarkup(stream, f"{self.path.name} ({part[:80]})", RECORDS)


def workbook_rows(
    path: Path, accepts: Callable[[Sequence[Row]], bool] | None = None, others: list[str] | None = None
) -> Iterator[Row]:
    """The values of each row's cells, None where empty; of a formula its last value. Rows end with their last cell.

    Of several sheets that are shown the first whose first rows it `accepts`, else the first; the titles of those that
    are not read go into `others`. Cells that are merged downwards all have the value of the first.
    NotFound without the file, BadInput when it is no XLSX workbook or beyond a limit.
    """
    if not path.is_file():
        raise NotFound(f"There is no file at {path}; check the path.")
    sentence = f"{path.name} cannot be read as an XLSX workbook; save it as XLSX or CSV again."
    with CheckedParts(path, sentence) as archive:
        with refused(sentence):
            rows, merged = _chosen_sheet(archive, accepts, [] if others is None else others)
        first: dict[int, tuple[int, Any]] = {}  # column -> last row of what is merged there, its value
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
            for column, last in merged.get(number, ()):
                if column < len(row):
                    first[column] = last, row[column]
            yield _filled(row, number, first) if first else row


def _filled(row: Row, number: int, first: dict[int, tuple[int, Any]]) -> Row:
    cells = list(row)
    for column, (last, value) in list(first.items()):
        if number > last:
            del first[column]
        elif column < len(cells) and cells[column] is None:
            cells[column] = value
    return tuple(cells)


def _chosen_sheet(
    archive: CheckedParts, accepts: Callable[[Sequence[Row]], bool] | None, others: list[str]
) -> tuple[Iterator[Row], dict[int, list[tuple[int, int]]]]:
    from openpyxl.reader.excel import ExcelReader

    with archive.path.open("rb") as file:
        reader = ExcelReader(file, read_only=True, data_only=True, keep_links=False)
    reader.archive = archive
    reader.read()
    sheets = reader.wb.worksheets
    shown = [sheet for sheet in sheets if sheet.sheet_state == "visible"] or sheets
    if not shown:
        return iter(()), {}
    chosen, rows = shown[0], None
    if accepts is not None and len(shown) > 1:
        for sheet in shown:
            given = _rows(sheet)
            top = list(islice(given, AT_TOP))
            if accepts(top):
                chosen, rows = sheet, chain(top, given)
                break
    others += [sheet.title for sheet in sheets if sheet is not chosen]
    return rows or _rows(chosen), _merged_downwards(archive, chosen)


def _rows(sheet: Any) -> Iterator[Row]:
    sheet.reset_dimensions()  # what a file says of them may be anything
    rows: Iterator[Row] = sheet.iter_rows(values_only=True)
    return rows


def _merged_downwards(archive: CheckedParts, sheet: Any) -> dict[int, list[tuple[int, int]]]:
    """First row -> (column, last row) of the cells that are merged over several rows; {} in a sheet that is large."""
    from openpyxl.utils import column_index_from_string

    found: dict[int, list[tuple[int, int]]] = {}
    part = getattr(sheet, "_worksheet_path", "")
    with suppress(KeyError):
        if archive.getinfo(part).file_size <= LARGEST_SEARCHED:
            content = archive.content(part, LARGEST_SEARCHED)
            place = content.rfind(b"<", 0, max(content.find(MERGES), 0))
            for column, row, last in MERGED.findall(content, place) if place >= 0 else ():
                if int(last) > int(row):
                    found.setdefault(int(row), []).append((column_index_from_string(column.decode()) - 1, int(last)))
    return found
