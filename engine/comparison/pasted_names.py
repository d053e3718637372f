"""Names to ask encoders, as somebody pastes or uploads them: one a line or row, with the concepts that are right."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import BadInput
from engine.formats.opening.tables import pasted_rows
from engine.text import LONGEST_NAME

MOST_NAMES = 5_000


def names_from(text: str, column: str = "") -> list[tuple[str, str]]:
    """One name a line; after a comma or a tab its concept id, or several with “|” between, with a digit and no blank.

    Spreadsheets of many countries write semicolons: they part cells where the first line has one and no comma. Where
    the first line has a heading “name”, the lines are a table: the ids stand in `column`, else in the first other
    column but source_id.

    >>> names_from("heart attack, HP:0001658\\ndiabetes, type 2\\nfever")
    [('heart attack', 'HP:0001658'), ('diabetes, type 2', ''), ('fever', '')]
    """
    first = (text.splitlines() or [""])[0]
    delimiter = "\t" if "\t" in first else ";" if ";" in first and "," not in first else ","
    headings = [cell.strip().lower() for cell in first.split(delimiter)]
    if "name" in headings and len(headings) > 1:
        others = [heading for heading in headings if heading not in ("name", "source_id")]
        ids = headings.index(column if column in headings else (others or headings)[0])
        most = max(ids, headings.index("name"))
        lines = [line for _, line in pasted_rows(text, delimiter)]
        return [(line[headings.index("name")].strip(), line[ids].strip()) for line in lines[1:] if len(line) > most]
    found = []
    for _, cells in pasted_rows(text if delimiter == ";" else text.replace("\t", ","), delimiter.replace("\t", ",")):
        cells = [" ".join(cell.split()) for cell in cells]
        last = cells[-1] if len(cells) > 1 else ""
        named = bool(last) and " " not in last and any(letter.isdigit() for letter in last) and len(last) > 1
        name = ", ".join(cells[:-1] if named else cells).strip()
        if name:
            found.append((name, last if named else ""))
    return found


def checked_names(names: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The names to ask, as they are kept in a recipe; BadInput for none, too many, and one that is too long."""
    queries = [[name.strip(), expected.strip()] for name, expected in names if name.strip()]
    if not queries:
        raise BadInput("There is no name to ask; write one a line, and after a comma its concept id if known.")
    if len(queries) > MOST_NAMES:
        raise BadInput(f"The list has {len(queries):,} names; ask at most {MOST_NAMES:,} at a time.")
    for place, (name, _) in enumerate(queries, 1):
        if len(name) > LONGEST_NAME:
            raise BadInput(
                f"Name {place:,} of the list, “{name[:40]}…”, has {len(name):,} characters; a name has at most "
                f"{LONGEST_NAME:,}. Shorten it or take it out."
            )
    return queries
