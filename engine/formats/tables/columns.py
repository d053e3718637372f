"""Which column of a table holds what: told by a person, by its heading, or by what stands in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from engine.errors import BadInput
from engine.formats.tables.column_headings import FIELDS, HEADINGS, LANGUAGE_NAMES, LANGUAGES

Row = tuple[int, list[str]]  # its number in the file, its cells
CODE = re.compile(r"(?=.*\d)(?:[^\s]{1,30}|https?://\S{1,190})")
LETTERS = re.compile(r"[^\W\d_]{2}")
TAGGED = re.compile(r"(.*?)[\s_@:(\[./-]+([a-z]{2,3}(?:-[a-z]{2,4})?)[)\]]?")
NUMBERED = re.compile(r"(.*?)[\s_.-]*\d{1,3}")
LONGEST = 100  # characters of a heading that is taken apart
ABOVE = 30  # rows among which the headings stand
KNOWN = frozenset(word for words in HEADINGS.values() for word in words)
BETWEEN = re.compile(r"[\s_@:()\[\]./-]+")
PARTED = re.compile(r"[|;\n]")  # parents in one cell
COMMENT = "#"  # begins a line above the headings, or the headings
NEEDED = ("id", "name")
ENOUGH = 0.9  # of the cells of a column must look alike


def headed(rows: Iterator[Row]) -> tuple[list[str], Iterator[Row]]:
    """The headings of a table and the rows below them, of all its rows.

    A title or comments above the headings are passed over. Where the first row holds what the others hold, none are
    headings and the columns are numbered.
    """
    first = list(islice((row for row in rows if any(cell.strip() for cell in row[1])), ABOVE))
    if not first:
        return [], iter(())
    top = first[0][1]
    commented = top[0].startswith(COMMENT)
    place = _place_of_headings([row for _, row in first])
    heading = _uncommented(first[place][1]) if commented and place else first[place][1]
    below: Iterator[Row] = chain(first[place + 1 :], rows)
    if commented and place:
        below = (row for row in below if not row[1] or not row[1][0].startswith(COMMENT))
    if not place and without_headings([row for _, row in first]):
        return numbered(len(heading)), chain(first, rows)
    return heading, below


def numbered(columns: int) -> list[str]:
    """What the columns of a table without headings are called."""
    return [f"Column {number}" for number in range(1, columns + 1)]


def _place_of_headings(rows: Sequence[Sequence[str]]) -> int:
    """Which of the first rows holds the headings: the first with one of ids and one of names; where none has them and
    the top is a title, that is one cell, the first row with the most cells."""
    known = next((place for place, row in enumerate(rows) if is_heading(_uncommented(row))), None)
    if known is not None:
        return known
    filled = [sum(bool(cell.strip()) for cell in row) for row in rows]
    return filled.index(max(filled)) if filled[0] == 1 and not rows[0][0].startswith(COMMENT) else 0


def is_heading(cells: Sequence[str]) -> bool:
    """Whether among these headings there is one of ids and one of names."""
    plain = {plain_heading(cell) for cell in cells}
    return all(plain & set(HEADINGS[field]) for field in ("id", "name"))


def _uncommented(row: Sequence[str]) -> list[str]:
    return [row[0].lstrip("# "), *row[1:]] if row else []


def without_headings(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row says no field and has a code where the others have codes, written as one of theirs."""
    top, *others = rows
    if not others or any(plain_heading(cell) in KNOWN for cell in top):
        return False
    for place, cell in enumerate(top):
        column = [row[place].strip() for row in others if place < len(row)]
        if CODE.fullmatch(cell.strip()) and _shape(cell) in map(_shape, column):
            return sum(bool(CODE.fullmatch(one)) for one in column) >= ENOUGH * len(others)
    return False


def _shape(cell: str) -> str:
    """A cell with 9 for each digit and A for each letter."""
    return "".join("9" if one.isdigit() else "A" if one.isalpha() else one for one in cell.strip())


def recognise(
    heading: Sequence[str], named: Mapping[str, str], file: str, sample: Sequence[Sequence[str]] = ()
) -> dict[str, str]:
    """Field -> heading; a field that is `named` with none has no column.

    BadInput when id or name cannot be told, by `sample`, the first rows, either.
    """
    for field, column in named.items():
        if field not in FIELDS:
            raise BadInput(f"“{field}” is no field of a terminology; choose from {', '.join(FIELDS)}.")
        if column and column not in heading:
            raise BadInput(f"{file} has no column “{column}”; its columns are {', '.join(heading)}.")
    if not any(column.strip() for column in heading):
        raise BadInput(f"{file} is empty; choose a file with at least one concept.")
    plain = {plain_heading(column): column for column in reversed(heading)}
    found = {
        field: plain[alias] for field, aliases in HEADINGS.items() for alias in reversed(aliases) if alias in plain
    }
    if "name" not in found and (tagged := tagged_columns(heading, "name")):
        found["name"] = heading[next(iter(tagged))]
    found.update(named)
    guessed = dict(found)
    if "id" not in named and (pointed := _pointed_to(heading, sample, found)):
        guessed["id"] = pointed
    for field in NEEDED:
        if field not in guessed and (guess := _by_content(field, heading, sample, set(guessed.values()))):
            guessed[field] = guess
    for field in NEEDED:
        if not found.get(field) and not all(map(guessed.get, NEEDED)):
            raise BadInput(
                f"{file}: no column for the {field} among {', '.join(heading)[:200]}; say which one it is; "
                f"on the command line: --column {field}=HEADING."
            )
    return {field: guessed[field] for field in FIELDS if guessed.get(field)}


def tagged_columns(heading: Sequence[str], field: str) -> dict[int, str]:
    """Place -> language of the columns of a field whose headings end with one: “name_da”, “Label (en)”, “title@fr”.

    Languages may be called by their names: “Dansk navn”, “Name (English)”, and of names “Deutsch” alone.
    """
    found = {}
    for place, column in enumerate(heading):
        plain = plain_heading(column)
        match = TAGGED.fullmatch(plain) if len(column) < LONGEST else None
        if match and match[1] in HEADINGS[field] and match[2].partition("-")[0] in LANGUAGES:
            found[place] = match[2]
        elif len(column) < LONGEST and (language := _called_by_language(plain, field)):
            found[place] = language
    return found


def _called_by_language(plain: str, field: str) -> str:
    words = [word for word in BETWEEN.split(plain) if word]
    spoken = [word for word in words if word in LANGUAGE_NAMES]
    rest = " ".join(word for word in words if word not in LANGUAGE_NAMES)
    fits = rest in HEADINGS[field] or (field == "name" and not rest)
    return LANGUAGE_NAMES[spoken[0]] if len(spoken) == 1 and fits else ""


def further_columns(heading: Sequence[str], found: Mapping[str, str], named: Mapping[str, str]) -> list[int]:
    """Places of further columns of synonyms: “Synonym 2”, “alias_3”, “Name 2”, and unless a person named the one of
    synonyms, all that are called so."""
    places = []
    for place, column in enumerate(heading):
        plain = plain_heading(column)
        match = NUMBERED.fullmatch(plain) if len(column) < LONGEST else None
        several = match and match[1] in (*HEADINGS["synonyms"], *HEADINGS["name"])
        if column not in found.values() and (several or ("synonyms" not in named and plain in HEADINGS["synonyms"])):
            places.append(place)
    return places


def plain_heading(column: str) -> str:
    """A heading as it is compared: lower case, in a line, without blanks around and a mark at its end; with blanks for
    hyphens and low lines where it is known so."""
    plain = " ".join(column.strip().lower().lstrip("\ufeff").split()).rstrip(":*# ")
    apart = " ".join(re.split(r"[\s_-]+", plain)).strip()
    return apart if plain not in KNOWN and apart in KNOWN else plain


def _pointed_to(heading: Sequence[str], sample: Sequence[Sequence[str]], found: Mapping[str, str]) -> str:
    """The column of codes, each in one row, that has most of the parents; "" without parents, where none has one, and
    where the column of ids has some."""
    if not found.get("parents"):
        return ""
    columns = {column: [row[at].strip() for row in sample if at < len(row)] for at, column in enumerate(heading)}
    above = {part.strip() for cell in columns[found["parents"]] for part in PARTED.split(cell)} - {""}
    if above.intersection(columns.get(found.get("id", ""), ())):
        return ""
    best, most = "", 0
    for column, cells in columns.items():
        filled = [cell for cell in cells if cell]
        alone = len(set(filled)) == len(filled) and sum(bool(CODE.fullmatch(cell)) for cell in filled) * 2 > len(filled)
        has = len(above.intersection(filled))
        if has > most and alone and column not in found.values():
            best, most = column, has
    return best


def _by_content(field: str, heading: Sequence[str], sample: Sequence[Sequence[str]], taken: set[str]) -> str:
    """The column that looks like ids, or like names: the one with most different cells; "" for none."""
    best, most = "", 0.0
    for place, column in enumerate(heading):
        cells = [row[place].strip() for row in sample if place < len(row) and row[place].strip()]
        if column in taken or not cells or len(cells) < ENOUGH * len(sample):
            continue
        looks = sum(bool((CODE.fullmatch if field == "id" else LETTERS.search)(cell)) for cell in cells)
        size = sum(map(len, cells)) / len(cells) / 1_000 if field == "name" else 0
        score = len(set(cells)) / len(cells) + size
        if looks >= ENOUGH * len(cells) and score > most:
            best, most = column, score
    return best
