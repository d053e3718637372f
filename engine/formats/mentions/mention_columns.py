"""Which row of a table of mentions has the headings, and which column holds what: as people's own lists have it.

A list may have no heading at all, and a spreadsheet a title above its headings; neither may cost a mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, dropwhile, islice

from engine.errors import BadInput
from engine.formats.tables.column_headings import HEADINGS as OF_TERMINOLOGIES
from engine.formats.tables.column_headings import TEXTS
from engine.formats.tables.columns import LETTERS, Row, numbered, plain_heading, without_headings

FIELDS = ("text", "document", "start", "end", "kind", "context")
CALLED = {"mention": "text", "type": "kind"}  # as the window and the headings of an export call a field
WEAKER = (
    "name",
    "term",
    "source name",
    "sourcename",
    "source_name",
    "label",
    "description",
    "names",
    "terms",
    "labels",
)
HEADINGS = {
    "document": ("document", "document id", "document_id", "doc_id", "pmid", "doc"),
    "start": ("start", "begin", "offset"),
    "end": ("end", "stop"),
    "kind": ("type", "kind", "entity type", "semantic type", "category"),
    "context": ("context", "abstract", "sentence", "passage"),
}
QUALIFIED = re.compile(  # “Primary diagnosis”, “Chief complaint”, “Problem list”, “Reported term”, “Diagnose”
    r"(?:(?:primary|secondary|principal|main|final|working|admission|admitting|discharge|referral|clinical|chief|"
    r"presenting|current|active|patient|reported|verbatim|original) )*"
    r"(?:diagnos[ie]s|problems?|complaints?|symptoms?|findings?|conditions?|diseases?|terms?|text)"
    r"(?: (?:text|name|description|list))?|diagnos(?:e|en|er|i|etext|etekst|tic)|diagnóstico"
)
BRACKETS = re.compile(r"\s*\([^)]*\)$")
ABOVE = 30  # rows among which the headings stand
NO_TEXT = len(TEXTS) + len(WEAKER) + 2
TITLE = 3  # lines of a title that may stand above the heading of a list


@dataclass(frozen=True)
class HeadedTable:
    """The headings of a table as they are called, and its rows below; of one that `is_list` a row is one text whose
    commas parted it."""

    headings: tuple[str, ...]
    rows: Iterator[Row]
    is_list: bool = False


def headed_table(rows: Iterator[Row], named: Mapping[str, str], of_lines: bool) -> HeadedTable:
    """A table of mentions without the title above it; no headings for no rows.

    `named` are the headings that a person chose; `of_lines` says that the rows are lines of a text. A list whose first
    line is no heading that is known has none.
    """
    first = list(islice((row for row in rows if any(cell.strip() for cell in row[1])), ABOVE))
    if not first:
        return HeadedTable((), iter(()))
    tops = [[cell.strip() for cell in row] for _, row in first]
    place = _place_of_headings(tops, set(named.values()))
    if place is None:
        if _is_list([row for _, row in first]) if of_lines else max(map(_filled, tops)) == 1:
            return HeadedTable(tuple(numbered(1)), chain(first, rows), of_lines)
        if without_headings(tops):
            return HeadedTable(tuple(numbered(max(map(len, tops)))), chain(first, rows))
        place = _below_title([_filled(row) for row in tops])
    heading = tops[place]
    return HeadedTable(_told_apart(heading), chain(first[place + 1 :], rows), of_lines and len(heading) == 1)


def recognised(headings: Sequence[str], named: Mapping[str, str], file: str) -> dict[str, str]:
    """Field -> heading; BadInput when none holds the mentions."""
    named = {CALLED.get(name, name): column for name, column in named.items()}
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
    texts = [one for one in headings if _is_text(one) and one not in found.values()]
    if "text" not in found and texts:
        found["text"] = min(texts, key=_rank)
    if "text" not in found and len(headings) == 1:
        found["text"] = headings[0]
    if "text" not in found:
        raise BadInput(
            f"{file}: no column for the mentions among {', '.join(headings)[:200]}; "
            "rename one to “mention” or, on the command line, say which one it is with --column text=HEADING."
        )
    return {name: found[name] for name in FIELDS if name in found}


def likeliest_first(headings: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Headings, those first whose columns look most like names: letters in every cell, few of them alike."""
    columns = {
        heading: [row[place].strip() for _, row in rows if place < len(row)] for place, heading in enumerate(headings)
    }

    def like_names(heading: str) -> float:
        cells = [cell for cell in columns[heading] if LETTERS.search(cell)]
        spoken = sum(" " in cell for cell in cells)
        return (len(set(cells)) + spoken) / max(1, len(rows))

    return sorted(headings, key=like_names, reverse=True)


def _place_of_headings(rows: Sequence[Sequence[str]], named: set[str]) -> int | None:
    """Which of the first rows has the headings: the first with one of texts, or with those that are named, below no
    more than a title; None where none has."""
    filled = [_filled(row) for row in rows]
    for place, row in enumerate(rows):
        known = named <= set(_told_apart(row)) if named else any(_is_text(cell) for cell in row)
        below_title = all(above < filled[place] for above in filled[:place])
        if known and (below_title or (place <= TITLE and max(filled[: place + 1]) == 1)):
            return place
    return None


def _is_list(rows: Sequence[Sequence[str]]) -> bool:
    """Whether lines without headings are names, one a line, whose commas are their own: some have none below one that
    has, or a blank stands behind each."""
    below = list(dropwhile(lambda row: len(row) == 1, rows))
    if len(below) < 2:
        return len(rows) > len(below)
    return any(len(row) == 1 for row in below) or all(cell.startswith(" ") for row in below for cell in row[1:])


def _below_title(filled: Sequence[int]) -> int:
    """Where the headings of a table stand that nothing tells: on top, or below a title, in the row with most cells."""
    return filled.index(max(filled)) if filled[0] == 1 else 0


def _is_text(heading: str) -> bool:
    """Whether a column so called holds texts: as a list has it, or a table of a terminology in some language."""
    return _rank(heading) < NO_TEXT


def _rank(heading: str) -> int:
    """How sure a column so called holds texts, 0 the surest; NO_TEXT for one that does not."""
    plain = BRACKETS.sub("", plain_heading(heading))
    if plain in TEXTS:
        return TEXTS.index(plain)
    if QUALIFIED.fullmatch(plain):
        return len(TEXTS)
    if plain in WEAKER:
        return len(TEXTS) + 1 + WEAKER.index(plain)
    return NO_TEXT - 1 if plain in OF_TERMINOLOGIES["name"] else NO_TEXT


def _filled(row: Sequence[str]) -> int:
    return sum(bool(cell) for cell in row)


def _told_apart(heading: Sequence[str]) -> tuple[str, ...]:
    """Headings by which columns can be chosen: none empty, none twice."""
    named: dict[str, None] = {}
    for place, cell in enumerate(heading, 1):
        name = cell or f"column {place}"
        named[name if name not in named else f"{name} ({place})"] = None
    return tuple(named)
