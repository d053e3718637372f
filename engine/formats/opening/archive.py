"""Zip archives: how much they hold is known, and refused where it is too much, before any of it is unpacked."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NotFound
from engine.formats.opening.limits import MOST_MEMBERS, TIMES_UNPACKED, refused, unpacked_limit

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 0x1  # in the flags of a member


class LimitedArchive(zipfile.ZipFile):
    """A zip archive to be read. A member never gives more than it announced, and what all announce is limited.

    NotFound where there is none. BadInput for one that is encrypted, packed in another way than deflate, has two
    members of one name, or announces more than `unpacked_limit`. `sentence` is said of one that cannot be read.
    """

    def __init__(self, path: Path, sentence: str = "") -> None:
        self.path = path
        self.sentence = sentence or f"{path.name} is no zip archive, or is damaged; save it again."
        if not path.exists():
            raise NotFound(f"There is no file at {path}; check the path.")
        with refused(self.sentence):
            super().__init__(path)
        if wrong := _wrong(path, self.infolist()):
            self.close()
            raise BadInput(wrong)

    def open(self, name: Any, mode: Any = "r", pwd: bytes | None = None, *, force_zip64: bool = False) -> Any:
        """A member as a stream that knows how much it `holds`."""
        stream = super().open(name, mode, pwd, force_zip64=force_zip64)
        stream.holds = self.getinfo(getattr(name, "filename", name)).file_size  # type: ignore[attr-defined]
        return stream

    def content(self, name: str, most: int) -> bytes:
        """A member whole; BadInput where it is not there, damaged, or larger than `most` bytes."""
        with refused(self.sentence):
            size = self.getinfo(name).file_size
            if size > most:
                raise BadInput(f"{name[:80]} in {self.path.name} has {size:,} bytes, more than {most:,}.")
            return self.read(name)


def _wrong(path: Path, members: list[zipfile.ZipInfo]) -> str:
    if len(members) > MOST_MEMBERS:
        return f"{path.name} holds {len(members):,} files, more than {MOST_MEMBERS:,}; unpack it yourself."
    if len({one.filename for one in members}) < len(members):
        return f"{path.name} holds two files of one name; save or export it again."
    for one in members:
        if one.flag_bits & ENCRYPTED:
            return f"{path.name} is encrypted ({one.filename[:80]}); save it without a password."
        if one.compress_type not in METHODS:
            return f"{path.name} is packed in a way that is not read here; pack it with plain deflate."
    total = sum(one.file_size for one in members)
    if total > unpacked_limit(path):
        return (
            f"{path.name} ({path.stat().st_size:,} bytes) unpacks to {total:,} bytes, more than {TIMES_UNPACKED} "
            "times its size; unpack it yourself if you trust it."
        )
    return ""
