"""Tables of names with their classes, for few-shot training: which column holds what, and the pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from engine.errors import BadInput
from engine.formats.opening.lines import encoding_note, encoding_of_file
from engine.formats.opening.tables import refusing, table_rows
from engine.formats.tables.column_headings import CLASSES, HEADINGS, TEXTS
from engine.formats.tables.columns import numbered, plain_heading

MOST_TOLD = 5  # rows that are wrong
NAMES = frozenset((*HEADINGS["name"], *TEXTS))


@dataclass(frozen=True)
class LabelTable:
    """The (name, class) pairs of a table, the headings of the two columns that they were read from, whether these
    stand in its first row, and `encoding_note` of it; without a heading that is known, that row is a label."""

    columns: dict[str, str]
    pairs: list[tuple[str, str]]
    headed: bool
    encoding: str = ""


def read_labels(path: Path) -> LabelTable:
    """The labels of a table with a heading for the names and one for the classes, or of two bare columns.

    BadInput for a missing file, one of a single column or of headings alone, more columns without such headings, rows
    without a name or a class and names with two classes, of which the first are told, and where a quotation mark is not
    closed.
    """
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; check the path.")
    rows = table_rows(path, report=refusing(path.name), encoding=encoding_of_file(path))
    first, heading = next(((number, row) for number, row in rows if any(cell.strip() for cell in row)), (0, []))
    columns = len(heading) - next((at for at, cell in enumerate(reversed(heading)) if cell.strip()), 0)
    if not heading:
        raise BadInput(f"{path.name} is empty; it needs a row for each name, with its class.")
    if len(heading) < 2:
        raise BadInput(f"{path.name} needs two columns, a name and a class, separated by a comma or a tab.")
    places = _places(heading, columns)
    if places is None and columns > 2:
        raise BadInput(
            f"{path.name} has {columns} columns, and none of them is called “class”; call the columns of the names "
            "and of the classes “name” and “class”, or leave only these two."
        )
    name, label = places or (0, 1)
    called = heading if places else numbered(2)
    pairs = []
    classes: dict[str, tuple[int, str]] = {}
    wrong: list[tuple[int, str, str]] = []
    for number, row in rows if places else chain([(first, heading)], rows):
        if any(cell.strip() for cell in row):
            whole = [*row, *[""] * len(heading)]
            pairs.append((whole[name], whole[label]))
            if not (whole[name].strip() and whole[label].strip()):
                missing = "class" if whole[name].strip() else "name"
                wrong.append((number, f"has no {missing}", "fill it in, or take the row out"))
                continue
            above, other = classes.setdefault(whole[name].strip().casefold(), (number, whole[label].strip()))
            if other != whole[label].strip():
                conflict = f"“{whole[name].strip()}” the class “{whole[label].strip()}”, and row {above:,} “{other}”"
                wrong.append((number, f"gives {conflict}", "keep one of the two rows"))
    if wrong:
        raise BadInput(f"{path.name}, {_in_one_sentence(wrong)}")
    if not pairs:
        raise BadInput(f"{path.name} has headings and nothing below them; give each name a row with its class.")
    columns_read = {"name": called[name].strip(), "class": called[label].strip()}
    return LabelTable(columns_read, pairs, places is not None, encoding_note(path))


def _in_one_sentence(wrong: Sequence[tuple[int, str, str]]) -> str:
    """What is wrong in the first rows (number, what, remedy), in how many more, and the remedy."""
    if len(wrong) == 1:
        ((number, what, remedy),) = wrong
        return f"row {number:,}, {what}; {remedy}."
    listed = "; ".join(f"row {number:,} {what}" for number, what, _ in wrong[:MOST_TOLD])
    more = f"; and {len(wrong) - MOST_TOLD:,} more" if wrong[MOST_TOLD:] else ""
    return f"{len(wrong):,} rows are wrong, so none is taken: {listed}{more}. Mend them, or take them out."


def _places(heading: Sequence[str], columns: int) -> tuple[int, int] | None:
    """Where a heading has the names and the classes; None where it says neither, or of more than two columns not both.

    Of two columns, the one beside a heading that is known is the other.
    """
    plain = [plain_heading(cell) for cell in heading[:columns]]
    label = min(
        (at for at, cell in enumerate(plain) if cell in CLASSES), key=lambda at: CLASSES.index(plain[at]), default=-1
    )
    name = next((at for at, cell in enumerate(plain) if cell in NAMES and at != label), -1)
    if columns == 2 and (name >= 0) != (label >= 0):
        return (1 - label, label) if name < 0 else (name, 1 - name)
    return (name, label) if name >= 0 and label >= 0 else None
