"""A copy put back in two steps: first checked under a name of its own, then in the place of the database."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from store import backup, database, files, given_numbers, integrity, settings
from store.backup import Backup, DamagedDatabase

COUNTED = "SELECT key, value FROM settings WHERE key LIKE 'last %'"  # numbers of versions, which have names


def prepare(folder: Path, chosen: Backup, out: Path) -> dict[str, int]:
    """Write a good copy under the name `out`, in place of what has it, checked and of the newest schema; its counts.

    DamagedDatabase where the copy is no longer what it was.
    """
    source = backup.path_of(folder, chosen.number)
    if lines := backup.damage_of(folder, chosen):
        raise DamagedDatabase(source, lines)
    temporary = out.with_name(f".{out.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        shutil.copyfile(source, temporary)
        os.chmod(temporary, files.PRIVATE_FILE)
        database.migrate(temporary)
        with database.writing(temporary) as db:
            settings.put(db, settings.GENERATION, str(secrets.randbelow(1 << 30) + 1))
        with database.reading(temporary) as db:
            lines, counts = integrity.damage_of(db), integrity.counts(db)
        if lines:
            raise DamagedDatabase(source, lines)
        files.replace(temporary, out)
    finally:
        for left in (temporary, *(temporary.with_name(temporary.name + ending) for ending in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)
    return counts


def put_in_place(prepared: Path, path: Path, folder: Path) -> Path:
    """Make the database what `prepared` is; where its present state is kept: a copy in `folder`, or a folder there.

    One transaction, which others that have the database open see at once. The present state is copied in it: what they
    commit before is in that copy, what they commit after is in the database. A database that SQLite cannot read is
    moved aside whole instead.
    """
    saved: list[Path] = []

    def keep() -> None:
        if not saved:
            saved.append(_save_present(path, folder))
            _count_on(path, prepared)

    try:
        _overwrite(prepared, path, keep)
    except sqlite3.DatabaseError as problem:
        unreadable = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CANTOPEN)
        if problem.sqlite_errorcode & 0xFF not in unreadable:
            raise
        keep()
        for part in _parts(path):
            part.unlink(missing_ok=True)
        files.sync_folder(path.parent)
        files.place(prepared, path)
    prepared.unlink(missing_ok=True)
    return saved[0]


def _save_present(path: Path, folder: Path) -> Path:
    """Where the present state is kept: a copy that holds just that, or the files as they are where none can be made."""
    try:
        present = backup.make(path, folder, backup.RESTORE)
        there = backup.backups(folder)
        return backup.path_of(folder, present.number if present else there[-1].number) if there else folder
    except (DamagedDatabase, FileNotFoundError):
        return _copied_aside(path, folder)


def _count_on(present: Path, prepared: Path) -> None:
    """Let a copy count on where the present database is, as far as that can be read: the files of its versions and runs
    stay, and no other may have their names."""
    last = {given_numbers.RUN: _highest_of_files(present.parent)}
    with suppress(sqlite3.DatabaseError), database.reading(present) as db:
        last |= {key: int(number) for key, number in db.execute(COUNTED) if number.isdigit()}
        for kind in given_numbers.NAMED:
            last[kind] = max(last.get(kind, 0), given_numbers.highest(db, kind))
    with database.writing(prepared) as db:
        for key, number in last.items():
            settings.put(db, key, str(max(number, int(settings.get(db, key, "0")))))


def _highest_of_files(folder: Path) -> int:
    """The highest number of a run that left results or a checkpoint."""
    names = [path.stem for part in ("experiments", "runs") for path in (folder / part).glob("*")]
    return max((int(name) for name in names if name.isdecimal()), default=0)


def _overwrite(prepared: Path, path: Path, keep: Callable[[], None]) -> None:
    """Write `prepared` over the database in one transaction. `keep` is called in it, when nobody else can write and
    readers still have the present state; what it writes to `prepared` is written too."""
    if path.exists() and not path.stat().st_size:
        raise sqlite_problem(sqlite3.SQLITE_NOTADB)
    with database.reading(path) as target:
        target.execute("PRAGMA journal_mode = WAL")  # in which whoever reads does not wait
        target.execute("BEGIN IMMEDIATE")  # waits for who is writing
        target.execute("ROLLBACK")
        ends = time.monotonic() + database.BUSY_SECONDS

        def stepped(status: int, remaining: int, total: int) -> None:
            if status == sqlite3.SQLITE_OK:
                keep()
            elif time.monotonic() > ends:
                raise sqlite_problem(sqlite3.SQLITE_BUSY)

        with closing(sqlite3.connect(prepared)) as source:
            source.backup(target.conn, pages=1, progress=stepped)  # from the first page on it is ours alone


def sqlite_problem(code: int) -> sqlite3.OperationalError:
    """An error with a code as SQLite's own have it."""
    problem = sqlite3.OperationalError("database is locked" if code == sqlite3.SQLITE_BUSY else "not a database")
    problem.sqlite_errorcode = code
    return problem


def _copied_aside(path: Path, folder: Path) -> Path:
    """The database's files as they are, copied to a new folder in `folder`."""
    number = 1
    while (aside := folder / f"damaged-{number:03}").exists():
        number += 1
    files.make_private_folder(aside)
    for part in _parts(path):
        if part.exists():
            shutil.copyfile(part, aside / part.name)
            files.sync_file(aside / part.name)
    files.sync_folder(aside)
    return aside


def _parts(path: Path) -> list[Path]:
    return [path, *(path.with_name(f"{path.name}{ending}") for ending in ("-wal", "-shm"))]
