"""A workspace: one folder with the database, models, indexes, vectors and relatedness sets."""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any

from engine.errors import BadInput, Damaged, LostRun, NotFound, Unavailable
from engine.errors.unforeseen import closed, explained, obstacle, of_database, put_back
from store import backup, database, runs, settings
from store.files import PRIVATE_FILE, make_private_folder, replace, sync_file, tighten
from store.migrations import NEWEST
from store.sqlite import Database
from store.terminology_states import NameTaken

DATABASE = "workspace.db"
HALF_MADE = f".{DATABASE}."  # what a first start that was killed leaves behind
READ_ONLY = "This workspace is open for reading only here; change it in the window or with another command."
FOLDERS = ("models", "indexes", "vectors", "relatedness", "runs", "backups")
FINGERPRINT_DIGITS = 16  # of a terminology version, which tell it from others in the name of a file
HELD_OUT_SHARE = 10  # one concept in ten is kept for evaluation
UNNAMED = (errno.ENOSPC, errno.EDQUOT, errno.EIO)  # what a write fails with, which names no file
SALT = "23569e2aae5e5d97"  # of every new workspace, so that they all keep the same concepts for evaluation


def index_start(fingerprint: str) -> str:
    """What the names of all files made of a terminology version begin with."""
    return fingerprint[:FINGERPRINT_DIGITS]


def default_workspace() -> Path:
    """The workspace folder in the person's data folder; NOMENCLATOR_WORKSPACE names another."""
    if named := os.environ.get("NOMENCLATOR_WORKSPACE", "").strip():
        return Path(named).expanduser()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "Nomenclator"


Within = Callable[[], AbstractContextManager[Any]]
Follow = Callable[[Callable[[], Any], str], Any]


def _done_silently(work: Callable[[], Any], message: str) -> Any:
    return work()


class Workspace:
    """Paths and database of one workspace folder; made when the folder is new or empty.

    Opening one that is there writes nothing, unless its schema is older. `obstacle` says why nothing can be written
    to it, "" where it can; with `read_only` nothing is ever written. BadInput where the folder holds something else or
    a newer version's workspace, NotFound where there is none and `create` is False, Unavailable where it cannot be
    read, Damaged where the database is. `follow` does what may take long before a change, given what that is called.
    """

    def __init__(self, folder: Path | str | None = None, create: bool = True, read_only: bool = False) -> None:
        self.folder = Path(folder).expanduser().resolve() if folder else default_workspace().resolve()
        self.database = self.folder / DATABASE
        self.backups = self.folder / "backups"
        self._checked_today = ""
        self.follow: Follow = _done_silently
        self._run: tuple[int, str] | None = None
        try:
            self._open(create and not read_only, READ_ONLY if read_only else "")
        except OSError as error:
            raise (Unavailable(closed(self.folder)) if os.path.lexists(self.folder) else explained(error)) from None

    def _open(self, create: bool, read_only: str) -> None:
        if self.folder.exists() and not self.folder.is_dir():
            raise BadInput(f"{self.folder} is a file, not a folder; name a folder for the workspace.")
        if not self.database.exists():
            self._found(create)
        elif not self.database.stat().st_size:
            raise Damaged(f"{self.database} is empty, so it is damaged; {put_back(self.database)}.")
        elif not os.access(self.database, os.R_OK):
            raise Unavailable(closed(self.folder))
        self.obstacle = obstacle(self.folder, self.database) or read_only
        with self._explained():
            self._bring_up_to_date()
            with database.reading(self.database, bool(self.obstacle)) as db:
                self.salt = settings.get(db, "salt")
        if not self.obstacle:
            for name in FOLDERS:
                if not (self.folder / name).is_dir():
                    make_private_folder(self.folder / name)
        if not self.salt:
            if not read_only:
                with self.writing() as db:
                    _salted(db)
            self.salt = SALT

    def _found(self, create: bool) -> None:
        if self.backups.is_dir() and backup.backups(self.backups):
            raise Damaged(f"{self.database} is missing; {put_back(self.database)}.")
        if self.folder.exists() and any(not path.name.startswith(HALF_MADE) for path in self.folder.iterdir()):
            raise BadInput(
                f"{self.folder} is not a workspace: it holds files but no {DATABASE}. "
                "Choose an empty or new folder, or the right one."
            )
        if not create:
            raise NotFound(
                f"There is no workspace at {self.folder}; "
                f"make one with “python -m engine init --workspace {self.folder}”."
            )
        make_private_folder(self.folder)
        with self._explained():
            database.create(self.database, _salted)

    def _bring_up_to_date(self) -> None:
        found = database.schema(self.database, bool(self.obstacle))
        if found > NEWEST:
            raise database.NewerSchema(found)
        if found == NEWEST:
            return
        if self.obstacle:
            raise Unavailable(
                f"{self.database} is of an older version (schema {found}, now {NEWEST}) and must be changed to be "
                f"opened. {self.obstacle}"
            )
        with self._copying():
            backup.make(self.database, self.backups, backup.SCHEMA)
        database.migrate(self.database)

    def reading(self, db: Database | None = None) -> AbstractContextManager[Database]:
        """A connection for reading, closed at the end; or `db`, a connection that is open already and stays open.

        Within `reading_at_once` it is that one.
        """
        there = database.connection_at_once(self.database) if db is None else db
        return self._connection() if there is None else nullcontext(there)

    @contextmanager
    def reading_at_once(self) -> Iterator[None]:
        """Within it all that this thread reads goes through one connection; see `store.database.reading_at_once`."""
        with self.reading() as db, database.reading_at_once(self.database, db):
            yield

    @contextmanager
    def _connection(self) -> Iterator[Database]:
        with self._explained(), database.reading(self.database, bool(self.obstacle)) as db:
            yield db

    @contextmanager
    def writing(self, wait: float | None = None) -> Iterator[Database]:
        """A connection in one immediate transaction, after a backup before the first of a day.

        Unavailable where nothing can be written, or somebody else writes for longer than `wait` seconds (BUSY_SECONDS).
        """
        self._before_writing()
        with self._explained(), database.reading(self.database, wait=wait) as db, self.writing_in(db):
            yield db

    @contextmanager
    def writing_in(self, db: Database) -> Iterator[Database]:
        """The same over `db`, a connection for reading that is open and in no transaction, and stays open."""
        self._before_writing()
        with self._explained(), database.transaction(db):
            if self._run and not runs.is_owner(db, *self._run):
                raise LostRun(f"Another process has taken over run {self._run[0]}; this one stops.")
            yield db

    def _before_writing(self) -> None:
        if self.obstacle:
            raise Unavailable(self.obstacle)
        self.back_up_if_due()

    def owned(self, run: int, owner: str) -> Workspace:
        """The same workspace for the process that has a run: `writing` raises LostRun once somebody else has it."""
        mine = copy(self)
        mine._run = (run, owner)
        return mine

    def tighten(self) -> None:
        """Take everybody else's rights from the workspace's files, also from those of older versions."""
        if not self.obstacle:
            tighten(self.folder)

    def back_up_if_due(self) -> None:
        """Make the day's copy of the database unless there is one, or somebody else makes it now.

        Damaged where the database is not whole.
        """
        today = database.now()[:10]
        if self._checked_today != today:
            with suppress(backup.UnderWay), self._explained(), self._copying():
                if backup.is_due(self.backups):
                    copying = partial(backup.make_if_due, self.database, self.backups)
                    self.follow(copying, "Copying the database, once a day")
                self._checked_today = today

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Errors of SQLite and the store as ones that are shown as written."""
        try:
            yield
        except (sqlite3.Error, backup.DamagedDatabase, database.NewerSchema) as error:
            raise of_database(error, self.database) from error
        except NameTaken as taken:
            raise BadInput(
                f"Two terminologies would have the short name “{taken}”; rename the one that has it now first."
            ) from None

    @contextmanager
    def _copying(self) -> Iterator[None]:
        """What the system says against a copy of the database as an error that is shown as written."""
        try:
            with written_for(self.backups, self.backups):
                yield
        except OSError as error:
            raise explained(error) from error

    def index_file(self, fingerprint: str, ending: str) -> Path:
        """Where something made of a terminology version is kept, which its name begins with; `ending` is the rest."""
        return self.folder / "indexes" / f"{index_start(fingerprint)}-{ending}"

    def index_files(self, fingerprint: str, ending: str) -> Iterator[Path]:
        """Those of them that are there, `ending` with “*” for whatever stands in its place."""
        every = self.index_file(fingerprint, ending)
        return every.parent.glob(every.name)

    def held_out(self, code: str) -> bool:
        """Whether a concept is kept for evaluation: by a hash of its id, fixed for ever in this workspace."""
        return hashlib.sha256(f"{self.salt}\t{code}".encode()).digest()[0] * HELD_OUT_SHARE < 256


def _salted(db: Database) -> None:
    if not settings.get(db, "salt"):
        settings.put(db, "salt", SALT)


def is_in_workspace(path: Path) -> bool:
    """Whether a path is one of a workspace, whose files are for its owner alone."""
    return any((parent / DATABASE).exists() for parent in path.absolute().parents)


@contextmanager
def written_for(path: Path, written: Path) -> Iterator[None]:
    """An error about `written`, or about a full disk that names no file, as one about the `path` it is written for."""
    try:
        yield
    except OSError as error:
        if str(error.filename) == str(written) or (error.filename is None and error.errno in UNNAMED):
            error.filename = str(path)
        raise


@contextmanager
def written_whole(path: Path, within: Within = nullcontext) -> Iterator[Path]:
    """A temporary path to write to; afterwards it is flushed to disk and takes the place of `path`, or vanishes.

    It takes its place inside `within`, such as a transaction of whoever owns it. OSError, of the path that was asked
    for, where its folder is not there or where it is a folder itself.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not path.parent.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with written_for(path, temporary):
            if is_in_workspace(path):
                os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))
            yield temporary
            sync_file(temporary)  # which may take a while, so before the transaction
            with within():
                replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
