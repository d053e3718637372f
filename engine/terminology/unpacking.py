"""The one file of a terminology out of what a publisher packs it in: gzip, or a zip archive."""

from __future__ import annotations

import gzip
import zlib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from engine.errors import BadInput, Damaged
from engine.formats.opening.archive import LimitedArchive
from engine.formats.opening.limits import unpacked_limit
from engine.workspace import written_whole

AT_ONCE = 1 << 20
GZIP = b"\x1f\x8b"


def unpack(path: Path, member: str = "") -> Path:
    """The file itself beside the packed one; `path` where nothing is packed, or no `member` is wanted of an archive.

    BadInput where an archive has not exactly one file of this name, or unpacks to too much; Damaged where it is cut.
    """
    with open(path, "rb") as file:
        head = file.read(len(GZIP))
    if head == GZIP:
        target = path.with_name(path.name.removesuffix(".gz") if path.name.endswith(".gz") else f"{path.name}.unpacked")
        with gzip.open(path) as packed:
            return _written(packed, target, path)
    if not member:
        return path
    with LimitedArchive(path) as archive:
        names = [one.filename for one in archive.infolist() if not one.is_dir()]
        found = [name for name in names if fnmatchcase(name.rpartition("/")[2].casefold(), member.casefold())]
        if len(found) != 1:
            there = ", ".join(names[:10]) or "nothing"
            raise BadInput(f"{path.name} holds {len(found)} files like {member}, not one; it holds {there}.")
        with archive.open(found[0]) as packed:
            return _written(packed, path.with_name(found[0].rpartition("/")[2]), path)


def _written(packed: Any, target: Path, path: Path) -> Path:
    left = unpacked_limit(path)
    try:
        with written_whole(target) as temporary, open(temporary, "wb") as file:
            while block := packed.read(AT_ONCE):
                left -= len(block)
                if left < 0:
                    raise BadInput(f"{path.name} unpacks to too much; unpack it yourself if you trust it.")
                file.write(block)
    except (EOFError, OSError, zlib.error) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the disk, not of the archive
        raise Damaged(f"{path.name} is cut or damaged; fetch it again.") from None
    return target
