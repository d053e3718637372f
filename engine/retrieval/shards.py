"""Rows of an index in shards: written by whoever encodes them, found again after a kill, joined into one file."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.errors import Damaged
from engine.models.protocol import NameEncoder
from engine.retrieval.index_files import CHUNK
from engine.workspace import written_whole

SHARD = 16 * CHUNK  # names
HASHED = 16  # letters of a sha256 in a shard's name


@dataclass(frozen=True)
class Shard:
    """Rows `start` to `stop` of an index, in a file with this sha256; `reused` where it was there already."""

    path: str
    start: int
    stop: int
    sha256: str
    reused: bool = False


def shard_folder(path: Path) -> Path:
    """Where the shards of an index file are until it is whole."""
    return path.with_name(f".shards-{path.stem}")


def shard_ranges(names: int, size: int = SHARD) -> list[tuple[int, int]]:
    """Start and end of each shard of so many names."""
    return [(start, min(start + size, names)) for start in range(0, names, size)]


def write_shard(folder: Path, encoder: NameEncoder, texts: Sequence[str], start: int) -> Shard:
    """Encode the names `start` and following into a file of the folder; one that is there, whole, is taken."""
    stop = start + len(texts)
    return found_shard(folder, start, stop) or keep_shard(folder, start, np.concatenate(list(_encoded(encoder, texts))))


def rows_by_shards(folder: Path, encoder: NameEncoder, texts: Sequence[str], size: int = SHARD) -> Iterator[np.ndarray]:
    """The rows of the names, float16, at most CHUNK at a time. Each shard of `size` names is kept in the folder once it
    is whole; the rows of one that is there already are read, not encoded again."""
    for start, stop in shard_ranges(len(texts), size):
        if there := found_shard(folder, start, stop):
            yield from in_chunks(rows_of(there, Path(there.path).read_bytes(), encoder.dim))
            continue
        parts = []
        for rows in _encoded(encoder, texts[start:stop]):
            parts.append(rows)
            yield rows
        keep_shard(folder, start, np.concatenate(parts))


def found_shard(folder: Path, start: int, stop: int) -> Shard | None:
    """The shard of these names in a folder, where it is there and is what was written."""
    for there in folder.glob(f"{start}-{stop}-*.npy"):
        sha256 = hashlib.sha256(there.read_bytes()).hexdigest()
        if there.stem.endswith(sha256[:HASHED]):
            return Shard(str(there), start, stop, sha256, True)
    return None


def keep_shard(folder: Path, start: int, rows: np.ndarray) -> Shard:
    """Write the rows of the names `start` and following, float16, into a file with the hash of its content in its
    name."""
    content = rows.tobytes()
    sha256 = hashlib.sha256(content).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{start}-{start + len(rows)}-{sha256[:HASHED]}.npy"
    with written_whole(path) as temporary:
        temporary.write_bytes(content)
    return Shard(str(path), start, start + len(rows), sha256)


def rows_of(shard: Shard, content: bytes, dim: int) -> np.ndarray:
    """The rows of a shard's content, float16 [names, dim]; Damaged where it is not what was written."""
    if hashlib.sha256(content).hexdigest() != shard.sha256:
        raise Damaged(f"The shard {shard.path} is not what was written; delete it, and start again.")
    return np.frombuffer(content, "<f2").reshape(shard.stop - shard.start, dim)


def in_chunks(rows: np.ndarray) -> Iterator[np.ndarray]:
    """The rows, CHUNK at a time."""
    for start in range(0, len(rows), CHUNK):
        yield rows[start : start + CHUNK]


def _encoded(encoder: NameEncoder, texts: Sequence[str]) -> Iterator[np.ndarray]:
    for start in range(0, len(texts), CHUNK):
        yield encoder.encode(texts[start : start + CHUNK]).astype("<f2")


def remove_shards(path: Path) -> None:
    """Delete the shards of an index file that is whole."""
    shutil.rmtree(shard_folder(path), ignore_errors=True)
