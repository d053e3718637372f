"""Files on the disk for good: synced with their names, put where nothing is yet, for their owner alone, hashed."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


def make_private_folder(path: Path) -> None:
    """Make a folder, and those above it that are not there, for its owner alone, whatever the umask."""
    missing = [path, *path.parents][: next(n for n, one in enumerate([path, *path.parents]) if one.exists())]
    for folder in reversed(missing):
        folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
    path.chmod(PRIVATE_FOLDER)


def open_to_others(folder: Path) -> list[Path]:
    """The folder and what in it anybody but the owner has a right to; Windows says nothing of it.

    What vanishes while it is looked at is left out.
    """
    if sys.platform == "win32":
        return []
    found = []
    for path in (folder, *sorted(folder.rglob("*"))):
        with suppress(OSError):
            mode = path.lstat().st_mode
            if mode & 0o077 and not stat.S_ISLNK(mode):
                found.append(path)
    return found


def tighten(folder: Path) -> None:
    """Take the rights of everybody but the owner from a folder and all in it; what is another's stays as it is."""
    if sys.platform == "win32":
        return
    for path in (folder, *folder.rglob("*")):
        with suppress(OSError):
            mode = path.lstat().st_mode
            if mode & 0o077 and not stat.S_ISLNK(mode):
                path.chmod(stat.S_IMODE(mode) & ~0o077)


@contextmanager
def private_umask() -> Iterator[None]:
    """New files are for their owner alone inside; of the whole process, so for one that does nothing else."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def sha256_of(path: Path) -> str:
    """The sha256 of a file's content, in hex."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def made_by(modules: Iterable[ModuleType], *others: bytes) -> str:
    """What the name of a file says of the code that makes it and of what else it is made of: 16 digits in hex, others
    where any of it has changed."""
    code = b"".join(Path(str(module.__file__)).read_bytes() for module in modules)
    return hashlib.sha256(code + b"".join(others)).hexdigest()[:16]


def sync_file(path: Path) -> None:
    """Wait until what the file holds is on the disk."""
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Wait until the names in the folder are on the disk; Windows has no such thing to wait for."""
    if sys.platform == "win32":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def replace(temporary: Path, path: Path) -> None:
    """Give a finished file its name, in place of an older one, so that a power cut leaves the old or the new one."""
    sync_file(temporary)
    os.replace(temporary, path)
    sync_folder(path.parent)


def place(temporary: Path, path: Path) -> bool:
    """Give a finished file its name; False, with nothing changed, where another file has that name already."""
    sync_file(temporary)
    try:
        os.link(temporary, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without links, such as exFAT
        if path.exists():
            return False
        os.rename(temporary, path)
    temporary.unlink(missing_ok=True)
    sync_folder(path.parent)
    return True
