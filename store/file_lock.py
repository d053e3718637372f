"""A lock on a file, which the system lets go of when its process ends, however it ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from store.files import PRIVATE_FILE

LOOK_SECONDS = 0.05  # between two looks at a lock that somebody else has

if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _release(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _release(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def file_lock(path: Path, wait: bool = True) -> Iterator[bool]:
    """Whether this thread alone has the lock on a file inside; without `wait` somebody else may have it.

    The file is made where there is none, and stays: its being there says nothing.
    """
    file = os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE_FILE)
    try:
        while not (taken := _take(file)) and wait:
            time.sleep(LOOK_SECONDS)
        try:
            yield taken
        finally:
            if taken:
                _release(file)  # closing alone would leave it to a process that was forked meanwhile
    finally:
        os.close(file)
