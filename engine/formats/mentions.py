"""Files of mentions, one after another: CSV, TSV and XLSX with a column for the text, and PubTator files.

The reader streams: a file of a million rows never stands in memory. Rows that cannot be used are problems with their
numbers; all others are answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from engine.errors import BadInput, NotFound
from engine.formats.opening.numbers import whole_number
from engine.formats.parsed import Problem
from engine.formats.recognition import head_of
from engine.formats.registry import ANNOTATED, MENTIONS, Format, readers
from engine.text import LONGEST_NAME, words
from store.records.mention import Mention

FIELDS = ("text", "document", "start", "end", "kind", "context")
HEADINGS = {
    "text": ("mention", "text", "name", "term", "source name", "sourcename", "source_name", "label", "description"),
    "document": ("document", "document id", "document_id", "doc_id", "pmid", "doc"),
    "start": ("start", "begin", "offset"),
    "end": ("end", "stop"),
    "kind": ("type", "kind", "entity type", "semantic type", "category"),
    "context": ("context", "abstract", "sentence", "passage"),
}
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
    """The first thousand rows that could not be used, and how many there were."""

    rows: list[Problem] = field(default_factory=list)
    count: int = 0

    def add(self, row: int, sentence: str) -> None:
        """Add a problem of a row; of those after the first thousand only the number is counted."""
        self.count += 1
        if len(self.rows) < MOST_PROBLEMS:
            self.rows.append(Problem(row, sentence))


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
        self.headings: tuple[str, ...] = () if self.annotated else _heading(path, self.format)
        self.columns = {} if self.annotated else recognised(self.headings, columns or {}, path.name)
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
        return max(0, sum(1 for _, row in self.format.load().numbered_rows(self.path) if any(row)) - 1)

    def _table(self, problems: Problems) -> Iterator[MentionRow]:
        places = {name: self.headings.index(column) for name, column in self.columns.items()}
        others = [place for place, name in enumerate(self.headings) if name not in self.columns.values()]
        table = self.format.load().numbered_rows(self.path)
        _first(table)
        for number, row in table:
            cells = {name: row[place].strip() if place < len(row) else "" for name, place in places.items()}
            if problem := _problem(cells["text"], self.columns["text"]):
                if any(row):
                    problems.add(number, problem)
                continue
            extra = tuple(row[place] if place < len(row) else "" for place in others)
            yield MentionRow(number, _mention(cells, number, problems), extra)


def headings_of(path: Path) -> tuple[str, ...]:
    """The headings of a table, whatever they are; none for a PubTator file, an empty one or one that is no table."""
    try:
        format = mention_format(path)
        return () if ANNOTATED in format.reads else _heading(path, format)
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
    return next((one for one in alike or tables if one.recognises(head, path)), (alike or tables)[0])


def recognised(headings: tuple[str, ...], named: Mapping[str, str], file: str) -> dict[str, str]:
    """Field -> heading; BadInput when none holds the mentions."""
    for name, column in named.items():
        if name not in FIELDS:
            raise BadInput(f"“{name}” is no field of a mention; choose from {', '.join(FIELDS)}.")
        if column not in headings:
            raise BadInput(f"{file} has no column “{column}”; its columns are {', '.join(headings)[:200]}.")
    plain = {column.strip().lower(): column for column in reversed(headings)}
    found: dict[str, str] = dict(named)
    for name, aliases in HEADINGS.items():
        column = next((plain[alias] for alias in aliases if alias in plain), "")
        if name not in found and column and column not in found.values():
            found[name] = column
    if "text" not in found and len(headings) == 1:
        found["text"] = headings[0]
    if "text" not in found:
        raise BadInput(
            f"{file}: no column for the mentions among {', '.join(headings)[:200]}; "
            "rename one to “mention” or say which one it is (text=Heading)."
        )
    return {name: found[name] for name in FIELDS if name in found}


def _mention(cells: Mapping[str, str], number: int, problems: Problems) -> Mention:
    places = {}
    for name in ("start", "end"):
        cell = cells.get(name, "")
        place = whole_number(cell)
        if cell and place is None:
            problems.add(number, f"The {name} “{cell[:20]}” is no whole number; the mention is kept without its place.")
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


def _marked(path: Path, format: Format, problems: Problems) -> Iterator[MentionRow]:
    wrong: list[Problem] = []
    number = 0
    for document in format.load().documents(path, wrong):
        for problem in wrong:
            problems.add(problem.row, problem.sentence)
        wrong.clear()
        context = document.text
        for marked in document.mentions:
            number += 1
            if sentence := _problem(marked.text, "text"):
                problems.add(number, sentence)
            else:
                yield MentionRow(
                    number,
                    Mention(marked.text, document.id, marked.start, marked.end, marked.type, context=context),
                )


def _heading(path: Path, format: Format) -> tuple[str, ...]:
    heading = _first(format.load().numbered_rows(path))
    if not heading:
        raise BadInput(f"{path.name} is empty; it needs a row of headings and a row for each mention.")
    named: dict[str, None] = {}
    for place, cell in enumerate(heading, 1):
        name = cell.strip() or f"column {place}"
        named[name if name not in named else f"{name} ({place})"] = None
    return tuple(named)


def _first(rows: Iterator[tuple[int, list[str]]]) -> list[str]:
    return next((row for _, row in rows if any(cell.strip() for cell in row)), [])
