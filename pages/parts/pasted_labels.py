"""Names with their classes out of pasted or uploaded text, and what is wrong with which row."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field

HEADINGS = {("name", "class"), ("name", "label"), ("term", "class"), ("term", "label")}
BOM = "\ufeff"


@dataclass(frozen=True)
class PastedLabels:
    """The rows that can be kept, and (row number, sentence) for those that cannot."""

    pairs: list[tuple[str, str]] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)


def pasted_labels(text: str) -> PastedLabels:
    """Reads 'name, class' rows, separated by a tab, a semicolon or a comma; a heading row is recognised and skipped.

    Quotes work as in any CSV file, so that a name may contain the separator.

    >>> pasted_labels('name,class\\nheart attack,cardiac\\n"asthma, severe",lung\\nlost').pairs
    [('heart attack', 'cardiac'), ('asthma, severe', 'lung')]
    """
    found = PastedLabels()
    first: dict[str, tuple[int, str]] = {}
    reader = csv.reader(io.StringIO(text.lstrip(BOM)), delimiter=_separator(text), skipinitialspace=True)
    for cells in reader:
        row = reader.line_num
        cells = [" ".join(cell.split()) for cell in cells]
        while cells and not cells[-1]:
            cells.pop()
        if not cells or (row == 1 and tuple(cell.lower() for cell in cells) in HEADINGS):
            continue
        problem = _problem(cells, first)
        if problem:
            found.problems.append((row, problem))
        else:
            first.setdefault(cells[0].casefold(), (row, cells[1]))
            found.pairs.append((cells[0], cells[1]))
    return found


def _separator(text: str) -> str:
    start = text.lstrip().splitlines()[:1]
    line = start[0] if start else ""
    return "\t" if "\t" in line else ";" if ";" in line and "," not in line else ","


def _problem(cells: list[str], first: dict[str, tuple[int, str]]) -> str:
    if len(cells) < 2:
        return f"“{cells[0][:60]}” has no class. Write the class after the name, separated by a comma or a tab."
    if len(cells) > 2:
        return f"“{cells[0][:60]}” stands in a row of {len(cells)} cells. Put a name that contains commas in quotes."
    if not cells[0]:
        return "The name is empty. Write a name before the class, or delete the row."
    if not any(letter.isalnum() for letter in cells[0]):
        return f"“{cells[0][:60]}” has no letter or digit. Write a name, or delete the row."
    before = first.get(cells[0].casefold())
    if before and before[1] != cells[1]:
        return f"“{cells[0][:60]}” already has the class “{before[1]}” in row {before[0]}. Keep one of the two rows."
    return ""
