"""Open a workspace database, use it, close it: WAL, a busy timeout and foreign keys on every connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from store.migrations import migrations

BUSY_SECONDS = 30


def now() -> str:
    """The time of an entry: UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def create(path: Path) -> None:
    """Make the database at `path`, or bring an older one to the newest schema."""
    with closing(_connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrations.apply(Database(connection))


@contextmanager
def reading(path: Path) -> Iterator[Database]:
    """A connection for reading; nothing is written through it."""
    with closing(_connect(path)) as connection:
        yield Database(connection)


@contextmanager
def writing(path: Path) -> Iterator[Database]:
    """A connection inside one IMMEDIATE transaction: committed at the end, rolled back on any error.

    IMMEDIATE because a deferred transaction that reads and then writes fails at once when another writer
    came in between, whatever the busy timeout.
    """
    with closing(_connect(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield Database(connection)
        except BaseException:
            connection.rollback()
            raise
        connection.commit()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection
