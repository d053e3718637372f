"""Labels: append-only. The newest label of a name in a set counts; an empty one takes the name out again."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sqlite_utils import Database

from store.database import now
from store.records import Label


def add(
    db: Database, label_set: str, pairs: Iterable[tuple[str, str]], who: str, normalise: Callable[[str], str]
) -> int:
    """Append (name, class) pairs to a set; the number added. A class of '' withdraws the name."""
    at = now()
    rows = [
        {"label_set": label_set, "name": name, "norm": normalise(name), "label": label, "who": who, "at": at}
        for name, label in pairs
    ]
    db.table("labels").insert_all(rows)
    return len(rows)


def in_set(db: Database, label_set: str) -> list[Label]:
    """What the set says now, oldest first."""
    rows = db.query(
        "SELECT label_set, name, label, who, at FROM labels WHERE id IN (SELECT max(id) FROM labels "
        "WHERE label_set = ? GROUP BY norm) AND label != '' ORDER BY id",
        [label_set],
    )
    return [Label(row["label_set"], row["name"], row["label"], row["who"], row["at"]) for row in rows]


def sets(db: Database) -> list[str]:
    """The names of the label sets, oldest first."""
    return [row[0] for row in db.execute("SELECT label_set FROM labels GROUP BY label_set ORDER BY min(id)")]
