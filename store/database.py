"""Open a workspace database, use it, close it: WAL, a busy timeout and foreign keys on every connection."""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from store import files
from store.migrations import NEWEST, migrations, version_of
from store.sqlite import Database

BUSY_SECONDS = 30.0


class _OfThread(threading.local):
    """The connections through which a thread reads all at once, by their database."""

    def __init__(self) -> None:
        self.by_path: dict[Path, Database] = {}


_at_once = _OfThread()


class NewerSchema(Exception):
    """A database of a newer version of the program; `found` is its schema's number."""

    def __init__(self, found: int) -> None:
        super().__init__(f"schema {found}, known up to {NEWEST}")
        self.found = found


def now() -> str:
    """The time of an entry: UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def create(path: Path, first: Callable[[Database], None] | None = None) -> None:
    """Make the database at `path`, whole or not at all; one that is there already is brought to the newest schema.

    `first` writes the first rows of a new one. It is made under another name, so that nobody meets it half-made.
    """
    if path.exists():
        migrate(path)
        return
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, files.PRIVATE_FILE))
        os.chmod(temporary, files.PRIVATE_FILE)
        with closing(_connect(temporary)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = OFF")  # it is synced whole before it has its name
            migrations.apply(Database(connection))
            if first is not None:
                with transaction(Database(connection)) as db:
                    first(db)
        files.place(temporary, path)
    finally:
        for left in (temporary, *(temporary.with_name(temporary.name + ending) for ending in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)


def migrate(path: Path) -> None:
    """Bring a database to the newest schema in one transaction; NewerSchema where it is of a newer one already."""
    with closing(_connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        with transaction(Database(connection)) as db:
            migrations.apply(db)


def schema(path: Path, read_only: bool = False) -> int:
    """The number of the database's schema, `store.migrations.NEWEST` for this program's; nothing is written."""
    with reading(path, read_only) as db:
        return version_of(db)


@contextmanager
def reading(path: Path, read_only: bool = False, wait: float | None = None) -> Iterator[Database]:
    """A connection, closed at the end; what is written through it stands in a `transaction`.

    With `read_only` nothing can be written through it. `wait`: seconds to wait for whoever writes; without it,
    BUSY_SECONDS.
    """
    with closing(_connect_for_reading(path) if read_only else _connect(path, wait)) as connection:
        yield Database(connection)


@contextmanager
def reading_at_once(path: Path, db: Database) -> Iterator[None]:
    """Within it `connection_at_once` gives this thread `db`, a connection to `path`, so that SQLite reads the schema
    once (1 ms) and not for each question. Not for longer than a drawing: a file that is put in its place is not seen.
    """
    before = _at_once.by_path
    _at_once.by_path = {**before, path: db}
    try:
        yield
    finally:
        _at_once.by_path = before


def connection_at_once(path: Path) -> Database | None:
    """The connection to `path` that this thread reads through at the moment, if any."""
    return _at_once.by_path.get(path)


@contextmanager
def writing(path: Path, wait: float | None = None) -> Iterator[Database]:
    """A connection inside one `transaction`, closed at the end; `wait` as in `reading`."""
    with reading(path, wait=wait) as db, transaction(db):
        yield db


@contextmanager
def transaction(db: Database) -> Iterator[Database]:
    """An IMMEDIATE transaction on an open connection: committed at the end, rolled back on any error.

    IMMEDIATE because a deferred transaction that reads and then writes fails at once when another writer
    came in between, whatever the busy timeout. NewerSchema where a newer version has changed the database meanwhile.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        if (found := version_of(db)) > NEWEST:
            raise NewerSchema(found)
        yield db
    except BaseException:
        db.conn.rollback()
        raise
    db.conn.commit()


def begin_again(db: Database) -> None:
    """Take back what the open transaction wrote, and begin another IMMEDIATE one."""
    db.execute("ROLLBACK")
    db.execute("BEGIN IMMEDIATE")


def wal_of(path: Path) -> Path:
    """Where SQLite keeps what is not yet in the database's own file."""
    return path.with_name(f"{path.name}-wal")


def _connect(path: Path, wait: float | None = None) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{_uri(path)}?mode=rw", uri=True, timeout=BUSY_SECONDS if wait is None else wait)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")  # in WAL mode, NORMAL syncs no commit
    return connection


def _connect_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing; where not even a lock can be written, nobody writes while there is no log."""
    log = wal_of(path)
    closed = not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
    unchanging = closed and (not log.exists() or not log.stat().st_size)
    address = f"{_uri(path)}?mode=ro{'&immutable=1' if unchanging else ''}"
    return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)


def _uri(path: Path) -> str:
    return f"file:{quote(path.absolute().as_posix())}"
