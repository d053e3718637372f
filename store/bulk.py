"""Many rows at once: indexes are made again at the end, which is sooner done than keeping them in order meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from store.sqlite import Database

ReportIndex = Callable[[int, int], None]


def report_nothing(place: int, of: int) -> None:
    """Nobody listens."""


@contextmanager
def without_indexes(db: Database, *tables: str, report_index: ReportIndex = report_nothing) -> Iterator[None]:
    """Take away the indexes of these tables that nothing is checked by, and make them again, in one transaction.

    report_index: hears which index is made of how many, as 2 and 5.
    """
    marks = ", ".join("?" * len(tables))
    found = db.execute(
        f"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name IN ({marks}) "
        "AND sql IS NOT NULL AND sql NOT LIKE 'CREATE UNIQUE%'",
        list(tables),
    ).fetchall()
    for name, _ in found:
        db.execute(f"DROP INDEX [{name}]")
    yield
    for place, (_, sql) in enumerate(found, 1):
        report_index(place, len(found))
        db.execute(sql)
