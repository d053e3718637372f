"""The names of a terminology one after another, as indexes are made of them: row i is the i-th."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from operator import itemgetter

from sqlite_utils import Database

from store.reading import value
from store.terminologies import key


def texts(db: Database, slug: str) -> Iterator[str]:
    """The text of every name, in index order."""
    rows = db.execute("SELECT text FROM names WHERE terminology = ? ORDER BY id", [key(db, slug)])
    return (text for (text,) in rows)


def places(db: Database, slug: str) -> tuple[int, array[int]]:
    """The number of the first name, 0 where there is none, and of each name's concept, in index order."""
    where = "FROM names WHERE terminology = ?"
    first = value(db, f"SELECT min(id) {where}", [number := key(db, slug)])
    rows = db.execute(f"SELECT concept {where} ORDER BY id", [number])
    return int(first or 0), array("q", map(itemgetter(0), rows))


def first_parents(db: Database, slug: str) -> dict[int, int]:
    """The number of a concept -> that of the first concept above it, for every concept that has one."""
    return dict(db.execute("SELECT child, min(parent) FROM edges WHERE terminology = ? GROUP BY 1", [key(db, slug)]))
