"""Single rows of an index: read from its file, since a page of a mapping brings fifteen others into memory with it."""

from __future__ import annotations

import os
import weakref
from contextlib import suppress

import numpy as np


class RowReader:
    """Reads rows of an array [names, dim], which may be mapped whole from a .npy file.

    Where the system reads at a place of a file (`os.pread`) nothing stays in memory; elsewhere, and of an array that is
    no file's, the array itself is asked.
    """

    def __init__(self, rows: np.ndarray) -> None:
        self._rows, self._file, self._start = rows, -1, 0
        if isinstance(rows, np.memmap) and rows.filename and rows.flags.c_contiguous and hasattr(os, "pread"):
            with suppress(OSError):
                file = os.open(rows.filename, os.O_RDONLY)
                weakref.finalize(self, os.close, file)
                if os.fstat(file).st_size == rows.offset + rows.nbytes:  # a part of a mapping does not say where it is
                    self._file, self._start = file, rows.offset

    def at(self, places: np.ndarray) -> np.ndarray:
        """The rows at these places, int64, as the array has them; a copy."""
        if self._file < 0 or not len(places):
            return np.asarray(self._rows[places])
        width = self._rows.nbytes // len(self._rows)
        read = b"".join(os.pread(self._file, width, at) for at in (places * width + self._start).tolist())
        return np.frombuffer(read, self._rows.dtype).reshape(len(places), -1)
