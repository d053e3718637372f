"""Files that end with the sha256 of what stands before: whether one is whole is told by itself."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import BinaryIO

DIGEST_BYTES = hashlib.sha256().digest_size  # at the end
READ = 2**20  # bytes at once


class DigestingFile:
    """An open file that everything is written to through `write`, and the digest at the end."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._found = file, hashlib.sha256()

    def write(self, part: bytes) -> int:
        """Write a part; how many bytes."""
        self._found.update(part)
        return self._file.write(part)

    def end(self) -> None:
        """Write the digest of all parts."""
        self._file.write(self._found.digest())


def is_whole(path: Path) -> bool:
    """Whether a file ends with the sha256 of what stands before."""
    left, found = path.stat().st_size - DIGEST_BYTES, hashlib.sha256()
    with open(path, "rb") as file:
        while left > 0 and (part := file.read(min(left, READ))):
            found.update(part)
            left -= len(part)
        return left == 0 and file.read() == found.digest()
