"""Cells between commas, tabs, semicolons or bars, from a file or from pasted text."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest
from pathlib import Path

from engine.errors import BadInput
from engine.formats.opening.limits import LONGEST_CELL, LONGEST_LINE, MOST_COLUMNS, MOST_ROWS
from engine.formats.opening.lines import encoding_note, encoding_of_file, text_lines
from engine.formats.opening.quotes import swallowed

SEPARATORS = "\t,;|"
TITLED = "\t,;"  # a bar parts what stands in one cell
ABOVE = 30  # lines in which one with a separator is looked for
SAVE = "save it as “CSV UTF-8” and try again"
PASTED = "The pasted text"  # its name in errors
Report = Callable[[int, str], None]  # told the number of a row, and what is wrong with it
csv.field_size_limit(LONGEST_CELL)


def table_rows(
    path: Path, separators: str = SEPARATORS, report: Report | None = None, encoding: str = ""
) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV or TSV with the numbers of their last lines, from 1, one after another, empty ones too.

    Of `separators` the one counts that the first line with any has most of, unless the line is a title above a table
    with another. `report` is told of cells that hold the rows below them, before their row is given; `refusing` is one
    for a table that is taken whole or not at all. encoding: that of the file, "" for UTF-8, or UTF-16 with its mark.
    BadInput when it is no table in that, or beyond a limit.
    """
    separator, lines = _parted(path, separators, encoding)
    yield from rows_of(lines, path.name, separator, report=report)


def refusing(name: str) -> Report:
    """A report that refuses the table called `name` at its first cell that holds the rows below."""

    def refuse(row: int, sentence: str) -> None:
        raise BadInput(f"{name}, row {row:,}: {sentence[:1].lower()}{sentence[1:]}")

    return refuse


def separator_of(path: Path, separators: str = SEPARATORS, encoding: str = "") -> str:
    """What parts the cells of a CSV or TSV; see `table_rows`."""
    return _parted(path, separators, encoding)[0]


def _parted(path: Path, separators: str, encoding: str) -> tuple[str, Iterator[str]]:
    lines = text_lines(path, SAVE, encoding)
    first: list[str] = []
    for line in lines:
        first.append(line)
        if any(separator in line for separator in separators) or (line.strip() and len(first) >= ABOVE):
            break
    below = list(islice(lines, ABOVE))
    separator = _separator(first[-1] if first else "", [line for line in below if line.strip()][:2], separators)
    return separator, chain(first, below, lines)


def _separator(line: str, below: Sequence[str], separators: str) -> str:
    commonest = max(separators, key=line.count)
    counts = [[one.count(separator) for one in below] for separator in separators]
    alike = [(found[0], one) for one, found in zip(separators, counts, strict=True) if below and len(set(found)) == 1]
    if below and commonest not in below[0] and (most := max(alike, default=(0, commonest)))[0]:
        return most[1]
    return commonest


def titled_rows(path: Path, encoding: str = "") -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """The headings in a table's first row with text, and of each further one its line's number and heading -> cell.

    Cells stand between tabs, commas or semicolons; where a row is shorter, its cells are "". encoding: as of
    `table_rows`. Raises as that, and where a quotation mark is not closed.
    """
    return titled(table_rows(path, TITLED, refusing(path.name), encoding))


def titled(rows: Iterable[tuple[int, list[str]]]) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """Numbered rows as `titled_rows` gives those of a file."""
    filled = ((number, row) for number, row in rows if row)
    _, headings = next(filled, (0, []))
    most = len(headings)
    return headings, [(number, dict(zip_longest(headings, row[:most], fillvalue=""))) for number, row in filled]


def file_text(path: Path) -> str:
    """What a file says that holds a list as a person would paste it; BadInput as `text_lines`, and for no file."""
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; check the path.")
    return "".join(text_lines(path, SAVE))


def file_text_noted(path: Path) -> tuple[str, str]:
    """As `file_text`, of a text in Windows-1252, too, with its `encoding_note`."""
    return "".join(text_lines(path, SAVE, encoding_of_file(path))), encoding_note(path)


def pasted_rows(text: str, separator: str, report: Report | None = None) -> Iterator[tuple[int, list[str]]]:
    """The rows of a text that a person pasted, blanks after a separator left out; raises as `table_rows`, and without
    a `report` where a quotation mark is not closed."""
    report = report or refusing(PASTED)
    return rows_of(io.StringIO(text, newline=""), PASTED, separator, skipinitialspace=True, report=report)


def rows_of(
    lines: Iterable[str],
    name: str,
    separator: str,
    skipinitialspace: bool = False,
    report: Report | None = None,
    above: int = 0,
) -> Iterator[tuple[int, list[str]]]:
    """(number of its last line, cells) of each row; `name` is told in errors, `report` as by `table_rows`, and `above`
    is how many lines of the file stand above these.

    BadInput beyond a limit.
    """
    size, columns = 0, 0
    own: list[str] = []  # the lines of the row, for a report on it

    def counted() -> Iterator[str]:
        nonlocal size
        for text in lines:
            size += len(text)
            if size > LONGEST_LINE:
                raise BadInput(
                    f"{name}, line {line() + 1:,}: the row is longer than {LONGEST_LINE:,} characters; "
                    "look for a quotation mark that is not closed."
                )
            if report:
                own.append(text)
            yield text

    def line() -> int:
        return above + reader.line_num

    reader = csv.reader(counted(), delimiter=separator, skipinitialspace=skipinitialspace)
    try:
        for count, row in enumerate(reader, 1):
            size = 0
            if count > MOST_ROWS:
                raise BadInput(f"{name} has more than {MOST_ROWS:,} rows; split it.")
            if len(row) > MOST_COLUMNS:
                raise BadInput(f"{name}, line {line():,}: {len(row):,} columns, more than {MOST_COLUMNS:,}; split it.")
            if report and len(own) > 1 and (wrong := swallowed(own, separator, columns, line(), skipinitialspace)):
                report(*wrong)
            columns = len(row) or columns
            own.clear()
            yield line(), row
    except csv.Error as error:
        if "field limit" in str(error):
            raise BadInput(
                f"{name}, line {line():,}: a cell is longer than {LONGEST_CELL:,} characters; shorten it, "
                "or look for a quotation mark that is not closed."
            ) from None
        raise BadInput(f"{name}, line {line():,}, cannot be read as a table ({error}); {SAVE}.") from None
