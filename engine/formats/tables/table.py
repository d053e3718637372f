"""CSV and TSV: terminologies, mentions, labels and answers are read from them; answers and any rows written as CSV.

CSV is written in UTF-8 with a byte order mark, so that spreadsheets read accents right. Of terminologies,
mentions, labels and mappings it is read in Windows-1252, too, as older spreadsheets save it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.formats.mentions.answer_columns import About, Cell, Export, cells, extra_of, headings, line_of
from engine.formats.opening.lines import READ_AS_WINDOWS, WINDOWS, encoding_of_file
from engine.formats.opening.tables import refusing, table_rows
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.tables.cells import guarded, unguarded
from engine.formats.tables.columns import headed
from engine.formats.tables.table_concepts import read_concepts
from engine.workspace import written_whole
from store.records.normalisation import Line

SAVED = ",;\t"  # what parts the cells of an export, and of one that a spreadsheet saved again


def read(path: Path, columns: dict[str, str] | None = None, title: str = "") -> ParsedTerminology:
    """The concepts of a CSV or TSV; see `read_concepts`. BadInput when it is no text."""
    problems: list[Problem] = []
    heading, rows = headed(numbered_rows(path, problems))
    found = read_concepts(path, heading, rows, columns or {}, title)
    return replace(found, problems=sorted([*problems, *found.problems], key=lambda one: one.row))


def headings_of(path: Path) -> list[str]:
    """The headings of a CSV or TSV file, in order; BadInput when it is no text."""
    return headed(table_rows(path, encoding=encoding_of_file(path)))[0]


def numbered_rows(path: Path, problems: list[Problem] | None = None) -> Iterator[tuple[int, list[str]]]:
    """The rows with the numbers of their last lines, from 1, one after another; BadInput when it is no table.

    Rows whose quotation marks swallow others are added to `problems`, and that the file is read as Windows-1252.
    """
    wrong, encoding = problems if problems is not None else [], encoding_of_file(path)
    if encoding == WINDOWS:
        wrong.append(Problem(0, READ_AS_WINDOWS, left_out=False))
    return table_rows(path, report=lambda row, sentence: wrong.append(Problem(row, sentence)), encoding=encoding)


def write_answers(path: Path, lines: Iterable[Line], about: About) -> int:
    """Write the lines as they come; how many. The file appears when it is whole."""
    return write_rows(path, headings(about.extra), map(cells, lines))


def write_rows(path: Path, heading: Sequence[str], rows: Iterable[Sequence[Cell]], title: str = "") -> int:
    """Write any table as CSV; how many rows after the heading. `title` has no place in a CSV."""
    count = 0
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow([guarded(cell) for cell in heading])
        for row in rows:
            count += 1
            table.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return count


def read_rows(path: Path) -> Iterator[list[str]]:
    """The rows of a CSV, its heading first, texts as they were before they were neutralised, also where a spreadsheet
    saved it with semicolons or tabs; BadInput unless UTF-8, and where a quotation mark is not closed."""
    for _, row in table_rows(path, SAVED, refusing(path.name)):
        yield [unguarded(cell) for cell in row]


def read_answers(path: Path) -> Export:
    """The lines of a CSV that `write_answers` made."""
    extra = extra_of(next(read_rows(path), []), path.name)
    return Export(extra, _lines(path, len(extra)))


def _lines(path: Path, extra: int) -> Iterator[Line]:
    for number, row in enumerate(read_rows(path), 1):
        if row and number > 1:
            yield line_of(row, extra, f"{path.name}, row {number}")
