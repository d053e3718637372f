"""The attributes that people give mentions, append-only: the newest word about a line stands."""

from __future__ import annotations

from collections.abc import Sequence

from store import history
from store.database import now
from store.reading import in_parts
from store.sqlite import Database

NONE = "none"  # what is kept where a person says that there is none; "" says nothing


def add(db: Database, number: int, lines: Sequence[tuple[int, str]], attributes: str, who: str, title: str) -> int:
    """Append what a person says of lines (number and text) as one batch; its entry in the history.

    attributes: their names with blanks between, NONE for none.
    """
    batch, at = history.next_batch(db, "mention_attributes"), now()
    db.table("mention_attributes").insert_all(
        {
            **{"normalisation": number, "answer": line, "text": text, "attributes": attributes, "who": who, "at": at},
            **{"batch": batch, "role": history.DO, "of_batch": None},
        }
        for line, text in lines
    )
    return history.record(db, history.ATTRIBUTE, batch, who, len(lines), title, at=at)


def latest(db: Database, number: int, lines: Sequence[int]) -> dict[int, str]:
    """Line -> what people say of it; lines of which nobody says anything are left out."""
    sql = (
        "SELECT answer, attributes FROM mention_attributes WHERE id IN (SELECT max(id) FROM mention_attributes "
        "WHERE normalisation = ? AND answer IN ({}) GROUP BY answer) AND attributes != ''"
    )
    return dict(in_parts(db, sql, lines, number))
