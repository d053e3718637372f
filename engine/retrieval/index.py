"""Vector search over the names of one terminology version: float16 rows in a file, exact float32 search in memory.

A matrix-vector product over 150,000 rows is memory-bound and takes a few milliseconds; an approximate index would
save little and lose the exact order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from sqlite_utils import Database

from engine.errors import Damaged
from engine.events import Event, Finished, Progress
from engine.models.protocol import NameEncoder
from engine.workspace import Workspace, sha256_of, written_whole
from store import models, terminologies
from store.records.terminology import Terminology

CHUNK = 4096


class Index:
    """The rows of every name of a terminology under one encoder; row i is the i-th name."""

    def __init__(self, rows: np.ndarray) -> None:
        self.rows = rows  # float32 [names, dim]

    def scores(self, query: np.ndarray) -> np.ndarray:
        """Cosine of a unit query [dim] with every row: float32 [names]."""
        return self.rows @ query

    def search(self, queries: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
        """The k best rows of each unit query [n, dim]: scores float32 [n, k] and row numbers [n, k], best first."""
        import faiss

        return faiss.knn(np.ascontiguousarray(queries), self.rows, min(k, len(self.rows)), faiss.METRIC_INNER_PRODUCT)


def best(scores: np.ndarray, k: int) -> np.ndarray:
    """The places of the k highest scores, highest first; equal scores keep their order."""
    k = min(k, len(scores))
    if k == 0:
        return np.empty(0, dtype=np.int64)
    floor = np.partition(scores, -k)[-k]
    places = np.flatnonzero(scores >= floor)
    return places[np.argsort(-scores[places], kind="stable")][:k]


def build(workspace: Workspace, terminology: Terminology, encoder: NameEncoder) -> Iterator[Event]:
    """Encode every name and keep the rows; nothing to do when an index of this content is there."""
    with workspace.reading() as db:
        if (
            models.index(db, terminology.fingerprint, encoder.sha256)
            and _path(workspace, terminology, encoder).is_file()
        ):
            yield Finished({"size": _path(workspace, terminology, encoder).stat().st_size, "built": False})
            return
        texts = [row[3] for row in terminologies.name_rows(db, terminology.slug)]
    path = _path(workspace, terminology, encoder)
    with written_whole(path) as temporary, open(temporary, "wb") as file:
        np.lib.format.write_array_header_1_0(
            file, {"descr": "<f2", "fortran_order": False, "shape": (len(texts), encoder.dim)}
        )
        for start in range(0, len(texts), CHUNK):
            file.write(encoder.encode(texts[start : start + CHUNK]).astype("<f2").tobytes())
            yield Progress(min(start + CHUNK, len(texts)), len(texts), f"Encoding the names of {terminology.title}")
    row = {
        "terminology": terminology.fingerprint,
        "encoder": encoder.sha256,
        "path": str(path.relative_to(workspace.folder)),
        "sha256": sha256_of(path),
        "rows": len(texts),
        "dim": encoder.dim,
        "size": path.stat().st_size,
    }
    with workspace.writing() as db:
        models.add_index(db, row)
    yield Finished({"size": row["size"], "built": True})


class Indexes:
    """The indexes open in this process, each loaded or built once."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._open: dict[tuple[str, str], Index] = {}
        self._mapped: dict[tuple[str, str], np.ndarray] = {}
        self._lock = threading.Lock()

    def ready(self, terminology: Terminology, encoder: NameEncoder, db: Database | None = None) -> bool:
        """Whether a search would start at once. db: a connection to read through, where one is open."""
        if (terminology.fingerprint, encoder.sha256) in self._open:
            return True
        with self.workspace.reading(db) as db:
            return models.index(db, terminology.fingerprint, encoder.sha256) is not None

    def get(self, terminology: Terminology, encoder: NameEncoder, db: Database | None = None) -> Index:
        """The index in memory, loaded from its file, or built first when there is none."""
        key = (terminology.fingerprint, encoder.sha256)
        with self._lock:
            if key not in self._open:
                self._open[key] = Index(open_rows(self.workspace, terminology, encoder, db).astype(np.float32))
            return self._open[key]

    def mapped(self, terminology: Terminology, encoder: NameEncoder, db: Database | None = None) -> np.ndarray:
        """The rows as their file has them, float16 [names, dim], read as they are looked up; built where there are
        none."""
        key = (terminology.fingerprint, encoder.sha256)
        with self._lock:
            if key not in self._mapped:
                self._mapped[key] = open_rows(self.workspace, terminology, encoder, db)
            return self._mapped[key]

    def drop(self, encoder: NameEncoder) -> None:
        """Close an encoder's indexes."""
        with self._lock:
            self._open = {key: index for key, index in self._open.items() if key[1] != encoder.sha256}
            self._mapped = {key: rows for key, rows in self._mapped.items() if key[1] != encoder.sha256}


def rows_of_texts(workspace: Workspace, terminology: Terminology) -> dict[str, int]:
    """Each text of the terminology -> its row in the terminology's index."""
    with workspace.reading() as db:
        rows = terminologies.name_rows(db, terminology.slug)
    return {row[3]: place for place, row in reversed(list(enumerate(rows)))}


def from_index(
    encoder: NameEncoder, indexes: Indexes, terminology: Terminology, place: Mapping[str, int]
) -> Callable[[Sequence[str]], np.ndarray]:
    """Encodes texts: those with a `place` by the terminology's index, so that they are encoded once; others anew."""

    def encode(texts: Sequence[str]) -> np.ndarray:
        known = indexes.get(terminology, encoder).rows
        rows = np.zeros((len(texts), known.shape[1]), np.float32)
        places = np.array([place.get(text, -1) for text in texts], dtype=np.int64)
        rows[places >= 0] = known[places[places >= 0]]
        others = np.flatnonzero(places < 0)
        if len(others):
            rows[others] = encoder.encode([texts[i] for i in others.tolist()])
        return rows

    return encode


def remove(workspace: Workspace, encoder_sha256: str) -> None:
    """Delete the index files of an encoder."""
    with workspace.writing() as db:
        paths = [row["path"] for row in models.indexes(db) if row["encoder"] == encoder_sha256]
        for path in paths:
            models.remove_index(db, path)
    for path in paths:
        (workspace.folder / path).unlink(missing_ok=True)


def open_rows(
    workspace: Workspace, terminology: Terminology, encoder: NameEncoder, db: Database | None = None
) -> np.ndarray:
    """The rows of an index, float16 [names, dim], mapped from their file once that is verified.

    Every reader of an index file opens it here. Where there is none it is built; one that is not what was saved is
    derived data, so it is built again. db: a connection to read through, where one is open; it stands in no
    transaction. Damaged where the file is not what was saved though it was only just built.
    """
    path = _path(workspace, terminology, encoder)
    with workspace.reading(db) as db:
        for attempt in (1, 2):
            row = models.index(db, terminology.fingerprint, encoder.sha256)
            if row is None or not path.is_file():
                for _ in build(workspace, terminology, encoder):
                    pass
                row = models.index(db, terminology.fingerprint, encoder.sha256)
            if row is not None and path.is_file() and _verified(path, row["sha256"]):
                return np.load(path, mmap_mode="r")
            if attempt == 1:
                with workspace.writing() as writer:
                    models.remove_index(writer, str(path.relative_to(workspace.folder)))
    raise Damaged(f"The index {path} is not what was saved, though it was just built; look after the disk.")


_known_good: dict[Path, tuple[int, int, str]] = {}  # verified files: when changed, size, sha256


def _verified(path: Path, sha256: str) -> bool:
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


def _path(workspace: Workspace, terminology: Terminology, encoder: NameEncoder) -> Path:
    return workspace.folder / "indexes" / f"{terminology.fingerprint[:16]}-{encoder.sha256[:16]}.npy"
