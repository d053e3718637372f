"""A file of somebody's release: in a folder, or a member of a zip archive, which is read as it is unpacked."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from engine.formats.opening.archive import LimitedArchive
from engine.formats.opening.limits import refused
from engine.formats.opening.lines import decoded_lines, text_lines

ZIP = b"PK\3\4"
CUT = "copy it again from the release"


@dataclass(frozen=True)
class ReleaseFile:
    """One file of a release: what it holds, of which type, and how its lines are read."""

    name: str
    holds: str
    type: str  # Snapshot, Full, Delta; "" where nothing tells
    path: Path
    member: str = ""  # of an archive

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The bytes of the file, closed at the end; those of a member as they are unpacked."""
        if not self.member:
            with open(self.path, "rb") as plain:
                yield plain
            return
        with LimitedArchive(self.path) as archive:
            with refused(archive.sentence):
                stream = archive.open(self.member)
            with stream:
                yield cast(BinaryIO, stream)

    def lines(self) -> Iterator[str]:
        """The lines, as they stand; BadInput where it is not UTF-8."""
        if not self.member:
            yield from text_lines(self.path, CUT)
            return
        with self.opened() as stream:
            yield from decoded_lines(io.TextIOWrapper(stream, encoding="utf-8-sig", newline=""), self.name, CUT)


def is_whole(path: Path, head: str) -> bool:
    """Whether a path may be a whole release: a folder, or an archive, of which `head` are the first characters."""
    return path.is_dir() or (head.startswith("PK") and is_archive(path))


def is_archive(path: Path) -> bool:
    """Whether a file is a zip archive, or begins as one and is cut."""
    if not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(len(ZIP)) == ZIP or zipfile.is_zipfile(path)
