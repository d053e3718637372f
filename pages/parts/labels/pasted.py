"""Names with their classes out of pasted or uploaded text, and what is wrong with which row."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import BadInput
from engine.workbench import pasted_rows

HEADINGS = {("name", "class"), ("name", "label"), ("term", "class"), ("term", "label")}
BOM = "\ufeff"


@dataclass(frozen=True)
class PastedLabels:
    """The rows that can be kept, and (row number, sentence) for those that cannot."""

    pairs: list[tuple[str, str]] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)


def pasted_labels(text: str) -> PastedLabels:
    """Reads 'name, class' rows, separated by a tab, a semicolon or a comma; a heading row is recognised and skipped.

    A table of more columns is read by its headings, when one is “name” or “term” and one “class” or “label”.

    Quotes work as in any CSV file, so that a name may contain the separator.

    >>> pasted_labels('name,class\\nheart attack,cardiac\\n"asthma, severe",lung\\nlost').pairs
    [('heart attack', 'cardiac'), ('asthma, severe', 'lung')]
    """
    found = PastedLabels()
    try:
        _read(text, found)
    except BadInput as problem:  # what was read before it can be kept
        found.problems.append((0, str(problem)))
    return found


def _read(text: str, found: PastedLabels) -> None:
    columns = None
    first: dict[str, tuple[int, str]] = {}
    swallowed: list[tuple[int, str]] = []  # the row at hand, where its quotation mark swallows others
    for row, cells in pasted_rows(text.lstrip(BOM), _separator(text), lambda *wrong: swallowed.append(wrong)):
        if swallowed:
            found.problems.append(swallowed.pop())
            continue
        cells = [" ".join(cell.split()) for cell in cells]
        while cells and not cells[-1]:
            cells.pop()
        if not cells or (row == 1 and tuple(cell.lower() for cell in cells) in HEADINGS):
            continue
        if row == 1 and (columns := _columns(cells)):
            continue
        if columns:  # a table of more than these two
            cells = [cells[at] if at < len(cells) else "" for at in columns]
            while cells and not cells[-1]:
                cells.pop()
        problem = _problem(cells, first)
        if problem:
            found.problems.append((row, problem))
        else:
            first.setdefault(cells[0].casefold(), (row, cells[1]))
            found.pairs.append((cells[0], cells[1]))


def _columns(cells: list[str]) -> tuple[int, int] | None:
    """Where the names and the classes stand in a table of more columns, by its headings; None when it has none."""
    heads = [cell.lower() for cell in cells]
    names = [at for at, head in enumerate(heads) if head in ("name", "term")]
    classes = [at for at, head in enumerate(heads) if head in ("class", "label")]
    return (names[0], classes[0]) if len(cells) > 2 and len(names) == len(classes) == 1 else None


def _separator(text: str) -> str:
    start = text.lstrip().splitlines()[:1]
    line = start[0] if start else ""
    return "\t" if "\t" in line else ";" if ";" in line and "," not in line else ","


def _problem(cells: list[str], first: dict[str, tuple[int, str]]) -> str:
    if not cells:
        return "The row has neither a name nor a class. Fill in both, or delete the row."
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
