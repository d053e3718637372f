"""Rows kept between runs, for vectors that are slow to make: a folder of files that are only ever added.

Each file holds the rows of one call: `keys` uint8 [n, 16], the blake2b of each text, and `rows` float32 [n, dim], with
the sha256 of both in its metadata. It appears whole under a name of its own, so that two processes may write at once;
what both make stands twice and does no harm. A file that is cut short or damaged is deleted, and its rows made again;
one that cannot be read now stays. Where the folder cannot be written to, rows are made again each time.
The folder is named for the content of the vectors: other vectors never read it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b, sha256
from pathlib import Path

import numpy as np

from engine.errors import Damaged
from engine.formats.opening.arrays import open_arrays
from engine.vectors.recipe_file import data_sha256, data_start
from engine.workspace import written_whole
from store.files import make_private_folder

FEWEST = 64  # rows worth a file; a typed query is not
_KEY = 16  # bytes


class RowCache:
    """Rows of texts in `folder`, which is made when the first are kept; nothing is changed there unless `writable`."""

    def __init__(self, folder: Path, dim: int, writable: bool = True) -> None:
        self.folder = folder
        self.dim = dim
        self.writable = writable
        self._places: dict[bytes, tuple[int, int]] = {}  # key to file and row
        self._rows: list[np.ndarray] = []
        self._read: set[str] = set()

    def find_rows(self, texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """The rows of `texts`, float32 [n, dim], zero where there is none, and which there are, bool [n]."""
        keys = [_key(text) for text in texts]
        if any(key not in self._places for key in keys):
            self._refresh()
        found, known = np.zeros((len(texts), self.dim), np.float32), np.zeros(len(texts), bool)
        places = [self._places.get(key) for key in keys]
        at = np.array([place or (-1, -1) for place in places], np.int64).reshape(-1, 2)
        for number in np.unique(at[:, 0]):
            if number >= 0:
                here = at[:, 0] == number
                found[here] = self._rows[number][at[here, 1]]
                known[here] = True
        return found, known

    def keep(self, texts: Sequence[str], rows: np.ndarray) -> None:
        """Keep the rows of `texts`, float32 [n, dim], where that can be; fewer than `FEWEST` are not worth it."""
        if len(texts) < FEWEST or not self.writable:
            return
        from safetensors.numpy import save

        keys = np.frombuffer(b"".join(_key(text) for text in texts), np.uint8).reshape(-1, _KEY)
        tensors: dict[str, np.ndarray] = {"keys": keys, "rows": np.ascontiguousarray(rows, np.float32)}
        plain = save(tensors)
        digest = sha256(memoryview(plain)[data_start(plain) :]).hexdigest()
        with suppress(OSError):  # a disk that is full, a folder of somebody else's
            make_private_folder(self.folder)
            with written_whole(self.folder / f"{secrets.token_hex(8)}.safetensors") as temporary:
                temporary.write_bytes(save(tensors, {"sha256": digest}))

    def _refresh(self) -> None:
        """Take in the files that have come since the last look."""
        for path in sorted(self.folder.glob("[!.]*.safetensors")) if self.folder.is_dir() else ():
            if path.name not in self._read:
                with suppress(OSError):  # too many open files, or a file of somebody else's: another time
                    self._take_in(path)

    def _take_in(self, path: Path) -> None:
        try:
            keys, rows = _opened(path, self.dim)
        except Damaged:
            if self.writable:
                path.unlink(missing_ok=True)
            return
        self._read.add(path.name)
        for row, key in enumerate(keys):
            self._places.setdefault(key, (len(self._rows), row))
        self._rows.append(rows)


def _key(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY).digest()


def _opened(path: Path, dim: int) -> tuple[list[bytes], np.ndarray]:
    """The keys and rows of a file, mapped into memory; Damaged when it is not what was written, OSError when it cannot
    be read."""
    with open_arrays(path) as arrays:
        arrays.expect({"keys": ("U8", 2), "rows": ("F32", 2)})
        whole, found = data_sha256(path) == arrays.metadata.get("sha256"), arrays.mapped(["keys", "rows"])
        keys, rows = found["keys"], found["rows"]
        if not whole or keys.shape != (len(rows), _KEY) or rows.shape[1] != dim:
            raise Damaged(f"The file {path} is not what was written; its rows are made again.")
    return [key.tobytes() for key in keys], rows
