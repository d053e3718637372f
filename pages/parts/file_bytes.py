"""Files for download, made when they are asked for and not before."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path


def file_bytes(name: str, write: Callable[[Path], object]) -> bytes:
    """What `write` writes to a path with this name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(path)
        return path.read_bytes()
