"""Copies of the database, each checked before an older one goes: daily, weekly and monthly ones, by their number.

A copy is `workspace-000012.db` with `workspace-000012.json` beside it: when and why it was made, its sha256 and counts.
Only a copy with both is good. The clock says when the next one is due and nothing else: which ones go is decided by
their numbers.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sqlite3
from collections.abc import Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from store import database, files, integrity
from store.file_lock import file_lock
from store.sqlite import Database

if TYPE_CHECKING:
    from collections.abc import Iterator

DAY, PERSON, RESTORE, SCHEMA = "day", "person", "restore", "schema"  # why a copy was made
REASONS = {DAY: "daily", PERSON: "made by hand", RESTORE: "before a restore", SCHEMA: "before a newer schema"}
DAILY, WEEKLY, MONTHLY, OTHERS = 7, 5, 12, 5  # how many of each are there at most
WEEK, MONTH = 7, 28  # daily copies
NAME = re.compile(r"workspace-(\d{6})\.db")
OLD_NAME = re.compile(r"workspace-\d{8}-\d{6}\.db")  # as before copies had numbers
LOCK = "lock"  # the file that whoever makes a copy has locked


class DamagedDatabase(Exception):
    """A database, or a copy of one, that is not whole; its lines say what SQLite found."""

    def __init__(self, path: Path, lines: Sequence[str]) -> None:
        super().__init__(f"{path}: {'; '.join(lines[:3])}")
        self.path, self.lines = path, tuple(lines)


class UnderWay(Exception):
    """Somebody else, a thread or a process, makes a copy at this moment."""


@dataclass(frozen=True)
class Backup:
    """A good copy: its number, when it was made (UTC) and why, the hash of its content and the rows that it holds.

    `day` numbers the daily ones, and is 0 for others.
    """

    number: int
    made: str
    reason: str
    day: int
    sha256: str
    size: int
    counts: dict[str, int]


def make(path: Path, folder: Path, reason: str = PERSON) -> Backup | None:
    """A checked copy of the database in `folder`; then the older ones go that are not to stay.

    One is made at a time: this waits for whoever makes another. None where the database holds nothing yet, or nothing
    else than the newest good copy (of a daily one: the newest daily copy). DamagedDatabase where the database is not
    whole; then no copy is made and none goes.
    """
    files.make_private_folder(folder)
    with file_lock(folder / LOCK):
        return _made(path, folder, reason)


def make_if_due(path: Path, folder: Path) -> Backup | None:
    """A daily copy, where one `is_due`; UnderWay, at once, where somebody else makes a copy."""
    if not is_due(folder):
        return None
    files.make_private_folder(folder)
    with file_lock(folder / LOCK, wait=False) as alone:
        if not alone:
            raise UnderWay
        return _made(path, folder, DAY) if is_due(folder) else None


def is_due(folder: Path) -> bool:
    """Whether a day lies between now and the newest daily copy, in whichever direction the clock was set."""
    daily = _daily(backups(folder))
    return not daily or abs(datetime.now(UTC) - datetime.fromisoformat(daily[-1].made)) >= timedelta(days=1)


def _daily(copies: list[Backup]) -> list[Backup]:
    return [one for one in copies if one.reason == DAY]


def _made(path: Path, folder: Path, reason: str) -> Backup | None:
    """What `make` gives, for whoever has the lock."""
    adopt(folder)
    there = backups(folder)
    before = _daily(there) if reason == DAY else there
    with _copied(path, folder) as (copy, counts):
        if not any(counts.values()):
            return None
        digest = files.sha256_of(copy)
        if before and before[-1].sha256 == digest == files.sha256_of(path_of(folder, before[-1].number)):
            return None
        size = copy.stat().st_size
        number = 1 + max((int(found[1]) for one in folder.iterdir() if (found := NAME.fullmatch(one.name))), default=0)
        while not files.place(copy, path_of(folder, number)):
            number += 1
    day = 1 + max((one.day for one in there), default=0) if reason == DAY else 0
    made = Backup(number, database.now(), reason, day, digest, size, counts)
    _write_about(folder, made)
    for old in to_prune(backups(folder)):
        path_of(folder, old.number).unlink(missing_ok=True)
        _about(folder, old.number).unlink(missing_ok=True)
    return made


def backups(folder: Path) -> list[Backup]:
    """The good copies there are, oldest first."""
    found = []
    for path in folder.glob("workspace-*.json"):
        with suppress(OSError, ValueError, TypeError, RecursionError):
            one = _recorded(path)
            if path_of(folder, one.number).stat().st_size == one.size and path == _about(folder, one.number):
                found.append(one)
    return sorted(found, key=lambda one: one.number)


def unusable(folder: Path) -> list[Path]:
    """Copies that are cut short, or whose record cannot be read, oldest first: they are no `backups`. One without a
    record is whole perhaps, or being written: see `adopt`."""
    good = {path_of(folder, one.number) for one in backups(folder)}
    named = (path for path in folder.iterdir() if NAME.fullmatch(path.name) and path.with_suffix(".json").exists())
    return sorted(path for path in named if path not in good)


def _recorded(path: Path) -> Backup:
    """What the file beside a copy says of it.

    ValueError, TypeError or RecursionError where it is deep, of other types, with a time that is none, or half a
    character.
    """
    one = Backup(**json.loads(path.read_text(encoding="utf-8")))
    counts = dict(one.counts)
    numbers = (one.number, one.day, one.size, *counts.values())
    if not all(type(number) is int and 0 <= number < 2**63 for number in numbers):
        raise ValueError("a number is none")
    if datetime.fromisoformat(one.made).tzinfo is None:
        raise ValueError("the time is of no zone")
    "".join((one.made, one.reason, one.sha256, *counts)).encode()
    return one


def to_prune(there: Sequence[Backup]) -> list[Backup]:
    """The copies that need not stay: all but the newest daily ones, the last of each week and month, and a few others.

    Seven daily copies are a week, whatever the clock said.
    """
    daily = [one for one in there if one.reason == DAY]
    stay = {one.number for one in daily[-DAILY:]}
    for length, most in ((WEEK, WEEKLY), (MONTH, MONTHLY)):
        last = {(one.day - 1) // length: one.number for one in daily}  # the later ones overwrite
        stay |= {last[block] for block in sorted(last)[-most:]}
    for reason in (PERSON, RESTORE, SCHEMA):
        stay |= {one.number for one in [one for one in there if one.reason == reason][-OTHERS:]}
    return [one for one in there if one.number not in stay]


def damage_of(folder: Path, backup: Backup) -> list[str]:
    """What is wrong with a copy, a line each; [] where it is as it was made."""
    path = path_of(folder, backup.number)
    if files.sha256_of(path) != backup.sha256:
        return ["its content is no longer what was recorded"]
    with database.reading(path, read_only=True) as db:
        if lines := integrity.damage_of(db):
            return lines
        counts = integrity.counts(db)  # of more tables than an earlier version counted
        same = all(counts.get(table) == number for table, number in backup.counts.items())
        return [] if same else ["it holds other counts than recorded"]


def adopt(folder: Path) -> None:
    """Give copies from before there were numbers, and those whose record is missing, a number and a record if whole."""
    old = sorted(path for path in folder.iterdir() if OLD_NAME.fullmatch(path.name))
    loose = [path for path in folder.iterdir() if NAME.fullmatch(path.name) and not path.with_suffix(".json").exists()]
    numbers = [int(found[1]) for path in folder.iterdir() if (found := NAME.fullmatch(path.name))]
    for path in [*old, *sorted(loose)]:
        try:
            with database.reading(path, read_only=True) as db:
                lines, counts = integrity.damage_of(db), integrity.counts(db)
        except sqlite3.Error:
            continue
        if lines or not any(counts.values()):
            continue
        made = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="milliseconds")
        number = int(path.stem[-6:]) if path in loose else max(numbers, default=0) + 1
        if path in old and not files.place(path, path_of(folder, number)):
            continue
        numbers.append(number)
        numbered = path_of(folder, number)
        day = 1 + max((one.day for one in backups(folder)), default=0)
        _write_about(folder, Backup(number, made, DAY, day, files.sha256_of(numbered), numbered.stat().st_size, counts))


def path_of(folder: Path, number: int) -> Path:
    """Where the copy with this number lies."""
    return folder / f"workspace-{number:06}.db"


@contextmanager
def _copied(path: Path, folder: Path) -> Iterator[tuple[Path, dict[str, int]]]:
    """A checked copy of the database under a passing name, and its counts; gone afterwards unless it was placed."""
    if not path.stat().st_size:
        raise DamagedDatabase(path, ["it holds no byte"])
    temporary = folder / f".workspace.{os.getpid()}-{secrets.token_hex(4)}.part"
    try:
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, files.PRIVATE_FILE))
        with database.reading(path) as source:
            source.execute("BEGIN")
            counts = integrity.counts(source)  # the copy is of the same moment
            with closing(sqlite3.connect(temporary)) as target:
                source.conn.backup(target)
                copy = Database(target)
                lines = integrity.damage_of(copy)
                if not lines and integrity.counts(copy) != counts:
                    lines = ["the copy holds other counts than the database"]
        if lines:
            raise DamagedDatabase(path, lines)
        yield temporary, counts
    except sqlite3.DatabaseError as problem:
        if problem.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise DamagedDatabase(path, [str(problem)]) from None
        raise
    finally:
        for left in (temporary, *(temporary.with_name(temporary.name + ending) for ending in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)


def _about(folder: Path, number: int) -> Path:
    return path_of(folder, number).with_suffix(".json")


def _write_about(folder: Path, backup: Backup) -> None:
    path = _about(folder, backup.number)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with open(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, files.PRIVATE_FILE), "w") as file:
            json.dump(asdict(backup), file)
        files.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
