"""The files of an index: the rows of a terminology's names under an encoder, written whole, and compact rows beside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from engine.device import let_go
from engine.events import Event, Finished, at, follow, result_of, stage
from engine.models.protocol import NameEncoder
from engine.retrieval.compact_file import MOST_WITHOUT_COMPACT, compact_path, write_compact
from engine.retrieval.inverted_file import MANY, inverted_path, write_inverted
from engine.workspace import Workspace, written_whole
from store.files import sha256_of
from store.records.terminology import Terminology

CHUNK = 4096
ROWS_MADE = 0.35  # of the time that an index takes: its rows are written
COMPACTED = 0.15  # of the time that is left then: its compact rows are


@dataclass(frozen=True)
class KnownRows:
    """Rows of another index under the same encoder, float16 [names, dim], and the place of each text in it."""

    rows: np.ndarray
    places: Mapping[str, int]

    def beside(self, texts: Sequence[str], new: np.ndarray) -> np.ndarray:
        """The rows of the texts, float16: known ones as they are, the others from `new`, in their order."""
        found = np.empty((len(texts), self.rows.shape[1]), "<f2")
        places = np.array([self.places.get(text, -1) for text in texts], np.int64)
        found[places >= 0] = self.rows[places[places >= 0]]
        found[places < 0] = new
        let_go(self.rows)
        return found


def write_rows(
    workspace: Workspace,
    terminology: Terminology,
    encoder: NameEncoder,
    texts: Sequence[str],
    known: KnownRows | None = None,
) -> Iterator[Event]:
    """Write the index files of a terminology with these names, encoding those that are not among the `known` ones.

    Finished with {"index": its row, to be kept by the caller, "encoded", "reused"}.
    """
    encoded = 0

    def chunks() -> Iterator[np.ndarray]:
        nonlocal encoded, known
        for start in range(0, len(texts), CHUNK):
            part = texts[start : start + CHUNK]
            new = [text for text in part if known is None or text not in known.places]
            rows = encoder.encode(new).astype("<f2") if new else np.empty((0, encoder.dim), "<f2")
            encoded += len(new)
            yield known.beside(part, rows) if known else rows
        known = None  # nobody needs it while the rows are arranged

    written = yield from result_of(write_index(workspace, terminology, encoder, len(texts), chunks()))
    yield Finished(written | {"encoded": encoded, "reused": len(texts) - encoded})


def write_index(
    workspace: Workspace, terminology: Terminology, encoder: NameEncoder, names: int, chunks: Iterable[np.ndarray]
) -> Iterator[Event]:
    """Write the index files of a terminology from its rows, float16, some at a time and in the order of the names.

    Finished with {"index": its row, to be kept by the caller}.
    """
    path = index_path(workspace, terminology, encoder)
    encoded = ROWS_MADE if names > MOST_WITHOUT_COMPACT else 1.0
    for rows_written in write_array(path, (names, encoder.dim), chunks):
        yield at(encoded * rows_written / names, f"Encoding the names of {terminology.title}")
    checking = at(encoded, f"Sealing the rows of {terminology.title}")
    sha256 = yield from follow(partial(sha256_of, path), checking)
    row = {
        "terminology": terminology.fingerprint,
        "encoder": encoder.sha256,
        "path": str(path.relative_to(workspace.folder)),
        "sha256": sha256,
        "rows": names,
        "dim": encoder.dim,
        "size": path.stat().st_size,
    }
    for beside in (compact_path, inverted_path):  # of an index that stood here before
        beside(path).unlink(missing_ok=True)
    yield from stage(make_beside(path, sha256), encoded, 1)
    yield Finished({"index": row})


def write_array(path: Path, shape: tuple[int, int], chunks: Iterable[np.ndarray]) -> Iterator[int]:
    """Write rows, float16, into a file that NumPy maps, whole or not at all; how many are written, time and again."""
    rows_written = 0
    with written_whole(path) as temporary, open(temporary, "wb") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "<f2", "fortran_order": False, "shape": shape})
        for rows in chunks:
            file.write(rows.tobytes())
            rows_written += len(rows)
            yield rows_written


def make_beside(path: Path, sha256: str) -> Iterator[Event]:
    """Make what stands beside an index file and is not there: compact rows and lists, where it has so many names."""
    rows = np.load(path, mmap_mode="r")
    compacted = COMPACTED if len(rows) > MANY else 1.0
    if len(rows) > MOST_WITHOUT_COMPACT and not compact_path(path).is_file():
        yield from stage(write_compact(path, rows, sha256), 0, compacted)
    if len(rows) > MANY and not inverted_path(path).is_file():
        yield from stage(write_inverted(path, rows, sha256), compacted, 1)


def index_path(workspace: Workspace, terminology: Terminology, encoder: NameEncoder) -> Path:
    """Where the rows of a terminology version under an encoder are."""
    return workspace.index_file(terminology.fingerprint, f"{encoder.sha256[:16]}.npy")


_known_good: dict[Path, tuple[int, int, str]] = {}  # verified files: when changed, size, sha256


def is_verified(path: Path, sha256: str) -> bool:
    """Whether a file's content has this sha256: read whole once a process, then again only when it has changed."""
    state = path.stat()
    found = (state.st_mtime_ns, state.st_size, sha256)
    if _known_good.get(path) == found:
        return True
    if sha256_of(path) != sha256:
        _known_good.pop(path, None)
        return False
    _known_good[path] = found
    return True
