"""Copies of the database: made, verified, and put back in two steps."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput, Damaged, NotFound
from engine.errors.unforeseen import explained, obstacle, of_database
from engine.workspace import DATABASE
from store import backup, database, integrity, models, restoring
from store.backup import REASONS, Backup, DamagedDatabase, UnderWay
from store.migrations import NEWEST


@dataclass(frozen=True)
class BackupState:
    """A copy and what is wrong with it, a line each; `file` is where it lies, `reason` why it was made, in words."""

    number: int
    made: str
    reason: str
    file: str
    counts: dict[str, int]
    damage: tuple[str, ...] = ()


@dataclass(frozen=True)
class VerificationReport:
    """What was found wrong with the database, a line each, its counts, and the state of every copy, oldest first;
    `unusable` are files of copies that are cut short or whose record cannot be read."""

    damage: tuple[str, ...]
    counts: dict[str, int]
    backups: tuple[BackupState, ...]
    unusable: tuple[str, ...] = ()


@dataclass(frozen=True)
class PreparedCopy:
    """A copy under a name of its own, ready to take the database's place: its counts, and those of the database;
    `without_weights` are its model versions whose weights have gone since it was made."""

    number: int
    file: str
    counts: dict[str, int]
    now: dict[str, int]
    without_weights: tuple[str, ...] = ()


class Backups:
    """The copies of one workspace's database; works with a database that cannot be opened, too."""

    def __init__(self, folder: Path) -> None:
        self._database = folder / DATABASE
        self._folder = folder / "backups"

    def all(self) -> list[BackupState]:
        """The good copies there are, newest first; what they hold is not read."""
        with self._explained():
            return [self._state(one) for one in reversed(self._there())]

    def make(self) -> BackupState | None:
        """Makes a checked copy; None where nothing has changed since the newest, or there is nothing to copy yet.

        Damaged where the database is; then no copy is made, and none goes.
        """
        with self._explained():
            made = backup.make(self._database, self._folder)
            return self._state(made) if made else None

    def make_if_due(self) -> None:
        """Makes the day's copy, unless there is one, somebody else makes it now, or nothing can be written here."""
        if not obstacle(self._folder.parent, self._database):
            with suppress(UnderWay), self._explained():
                backup.make_if_due(self._database, self._folder)

    def verify(self) -> VerificationReport:
        """Reads the database and every copy whole: pages, indexes, foreign keys, counts, recorded hashes."""
        with self._explained():
            damage, counts = self._damage()
            return VerificationReport(
                tuple(damage),
                counts,
                tuple(self._state(one, tuple(backup.damage_of(self._folder, one))) for one in self._there()),
                tuple(map(str, self._unusable())),
            )

    def prepare(self, number: int | None = None) -> PreparedCopy:
        """Writes a copy (the newest unless named) beside the database under a name of its own, checked.

        The database stays as it is. NotFound where there is no such copy, Damaged where the copy is no longer whole,
        BadInput where it is of a newer version of the program.
        """
        with self._explained():
            chosen = self._chosen(number)
            out = self._prepared(chosen.number)
            try:
                counts = restoring.prepare(self._folder, chosen, out)
            except DamagedDatabase as error:
                raise Damaged(
                    f"{error.path} is damaged ({'; '.join(error.lines[:2])}); choose another copy."
                ) from error
            except database.NewerSchema as error:
                raise BadInput(
                    f"Copy {chosen.number} is of a newer version of Nomenclator: its schema is {error.found}, this "
                    f"version knows up to {NEWEST}. Put it back with the newer version; nothing was changed."
                ) from error
            return PreparedCopy(chosen.number, str(out), counts, self._damage()[1], self._without_weights(out))

    def put_in_place(self, number: int) -> str:
        """Makes the database what a prepared copy is; where its state until now is kept.

        Other windows see it at once, and should be opened again. NotFound where that copy was not prepared.
        """
        out = self._prepared(number)
        if not out.exists():
            raise NotFound(f"Copy {number} was not prepared; look at it first with “restore {number}”.")
        with self._explained():
            return str(restoring.put_in_place(out, self._database, self._folder))

    def _there(self) -> list[Backup]:
        return backup.backups(self._folder) if self._folder.is_dir() else []

    def _unusable(self) -> list[Path]:
        return backup.unusable(self._folder) if self._folder.is_dir() else []

    def _without_weights(self, prepared: Path) -> tuple[str, ...]:
        with database.reading(prepared) as db:
            known = models.all_models(db)
        return tuple(one.name for one in known if not (self._database.parent / one.artefact).is_file())

    def _chosen(self, number: int | None) -> Backup:
        there = {one.number: one for one in self._there()}
        path = backup.path_of(self._folder, number or 0)
        if path in self._unusable():
            raise Damaged(f"{path} is cut short, or its record cannot be read; choose another copy.")
        if not there:
            raise NotFound(f"There is no backup in {self._folder}; make one with “backup”.")
        if number is not None and number not in there:
            raise NotFound(f"There is no backup {number}; there are {', '.join(map(str, there))}.")
        return there[max(there) if number is None else number]

    def _prepared(self, number: int) -> Path:
        return self._database.with_name(f"restored-{number:06}.db")

    def _damage(self) -> tuple[list[str], dict[str, int]]:
        """What is wrong with the database, and its counts as far as they can be read."""
        if not self._database.exists() or not self._database.stat().st_size:
            return [f"{self._database} is missing or empty"], {}
        closed = bool(obstacle(self._folder.parent, self._database))
        try:
            with database.reading(self._database, read_only=closed) as db:
                counts = integrity.counts(db)
                return integrity.damage_of(db), counts
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):
                raise
            return [str(problem)], {}

    def _state(self, one: Backup, damage: tuple[str, ...] = ()) -> BackupState:
        file = str(backup.path_of(self._folder, one.number))
        return BackupState(one.number, one.made, REASONS.get(one.reason, one.reason), file, one.counts, damage)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, DamagedDatabase, database.NewerSchema) as error:
            raise of_database(error, self._database) from error
        except OSError as error:
            raise explained(error) from error
