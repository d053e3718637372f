"""Names encoded by the workers of a cluster: each writes its shards where it stands, and one process joins them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import Unavailable
from engine.events import Event, Finished, at, finished, result_of, stage
from engine.jobs.cluster import Cluster, ClusterAddress, opened
from engine.models.open import open_encoder
from engine.retrieval.index_files import index_path, write_index
from engine.retrieval.indexes import is_built
from engine.retrieval.shards import Shard, in_chunks, remove_shards, rows_of, shard_folder, shard_ranges, write_shard
from engine.retrieval.word_file import word_index_of
from engine.terminology.lookup import find
from engine.workbench.cluster.cluster_parts import Stamp, workbench_of
from engine.workspace import Workspace
from store import imported_names, models, terminologies
from store.records.terminology import Terminology

ENCODED = 0.6  # the share of an index that is done when the workers have encoded its names


def index_by(where: ClusterAddress, workspace: Workspace, encoder: str) -> Iterator[Event]:
    """Encode the names of every newest terminology that the encoder has not read; Finished with {"size"} in bytes, of
    what was written."""
    opened_encoder, size = open_encoder(workspace, encoder), 0
    with workspace.reading() as db:
        newest = terminologies.newest_versions(db)
    with opened(where) as cluster:
        for place, one in enumerate(newest):
            if is_built(workspace, one, opened_encoder):
                continue
            with workspace.reading() as db:
                word_index_of(workspace, db, one)
            made = _indexed(cluster, workspace, one, encoder)
            size += (yield from result_of(stage(made, place / len(newest), (place + 1) / len(newest))))["size"]
    yield Finished({"size": size})


def _indexed(cluster: Cluster, workspace: Workspace, terminology: Terminology, id: str) -> Iterator[Event]:
    encoder, stamp = open_encoder(workspace, id), Stamp.of(workspace, [terminology.slug], id)
    path, ranges = index_path(workspace, terminology, encoder), shard_ranges(terminology.names)
    found: dict[int, Shard] = {}
    for number, shard in cluster.as_completed(names_encoded, ranges, stamp):
        found[number] = shard
        share = ENCODED * sum(one.stop - one.start for one in found.values()) / terminology.names
        message = f"{terminology.title}, encoded by {cluster.workers} workers"
        yield replace(at(share, message), metrics={"workers": cluster.workers})
    chunks = (chunk for number in sorted(found) for chunk in in_chunks(_rows(cluster, found[number], encoder.dim)))
    index = finished(write_index(workspace, terminology, encoder, terminology.names, chunks))["index"]
    with workspace.writing() as db:
        models.add_index(db, index)
    remove_shards(path)
    yield Finished({"size": index["size"]})


def names_encoded(stamp: Stamp, part: tuple[int, int]) -> Shard:
    """The names of this range of the stamp's terminology, encoded into a shard beside the worker's index files."""
    workspace = workbench_of(stamp).workspace
    terminology, encoder = find(workspace, stamp.slugs[0]), open_encoder(workspace, stamp.encoder[0])
    with workspace.reading() as db:
        texts = list(islice(imported_names.texts(db, terminology.slug), *part))
    return write_shard(shard_folder(index_path(workspace, terminology, encoder)), encoder, texts, part[0])


def _rows(cluster: Cluster, shard: Shard, dim: int) -> np.ndarray:
    """The rows of a shard: from its file where that is seen here, else from the worker that has it."""
    there = Path(shard.path)
    if there.is_file():
        return rows_of(shard, there.read_bytes(), dim)
    for content in cluster.everywhere(content_of, shard.path):
        if content is not None:
            return rows_of(shard, content, dim)
    raise Unavailable(f"No worker has the shard {shard.path} any more; start the work again.")


def content_of(path: str) -> Any:
    """The bytes of a file; None where it is not."""
    return Path(path).read_bytes() if Path(path).is_file() else None
