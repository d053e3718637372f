"""Which process writes to a database at this moment, where the system says so."""

from __future__ import annotations

import os
from pathlib import Path

WRITE_LOCK = 120  # the byte of the -shm file that SQLite locks for the one writer in WAL mode
LOCKS = Path("/proc/locks")


def lock_holder(path: Path) -> int | None:
    """The number of the process that holds the database's write lock; None where nobody does or it cannot be known.

    The list of locks is read, not the file: opening and closing that would let go of this process's own locks.
    """
    try:
        shared = path.with_name(f"{path.name}-shm").stat()
        lines = LOCKS.read_text(encoding="ascii").splitlines()
    except OSError:  # nobody has it open, or not Linux
        return None
    file = f"{os.major(shared.st_dev):02x}:{os.minor(shared.st_dev):02x}:{shared.st_ino}"
    for line in lines:
        fields = [field for field in line.split() if field != "->"]  # → number kind mode access process file start end
        if len(fields) < 8 or fields[3] != "WRITE" or fields[5] != file or "->" in line:
            continue
        last = float("inf") if fields[7] == "EOF" else int(fields[7])
        if int(fields[6]) <= WRITE_LOCK <= last:
            return int(fields[4])
    return None


def describe(process: int) -> str:
    """A process in words: its number, what it runs and whose it is, as far as the system says."""
    if process == os.getpid():
        return "another action of this program"
    words = f"process {process}"
    try:
        command = Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace").replace("\0", " ").strip()
        owner = Path(f"/proc/{process}").stat().st_uid
    except OSError:
        return words
    if command:
        words += f" ({command[:120]})"
    return words if owner == os.getuid() else f"{words} of {user_name(owner)}"


def user_name(number: int) -> str:
    """The name of a user of this machine by number."""
    try:
        import pwd

        return pwd.getpwuid(number).pw_name
    except (ImportError, KeyError):
        return f"user {number}"
