"""Vector search over the names of one terminology version: float16 rows in a file, mapped and never in memory whole.

A query scans compact rows of one byte a dimension, whose error is known, and the rows themselves of those names that
come near enough: the answer is that of all rows in float32. Above `inverted_file.MANY` names it looks into lists of
rows that are alike, and misses a name in a hundred at most.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from sqlite_utils import Database

from engine.errors import Damaged
from engine.events import Event, Finished, Progress, follow
from engine.models.protocol import NameEncoder
from engine.retrieval.compact_file import FEW, compact_path, open_compact, write_compact
from engine.retrieval.compact_rows import CompactRows, likely, reaching
from engine.retrieval.index_files import KnownRows, index_path, is_verified, make_beside, write_index, write_rows
from engine.retrieval.inverted_file import MANY, MORE, InvertedFile, inverted_path, open_inverted, write_inverted
from engine.retrieval.row_reader import RowReader
from engine.retrieval.row_texts import rows_of_texts, texts_of
from engine.retrieval.shards import SHARD, remove_shards, rows_by_shards, shard_folder
from engine.retrieval.tensors import float32_of, tensor_of
from engine.retrieval.unwritten_rows import unwritten_rows
from engine.workspace import Workspace
from store import models, terminologies
from store.records.terminology import Terminology

AT_ONCE = 4  # queries in one pass over rows that are not compact: as many as cost little more than one
IN_CACHE = 512  # rows widened to float32 at once
LOOKED_AT = 128  # rows widened to float64 at once: the memory of more may be taken from the system every time
SELDOM = 8  # times as many names as are wanted that there must be, for lists to be worth it
NONE = np.empty(0, np.int64)


class Index:
    """The rows of every name of a terminology under one encoder; row i is the i-th name.

    `rows` are float16 or float32 [names, dim], as their file has them; they are read where they are looked up.
    `compact` are the same in a byte a dimension, which searches scan; without them the rows are. `inverted` are lists
    of those that are alike, into which searches look instead of scanning all.
    """

    def __init__(
        self, rows: np.ndarray, compact: CompactRows | None = None, inverted: InvertedFile | None = None
    ) -> None:
        self.rows, self.compact, self.inverted = rows, compact, inverted
        self._rows_at = RowReader(rows).at if inverted is not None else rows.__getitem__

    def __len__(self) -> int:
        """How many names there are."""
        return len(self.rows)

    def take(self, places: np.ndarray | Sequence[int]) -> np.ndarray:
        """The rows at these places, float32 [len(places), dim]."""
        return float32_of(self._rows_at(np.asarray(places, np.int64)))

    def scores(self, queries: np.ndarray) -> np.ndarray:
        """Cosine of a unit query [dim] with every row, float32 [names]; of several [n, dim], float32 [n, names]."""
        import torch

        columns = torch.from_numpy(np.ascontiguousarray(np.atleast_2d(queries), np.float32)).T
        found = torch.empty((len(self.rows), columns.shape[1]))
        rows = tensor_of(self.rows)
        at_once = max(1, len(rows)) if rows.dtype == torch.float32 else IN_CACHE  # rows that are not widened: in one go
        for start in range(0, len(self.rows), at_once):
            found[start : start + at_once] = rows[start : start + at_once].float() @ columns
        every: np.ndarray = found.T.contiguous().numpy()
        return every if queries.ndim == 2 else every[0]

    def search(
        self, queries: np.ndarray, k: int, without: np.ndarray = NONE, whole: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """The k best rows of each unit query [n, dim], best first, equal ones in their order: scores float32 [n, k] and
        row numbers int64 [n, k].

        `without` are rows that are passed over. Fewer than k where there are no more. The scores are those of the rows
        themselves. Every row counts, but above `inverted_file.MANY` names only those in lists near the query do, unless
        the `whole` is searched.
        """
        k = min(k, len(self.rows) - len(without))
        scores, places = np.empty((len(queries), k), np.float32), np.empty((len(queries), k), np.int64)
        if k > 0:
            for at, (line, found) in enumerate(self._nearest(np.asarray(queries, np.float32), k, without, whole)):
                scores[at], places[at] = line, found
        return scores, places

    def _nearest(
        self, queries: np.ndarray, k: int, without: np.ndarray, whole: bool
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        if self.compact is None:
            for start in range(0, len(queries), AT_ONCE):
                for line in self.scores(queries[start : start + AT_ONCE]):
                    line[without] = -np.inf
                    places = best(line, k)
                    yield line[places], places
            return
        if not whole and self.inverted is not None and SELDOM * (k + len(without)) <= len(self):
            for query, near in zip(queries, self.inverted.near(queries, MORE * k + len(without)), strict=True):
                there = np.sort(near[(near >= 0) & ~np.isin(near, without)])
                yield self._best_of(query, there, k) if len(there) >= k else self._scanned(query, k, without)
            return
        for query in queries:
            yield self._scanned(query, k, without)

    def _scanned(self, query: np.ndarray, k: int, without: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The best of every row: those that come near by their compact rows are scored by their own."""
        assert self.compact is not None
        rough, error = self.compact.scan(query)
        rough[without] = -np.inf
        floor = float(self._best_of(query, likely(rough, k), k)[0][-1]) - error  # k rows are at least as near
        return self._best_of(query, reaching(rough, floor), k)

    def _best_of(self, query: np.ndarray, near: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Scores and places of the k best among the rows at these places, which are sorted."""
        exact = self._exact(query, near)
        order = best(exact, k)
        return exact[order], near[order]

    def _exact(self, query: np.ndarray, places: np.ndarray) -> np.ndarray:
        """The cosines of some rows, float32, alike for rows that are alike wherever they stand."""
        found, wide = np.empty(len(places), np.float32), query.astype(np.float64)
        for start in range(0, len(places), LOOKED_AT):
            rows = self._rows_at(places[start : start + LOOKED_AT]).astype(np.float64)
            found[start : start + LOOKED_AT] = np.einsum("ij,j->i", rows, wide)  # one thread: so few rows
        return found


def best(scores: np.ndarray, k: int) -> np.ndarray:
    """The places of the k highest scores, highest first; equal scores keep their order."""
    k = min(k, len(scores))
    if k == 0:
        return np.empty(0, dtype=np.int64)
    floor = np.partition(scores, -k)[-k]
    places = np.flatnonzero(scores >= floor)
    return places[np.argsort(-scores[places], kind="stable")][:k]


def build(workspace: Workspace, terminology: Terminology, encoder: NameEncoder) -> Iterator[Event]:
    """Encode every name and keep the rows; nothing to do when an index of this content is there.

    Names that another version of the terminology has encoded already are not encoded again, nor are those in shards
    that a build which was ended has left.
    """
    path = index_path(workspace, terminology, encoder)
    with workspace.reading() as db:
        there = models.index(db, terminology.fingerprint, encoder.sha256)
        if there and path.is_file():
            yield from make_beside(path, str(there["sha256"]))
            yield Finished({"size": path.stat().st_size, "built": False})
            return
        older = terminologies.versions_beside(db, terminology)
    looking = Progress(0, 1, f"Looking up the names of {terminology.title}")
    texts = yield from follow(partial(texts_of, workspace, terminology), looking)
    known = yield from follow(partial(known_rows, workspace, older, encoder), looking)
    if known is None and len(texts) > SHARD:
        shards = rows_by_shards(shard_folder(path), encoder, texts)
        made = write_index(workspace, terminology, encoder, len(texts), shards)
    else:
        made = write_rows(workspace, terminology, encoder, texts, known)
    for event in made:
        if isinstance(event, Finished):
            with workspace.writing() as db:
                models.add_index(db, event.result["index"])
            remove_shards(path)
            yield Finished({"size": event.result["index"]["size"], "built": True})
        else:
            yield event


def open_index(path: Path, rows: np.ndarray, sha256: str, write: bool = True) -> Index:
    """The index of verified rows, its compact rows and lists; where to `write`, missing or damaged ones are made."""
    if len(rows) <= FEW:
        return Index(rows)
    compact, inverted = open_compact(path, sha256), open_inverted(path, sha256) if len(rows) > MANY else None
    if write and (compact is None or (inverted is None and len(rows) > MANY)):
        for made, make in ((compact, write_compact), (inverted, write_inverted)):
            if made is None and (make is write_compact or len(rows) > MANY):
                for _ in make(path, rows, sha256):
                    pass
        return open_index(path, rows, sha256, False)
    return Index(rows, compact, inverted if compact is not None else None)


class Indexes:
    """The indexes open in this process, each loaded or built once."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._open: dict[tuple[str, str], Index] = {}
        self._lock = threading.Lock()

    def ready(self, terminology: Terminology, encoder: NameEncoder, db: Database | None = None) -> bool:
        """Whether a search would start at once. db: a connection to read through, where one is open."""
        if (terminology.fingerprint, encoder.sha256) in self._open:
            return True
        with self.workspace.reading(db) as db:
            return models.index(db, terminology.fingerprint, encoder.sha256) is not None

    def get(self, terminology: Terminology, encoder: NameEncoder, db: Database | None = None) -> Index:
        """The index, mapped from its files, or built first when there is none."""
        key = (terminology.fingerprint, encoder.sha256)
        with self._lock:
            if key not in self._open:
                rows = open_rows(self.workspace, terminology, encoder, db)
                with self.workspace.reading(db) as db:
                    row = models.index(db, *key)
                path, write = index_path(self.workspace, terminology, encoder), not self.workspace.obstacle
                self._open[key] = open_index(path, rows, row["sha256"], write) if row else Index(rows)
            return self._open[key]

    def mapped(self, terminology: Terminology, encoder: NameEncoder, db: Database | None = None) -> np.ndarray:
        """The rows as their file has them, float16 [names, dim], read as they are looked up; built where there are
        none."""
        return self.get(terminology, encoder, db).rows

    def drop(self, encoder: NameEncoder) -> None:
        """Close an encoder's indexes."""
        with self._lock:
            self._open = {key: index for key, index in self._open.items() if key[1] != encoder.sha256}


def known_rows(workspace: Workspace, versions: Sequence[Terminology], encoder: NameEncoder) -> KnownRows | None:
    """The rows of the first of these versions that an encoder has read; None where it has read none of them."""
    for one in versions:
        if is_built(workspace, one, encoder):
            return KnownRows(open_rows(workspace, one, encoder), rows_of_texts(workspace, one))
    return None


def is_built(workspace: Workspace, terminology: Terminology, encoder: NameEncoder) -> bool:
    """Whether an encoder has read the names of a terminology, and the file of its rows is there."""
    with workspace.reading() as db:
        there = models.index(db, terminology.fingerprint, encoder.sha256)
    return there is not None and index_path(workspace, terminology, encoder).is_file()


def from_index(
    encoder: NameEncoder, indexes: Indexes, terminology: Terminology, place: Mapping[str, int]
) -> Callable[[Sequence[str]], np.ndarray]:
    """Encodes texts: those with a `place` by the terminology's index, so that they are encoded once; others anew."""

    def encode(texts: Sequence[str]) -> np.ndarray:
        known = indexes.get(terminology, encoder)
        rows = np.zeros((len(texts), encoder.dim), np.float32)
        places = np.array([place.get(text, -1) for text in texts], dtype=np.int64)
        rows[places >= 0] = known.take(places[places >= 0])
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
        for beside in (compact_path, inverted_path):
            beside(workspace.folder / path).unlink(missing_ok=True)


def open_rows(
    workspace: Workspace, terminology: Terminology, encoder: NameEncoder, db: Database | None = None
) -> np.ndarray:
    """The rows of an index, float16 [names, dim], mapped from their file once that is verified.

    Every reader of an index file opens it here. Where there is none it is built; one that is not what was saved is
    derived data, so it is built again. Where nothing can be written, few rows are made in memory. db: a connection to
    read through, where one is open; it stands in no transaction. Damaged where the file is not what was saved though it
    was only just built.
    """
    path = index_path(workspace, terminology, encoder)
    with workspace.reading(db) as db:
        for attempt in (1, 2):
            row = models.index(db, terminology.fingerprint, encoder.sha256)
            if row is None or not path.is_file():
                if workspace.obstacle:
                    return unwritten_rows(db, terminology, encoder)
                for _ in build(workspace, terminology, encoder):
                    pass
                row = models.index(db, terminology.fingerprint, encoder.sha256)
            if row is not None and path.is_file() and is_verified(path, row["sha256"]):
                return np.load(path, mmap_mode="r")
            if attempt == 1:
                with workspace.writing() as writer:
                    models.remove_index(writer, str(path.relative_to(workspace.folder)))
    raise Damaged(f"The index {path} is not what was saved, though it was just built; look after the disk.")
