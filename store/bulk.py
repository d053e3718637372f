"""Many rows at once: indexes are made again at the end, which is sooner done than keeping them in order meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlite_utils import Database


@contextmanager
def without_indexes(db: Database, *tables: str) -> Iterator[None]:
    """Take away the indexes of these tables that nothing is checked by, and make them again, in one transaction."""
    marks = ", ".join("?" * len(tables))
    found = db.execute(
        f"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name IN ({marks}) "
        "AND sql IS NOT NULL AND sql NOT LIKE 'CREATE UNIQUE%'",
        list(tables),
    ).fetchall()
    for name, _ in found:
        db.execute(f"DROP INDEX [{name}]")
    yield
    for _, sql in found:
        db.execute(sql)
