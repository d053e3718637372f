"""A workspace: one folder with the database, models, indexes, vectors and relatedness sets."""

from __future__ import annotations

import hashlib
import os
import secrets
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from sqlite_utils import Database

from engine.errors import BadInput, Damaged, NotFound
from store import database, settings
from store.backup import backup_if_due

DATABASE = "workspace.db"
FOLDERS = ("models", "indexes", "vectors", "relatedness", "runs", "backups")
HELD_OUT_SHARE = 10  # one concept in ten is kept for evaluation
SALT = "23569e2aae5e5d97"  # of every new workspace, so that they all keep the same concepts for evaluation


def default_workspace() -> Path:
    """The workspace folder in the person's data folder; NOMENCLATOR_WORKSPACE names another."""
    if named := os.environ.get("NOMENCLATOR_WORKSPACE"):
        return Path(named).expanduser()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "Nomenclator"


class Workspace:
    """Paths and database of one workspace folder; made when the folder is new or empty."""

    def __init__(self, folder: Path | str | None = None, create: bool = True) -> None:
        self.folder = Path(folder).expanduser().resolve() if folder else default_workspace().resolve()
        self.database = self.folder / DATABASE
        if self.folder.exists() and not self.folder.is_dir():
            raise BadInput(f"{self.folder} is a file, not a folder; name a folder for the workspace.")
        if not self.database.exists():
            self._found(create)
        for name in FOLDERS:
            (self.folder / name).mkdir(exist_ok=True)
        try:
            backup_if_due(self.database, self.folder / "backups")  # before a newer schema is brought to it
            database.create(self.database)
        except sqlite3.DatabaseError as error:
            raise Damaged(
                f"{self.database} is not a Nomenclator database ({error}); "
                f"restore it from {self.folder / 'backups'} or choose another folder."
            ) from None
        with self.writing() as db:
            if not settings.get(db, "salt"):
                settings.put(db, "salt", SALT)
            self.salt = settings.get(db, "salt")

    def _found(self, create: bool) -> None:
        if self.folder.exists() and any(self.folder.iterdir()):
            raise BadInput(
                f"{self.folder} is not a workspace: it holds files but no {DATABASE}. "
                "Choose an empty or new folder, or the right one."
            )
        if not create:
            raise NotFound(
                f"There is no workspace at {self.folder}; "
                f"make one with “python -m engine init --workspace {self.folder}”."
            )
        self.folder.mkdir(parents=True, exist_ok=True)

    def reading(self) -> AbstractContextManager[Database]:
        """A connection for reading."""
        return database.reading(self.database)

    def writing(self) -> AbstractContextManager[Database]:
        """A connection in one immediate transaction."""
        return database.writing(self.database)

    def held_out(self, code: str) -> bool:
        """Whether a concept is kept for evaluation: by a hash of its id, fixed for ever in this workspace."""
        return hashlib.sha256(f"{self.salt}\t{code}".encode()).digest()[0] * HELD_OUT_SHARE < 256


def sha256_of(path: Path) -> str:
    """The sha256 of a file's content, in hex."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A temporary path to write to; afterwards it is flushed to disk and takes the place of `path`, or vanishes."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        yield temporary
        with open(temporary, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
