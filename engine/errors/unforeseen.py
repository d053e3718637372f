"""What Python, the system and SQLite raise, as one sentence: the thing, the place, the remedy."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from pathlib import Path

from engine.errors import LACKING, BadInput, Damaged, NomenclatorError, Unavailable, Unforeseen
from store import lock_holder
from store.backup import DamagedDatabase
from store.database import NewerSchema
from store.migrations import NEWEST

UNCHANGED = "Nothing that was kept is lost."
SMALLER = "close what else uses it, choose a smaller batch, or set NOMENCLATOR_DEVICE=cpu"
OWN = ("engine", "store", "pages")  # packages
LEAST_FREE = 1 << 20  # bytes; SQLite reports some full disks as failures to write


def explained(error: BaseException, log: Path | None = None) -> NomenclatorError:
    """The error as one that is shown as written; one that cannot be foreseen says that its trace is in `log`."""
    if isinstance(error, NomenclatorError):
        return error
    for kinds, explain in (
        (OSError, _of_system),
        (MemoryError, _of_memory),
        (RecursionError, _of_depth),
        (UnicodeError, _of_text),
    ):
        if isinstance(error, kinds) and (found := explain(error)):
            return found
    if type(error).__name__ == "OutOfMemoryError":  # torch's, which is not imported to say so
        return Unavailable(f"The GPU has too little memory free; {SMALLER}. {UNCHANGED}")
    if isinstance(error, ModuleNotFoundError) and str(error.name).partition(".")[0] not in OWN:
        return Unavailable(LACKING.format(error.name))
    if isinstance(error, ValueError) and "null byte" in str(error):
        return BadInput("A name holds the character U+0000, which no file can have; take it out.")
    if isinstance(error, (sqlite3.Error, DamagedDatabase, NewerSchema)):
        return of_database(error, None, log)
    return unforeseen(error, log)


def unforeseen(error: BaseException, log: Path | None = None) -> Unforeseen:
    """The sentence for what nobody thought of."""
    what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    where = f"details are in {log}" if log else "run it again with a workspace to have the details in its log"
    return Unforeseen(f"Something unexpected happened ({what}); {where}. {UNCHANGED}")


def of_database(error: BaseException, path: Path | None, log: Path | None = None) -> NomenclatorError:
    """An error of SQLite, or of the store, about the database at `path`."""
    name = str(path or "the database")
    if isinstance(error, NewerSchema):
        return BadInput(
            f"{name} is of a newer version of Nomenclator: its schema is {error.found}, this version knows up to "
            f"{NEWEST}. Open it with the newer version; nothing was changed."
        )
    if isinstance(error, DamagedDatabase):
        return Damaged(f"{error.path} is damaged ({'; '.join(error.lines[:2])}); {put_back(path)}.")
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _locked(name, path)
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and path and _is_full(path)):
        return Unavailable(full_disk(name))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) and path:
        return Unavailable(obstacle(path.parent, path) or f"{name} cannot be opened ({error}); check its folder.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return Damaged(f"{name} is damaged ({error}); {put_back(path)}.")
    if code == sqlite3.SQLITE_IOERR:
        return Unavailable(f"The disk cannot read or write {name} ({error}); check the disk. {UNCHANGED}")
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_CONSTRAINT_TRIGGER:
        return BadInput(f"{str(error)[:1].upper()}{str(error)[1:]}. Nothing was changed.")
    if code == sqlite3.SQLITE_NOMEM:
        return _of_memory(error)
    if code == sqlite3.SQLITE_TOOBIG:
        return BadInput("A text is too long for the database; shorten it.")
    return unforeseen(error, log)


def put_back(database: Path | None) -> str:
    """The remedy for a damaged database: commands that name its workspace, where that is known."""
    folder = str(database.parent) if database else ""
    quoted = f'"{folder}"' if " " in folder else folder
    named = f" --workspace {quoted}" if folder else ""
    return f"see “python -m engine verify{named}” and put a good copy back with “python -m engine restore{named}”"


def full_disk(name: str) -> str:
    """The sentence for a disk without space."""
    return f"The disk is full, so {name} cannot be written. {UNCHANGED} Free some space and do it again."


def obstacle(folder: Path, file: Path | None = None) -> str:
    """Why nothing can be written to a workspace, with the remedy; "" where it can be."""
    for path in (folder, file):
        if path is None or not path.exists() or os.access(path, os.W_OK):
            continue
        if _read_only_medium(path):
            return f"{folder} lies on a read-only medium; to change the workspace, copy it to another disk."
        owner = _owner(path)
        if owner:
            return f"{folder} is the workspace of {owner}; open one of your own, or ask {owner} for the right to write."
        return f"{path} is write-protected; give yourself the right to write to it (chmod u+w) and do it again."
    return ""


def closed(folder: Path) -> str:
    """Why a workspace cannot even be read, with the remedy."""
    owner = _owner(folder)
    if owner:
        return f"{folder} is the workspace of {owner} and closed to you; name another with --workspace, or ask {owner}."
    return f"{folder} cannot be read; give yourself the right to (chmod u+rwx) and open it again."


def _owner(path: Path) -> str:
    """The name of a path's owner, "" where that is this person or nobody knows."""
    try:
        number = path.stat().st_uid
    except OSError:
        return "another user"
    return "" if not hasattr(os, "getuid") or number == os.getuid() else lock_holder.user_name(number)


def _read_only_medium(path: Path) -> bool:
    return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < LEAST_FREE
    except OSError:
        return False


def _locked(name: str, path: Path | None) -> Unavailable:
    holder = lock_holder.lock_holder(path) if path else None
    who = lock_holder.describe(holder) if holder else "another process"
    return Unavailable(
        f"{name} has been written by {who} for longer than this change waits, so it was not made. {UNCHANGED} Do it "
        "again once that is over, or stop that process."
    )


def _of_system(error: BaseException) -> NomenclatorError | None:
    assert isinstance(error, OSError)
    name = f"{error.filename}" if error.filename is not None else "the file"
    short = name if len(name) <= 200 else f"{name[:100]}…{name[-60:]}"
    forbidden = f"You have no right to use {short}; choose another place, or change its permissions."
    sentences: dict[int | None, NomenclatorError] = {
        errno.ENOSPC: Unavailable(full_disk(short)),
        errno.EDQUOT: Unavailable(f"Your quota on the disk is used up, so {short} cannot be written; free some space."),
        errno.EROFS: Unavailable(f"{short} lies on a read-only medium; choose another place."),
        errno.EACCES: Unavailable(forbidden),
        errno.EPERM: Unavailable(forbidden),
        errno.ENAMETOOLONG: BadInput(f"The name {short} is too long for the disk; shorten it."),
        errno.EISDIR: BadInput(f"{short} is a folder; name a file."),
        errno.ENOTDIR: BadInput(f"{short} goes through a file as if it were a folder; check the path."),
        errno.ENOENT: BadInput(f"There is no {short}; check the path."),
        errno.EEXIST: BadInput(f"{short} is there already; choose another name."),
        errno.EMFILE: Unavailable("Too many files are open; close other programs and do it again."),
        errno.EIO: Unavailable(f"The disk cannot read or write {short}; check the disk."),
        errno.ENOMEM: _of_memory(error),
    }
    return sentences.get(error.errno)


def _of_memory(error: BaseException) -> NomenclatorError:
    return Unavailable(f"There is not enough memory for this; close other programs or give less at once. {UNCHANGED}")


def _of_depth(error: BaseException) -> NomenclatorError:
    return BadInput("Something in the input is nested too deeply to be read; make it flatter.")


def _of_text(error: BaseException) -> NomenclatorError | None:
    if isinstance(error, UnicodeEncodeError):
        code = f"U+{ord(error.object[error.start]):04X}"
        return BadInput(f"A text holds the character {code}, which {error.encoding} has not; take it out.")
    if isinstance(error, UnicodeDecodeError):
        return BadInput(f"A text is not {error.encoding} at byte {error.start:,}; save it as UTF-8 and give it again.")
    return None
