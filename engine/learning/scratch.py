"""Rows of very many names: in a file while a training lasts, so that its memory does not grow with them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np

MOST_BYTES = 2**28  # bytes of rows that are held in memory


def empty_rows(names: int, width: int, folder: Path | None) -> np.ndarray:
    """float32 [names, width], not filled: in memory where it is at most MOST_BYTES or there is no `folder`, else mapped
    from a file there that nobody else sees and that is gone when the array is.

    Who goes through mapped rows lets go of what was read (`engine.device.in_blocks`).
    """
    size = names * width * np.dtype(np.float32).itemsize
    if folder is not None and size > MOST_BYTES:
        with suppress(OSError), TemporaryFile(dir=folder) as file:  # memory, where there is no room for it
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            return np.memmap(file, np.float32, "r+", shape=(names, width))
    return np.empty((names, width), np.float32)
