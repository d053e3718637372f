"""The indexes of a workspace: built once for each terminology and encoder, verified, opened, and removed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from engine.device import let_go
from engine.errors import Damaged
from engine.events import Event, Finished, Progress, follow, result_of
from engine.models.protocol import NameEncoder
from engine.retrieval.compact_file import MOST_WITHOUT_COMPACT, compact_path, open_compact, write_compact
from engine.retrieval.index import Index
from engine.retrieval.index_files import KnownRows, index_path, is_verified, make_beside, write_index, write_rows
from engine.retrieval.inverted_file import MANY, inverted_path, open_inverted, write_inverted
from engine.retrieval.row_texts import rows_of_texts, texts_of
from engine.retrieval.shards import SHARD, remove_shards, rows_by_shards, shard_folder
from engine.retrieval.unwritten_rows import unwritten_rows
from engine.workspace import Workspace
from store import models, terminologies
from store.records.terminology import Terminology
from store.sqlite import Database

BETWEEN = 0.2  # seconds


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
    row = (yield from result_of(made))["index"]
    with workspace.writing() as db:
        models.add_index(db, row)
    remove_shards(path)
    yield Finished({"size": row["size"], "built": True})


def open_index(path: Path, rows: np.ndarray, sha256: str, write: bool = True) -> Index:
    """The index of verified rows, its compact rows and lists; where to `write`, missing or damaged ones are made."""
    if len(rows) <= MOST_WITHOUT_COMPACT:
        return Index(rows)
    compact, lists = open_compact(path, sha256), len(rows) > MANY
    if compact is None and write:
        for _ in write_compact(path, rows, sha256):
            pass
        compact = open_compact(path, sha256)
    inverted = open_inverted(path, sha256) if lists else None
    if lists and inverted is None and write:
        for _ in write_inverted(path, rows, sha256):
            pass
        inverted = open_inverted(path, sha256)
    return Index(rows, compact, inverted if compact is not None else None)


class Indexes:
    """The indexes open in this process, each loaded or built once; nobody waits for another one than theirs."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._open: dict[tuple[str, str], Index] = {}  # by a terminology's fingerprint and an encoder's sha256
        self._opening: dict[tuple[str, str], threading.Lock] = {}
        self._lock = threading.Lock()  # of the two; held for moments
        self._let_go_at = 0.0  # by `time.monotonic`

    def ready(self, terminology: Terminology, encoder: NameEncoder, db: Database | None = None) -> bool:
        """Whether a search would start at once. db: a connection to read through, where one is open."""
        if (terminology.fingerprint, encoder.sha256) in self._open:
            return True
        with self.workspace.reading(db) as db:
            return models.index(db, terminology.fingerprint, encoder.sha256) is not None

    def get(self, terminology: Terminology, encoder: NameEncoder, db: Database | None = None) -> Index:
        """The index, mapped from its files, or built first when there is none."""
        key = (terminology.fingerprint, encoder.sha256)
        if (known := self._open.get(key)) is not None:
            return known
        with self._lock:
            opening = self._opening.setdefault(key, threading.Lock())
        with opening:
            if (known := self._open.get(key)) is not None:  # by one who asked at once
                return known
            rows = open_rows(self.workspace, terminology, encoder, db)
            path, write = index_path(self.workspace, terminology, encoder), not self.workspace.obstacle
            with self.workspace.reading(db) as db:
                row = models.index(db, *key)
                there = {one.fingerprint for one in terminologies.all_terminologies(db)}
            found = open_index(path, rows, row["sha256"], write) if row else Index(rows)
            with self._lock:
                self._forget(lambda fingerprint, _: fingerprint not in there)
                self._open[key] = found
            return found

    def let_go_of_rows(self) -> None:
        """Give back the memory of rows that were looked up, every BETWEEN seconds at most: a row's page brings fifteen
        others, so that an hour's use would keep all of them. What searches scan stays.
        """
        if time.monotonic() - self._let_go_at < BETWEEN:
            return
        for index in list(self._open.values()):
            if index.compact is not None:
                let_go(index.rows)
        self._let_go_at = time.monotonic()

    def remove(self, encoder_sha256: str) -> None:
        """Close the indexes of an encoder and delete their files."""
        with self._lock:
            self._forget(lambda _, sha256: sha256 == encoder_sha256)
        remove(self.workspace, encoder_sha256)

    def _forget(self, is_gone: Callable[[str, str], bool]) -> None:
        """Close those of whose terminology and encoder that is true."""
        for key in [key for key in self._open if is_gone(*key)]:
            del self._open[key]


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
    """Delete the index files of an encoder; where they may be open, `Indexes.remove` closes them first."""
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
