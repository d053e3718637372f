"""Notes that people wrote about an action, in a cell of each row that it made; and such a cell read again.

A note's text has no two spaces in a row, so two of them part it from who wrote it and from the next note.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import BadInput
from engine.formats.opening.times import in_utc
from store import history
from store.sqlite import Database

NEXT, BY, AT = "  |  ", "  (", ", "
Note = tuple[str, str, str]  # text, by whom, when


def cells_of(db: Database, kinds: Sequence[str]) -> dict[int, str]:
    """Batch of a table -> the cell of its rows: 'ask the ward  (mira, 2026-05-03T…)'; those without notes are left out.

    kinds: the kinds of the history that the table keeps.
    """
    found = history.notes_by_batch(db, kinds)
    return {
        batch: NEXT.join(f"{one.note}{BY}{one.who}{AT}{one.when})" for one in notes) for batch, notes in found.items()
    }


def notes_in(cell: str) -> list[Note]:
    """The notes of a cell; what somebody typed into it is a note by nobody, at no time. BadInput as for `moment`.

    >>> notes_in("ask the ward  (mira, 2026-05-03T14:05:00.000+00:00)  |  typed here")
    [('ask the ward', 'mira', '2026-05-03T14:05:00.000+00:00'), ('typed here', '', '')]
    """
    found = []
    for part in cell.split(NEXT):
        text, by, rest = part.partition(BY)
        who, comma, at = rest.removesuffix(")").rpartition(AT)
        if by and comma and rest.endswith(")"):
            found.append((text.strip(), who, moment(at)))
        elif part.strip():
            found.append((" ".join(part.split()), "", ""))
    return found


def moment(cell: str) -> str:
    """The time in a cell as the store keeps it; BadInput for a text that names none."""
    if (found := in_utc(cell)) is None:
        raise BadInput(f"“{cell[:40]}” is no time; write it as 2026-05-03T14:05:00+00:00, or delete the row.")
    return found
