"""Files of mentions, one after another: CSV, TSV and XLSX with a column for the text, and PubTator files.

The reader streams: a file of a million rows never stands in memory. Rows that cannot be used are problems with their
numbers; all others are answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.formats.mentions.mention_columns import ABOVE, HeadedTable, headed_table, likeliest_first, recognised
from engine.formats.mentions.pubtator import Annotation, Document
from engine.formats.opening.lines import encoding_of_file
from engine.formats.opening.numbers import whole_number
from engine.formats.opening.tables import separator_of
from engine.formats.parsed import Problem
from engine.formats.recognition import head_of
from engine.formats.registry import ANNOTATED, FORMATS, MENTIONS, Format, readers
from engine.text import LONGEST_NAME, words
from store.records.mention import Mention

PREVIEWED = 20
LOOKED_THROUGH = 200_000  # mentions, before anything is answered
MOST_PROBLEMS = 1_000  # kept; the rest is counted


@dataclass(frozen=True)
class MentionRow:
    """A mention with where it stood and the cells of the other columns."""

    number: int
    mention: Mention
    extra: tuple[str, ...] = ()


@dataclass
class Problems:
    """The first thousand problems of rows, how many there were, and of how many the row could not be used."""

    rows: list[Problem] = field(default_factory=list)
    count: int = 0
    left_out: int = 0

    def add(self, row: int, sentence: str, left_out: bool = True) -> None:
        """Add a problem of a row; of those after the first thousand only the number is counted."""
        self.count += 1
        self.left_out += left_out
        if len(self.rows) < MOST_PROBLEMS:
            self.rows.append(Problem(row, sentence, left_out))

    def take(self, found: list[Problem]) -> None:
        """Add the problems of a list, and empty it."""
        for problem in found:
            self.add(problem.row, problem.sentence, problem.left_out)
        found.clear()


@dataclass(frozen=True)
class Preview:
    """What a file holds: its headings, which field each was taken for, its first mentions, and the rows with a problem:
    the first thousand, how many among the first `looked` mentions, and whether there are more mentions."""

    headings: tuple[str, ...]
    columns: dict[str, str]
    rows: list[MentionRow]
    problems: list[Problem]
    wrong: int = 0
    looked: int = 0
    more: bool = False


class MentionFile:
    """A file of mentions; opening it reads the headings, `rows` the rest.

    `columns` maps fields (text, document, start, end, kind, context) to headings where they are not recognised.
    NotFound without the file; BadInput when it cannot be read or no column holds the mentions.
    """

    def __init__(self, path: Path, columns: Mapping[str, str] | None = None) -> None:
        if not path.is_file():
            raise NotFound(f"There is no file at {path}; check the path.")
        self.path, self.format = path, mention_format(path)
        self.annotated = ANNOTATED in self.format.reads
        self._named = dict(columns or {})
        self.headings: tuple[str, ...] = () if self.annotated else self._read().headings
        self.columns = {} if self.annotated else recognised(self.headings, self._named, path.name)
        self.extra = tuple(name for name in self.headings if name not in self.columns.values())

    def rows(self, problems: Problems | None = None) -> Iterator[MentionRow]:
        """The mentions in order; `number` is the row of a table, and counts the mentions of a PubTator file."""
        wrong = problems if problems is not None else Problems()
        yield from _marked(self.path, self.format, wrong) if self.annotated else self._table(wrong)

    def preview(self, most: int = PREVIEWED) -> Preview:
        """The first `most` mentions, and the problems of the whole file, or of its first LOOKED_THROUGH mentions."""
        problems = Problems()
        every = self.rows(problems)
        rows = list(islice(every, most))
        looked = len(rows) + sum(1 for _ in islice(every, LOOKED_THROUGH - len(rows)))
        more = looked == LOOKED_THROUGH and next(every, None) is not None
        return Preview(self.headings, self.columns, rows, problems.rows, problems.count, looked, more)

    def size(self) -> int:
        """How many rows or mentions there are, counted without making anything of them."""
        if self.annotated:
            return sum(len(document.mentions) for document in self.format.load().documents(self.path))
        return sum(1 for _, row in self._read().rows if any(row))

    def _read(self, wrong: list[Problem] | None = None) -> HeadedTable:
        return _table_of(self.path, self.format, self._named, wrong)

    def _table(self, problems: Problems) -> Iterator[MentionRow]:
        places = {name: self.headings.index(column) for name, column in self.columns.items()}
        others = [place for place, name in enumerate(self.headings) if name not in self.columns.values()]
        wrong: list[Problem] = []
        table = self._read(wrong)
        separator = separator_of(self.path, encoding=encoding_of_file(self.path)) if table.is_list else ""
        for number, row in table.rows:
            problems.take(wrong)
            if table.is_list:
                row = [_line_of(row, separator)]
            cells = {name: row[place].strip() if place < len(row) else "" for name, place in places.items()}
            if problem := _problem(cells["text"], self.columns["text"]):
                if any(row):
                    problems.add(number, problem)
                continue
            if beyond := " ".join(cell.strip() for cell in row[len(self.headings) :] if cell.strip()):
                problems.add(number, _beyond(len(row), len(self.headings), beyond), False)
            extra = tuple(row[place] if place < len(row) else "" for place in others)
            yield MentionRow(number, _mention(cells, number, problems), extra)


def headings_of(path: Path) -> tuple[str, ...]:
    """The headings of a table, whatever they are, those first that look most like a column of mentions; none for a
    PubTator file, an empty one or one that is no table."""
    try:
        format = mention_format(path)
        if ANNOTATED in format.reads:
            return ()
        table = _table_of(path, format, {})
        return tuple(likeliest_first(table.headings, list(islice(table.rows, ABOVE))))
    except BadInput:
        return ()


def mention_format(path: Path) -> Format:
    """The format of a file of mentions: annotated text by its head, else a table by its ending, CSV where none fits."""
    head = head_of(path)
    for one in readers(ANNOTATED).values():
        if one.recognises(head, path):
            return one
    tables = list(readers(MENTIONS).values())
    alike = [one for one in tables if path.suffix.lower() in one.endings]
    found = next((one for one in alike or tables if one.recognises(head, path)), (alike or tables)[0])
    if found is FORMATS["csv"] and (head.startswith("%PDF") or "\0" in head):
        raise BadInput(
            f"{path.name} is no table of names; save it as CSV or XLSX, or choose another file, such as annotated "
            "abstracts in PubTator or BioC."
        )
    return found


def _line_of(row: Sequence[str], separator: str) -> str:
    """A line of a list as it stands, without empty cells at its ends; commas for tabs, which no text has."""
    if separator == "\t":
        return ", ".join(cell.strip() for cell in row if cell.strip())
    return separator.join(row).strip(f"{separator} ")


def _mention(cells: Mapping[str, str], number: int, problems: Problems) -> Mention:
    places = {}
    for name in ("start", "end"):
        cell = cells.get(name, "")
        place = whole_number(cell)
        if cell and place is None:
            sentence = f"The {name} “{cell[:20]}” is no whole number; the mention is kept without its place."
            problems.add(number, sentence, False)
        places[name] = -1 if place is None else place
    return Mention(
        cells["text"],
        cells.get("document", ""),
        places["start"],
        places["end"],
        cells.get("kind", ""),
        context=cells.get("context", ""),
    )


def _problem(text: str, column: str) -> str:
    if not text:
        return f"The mention is empty (column “{column}”); fill it in. The row is left out."
    if len(text) > LONGEST_NAME:
        return f"The mention has {len(text):,} characters, more than {LONGEST_NAME:,}; shorten it. The row is left out."
    if not words(text):
        return f"“{text[:40]}” has no letter or digit; correct it. The row is left out."
    return ""


def _beyond(cells: int, headings: int, text: str) -> str:
    return (
        f"The row has {cells} cells where the heading has {headings}, and “{text[:40]}” is not read; put a text in "
        "quotation marks that holds what parts the cells, or give the further column a heading."
    )


def _marked(path: Path, format: Format, problems: Problems) -> Iterator[MentionRow]:
    wrong: list[Problem] = []
    number = 0
    for document in format.load().documents(path, wrong):
        problems.take(wrong)
        context = document.text
        for marked in document.mentions:
            number += 1
            if sentence := _problem(marked.text, "text"):
                problems.add(marked.line, sentence if marked.line else f"Document {document.id}: {sentence}")
                continue
            if context and marked.start >= 0 and context[marked.start : marked.end].split() != marked.text.split():
                problems.add(marked.line, _elsewhere(marked, document), False)
            mention = Mention(marked.text, document.id, marked.start, marked.end, marked.type, context=context)
            yield MentionRow(number, mention)


def _elsewhere(marked: Annotation, document: Document) -> str:
    return (
        f"“{marked.text[:40]}” does not stand at {marked.start:,} to {marked.end:,} of document {document.id}; correct "
        "its place, or mark the words on the page. The mention is kept."
    )


def _table_of(path: Path, format: Format, named: Mapping[str, str], wrong: list[Problem] | None = None) -> HeadedTable:
    of_lines = format is FORMATS["csv"]
    rows = format.load().numbered_rows(path, wrong) if of_lines else format.load().numbered_rows(path)
    table = headed_table(rows, named, of_lines)
    if not table.headings:
        raise BadInput(f"{path.name} is empty; it needs a row of headings and a row for each mention.")
    return table
