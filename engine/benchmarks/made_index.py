"""An index of very many names to search: made as the program makes its own, and found again by the next bench."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from engine.benchmarks.names import many_names, unfinished
from engine.events import Progress, result_of
from engine.models.protocol import NameEncoder
from engine.retrieval.index_files import make_beside, write_array
from engine.retrieval.shards import remove_shards, rows_by_shards, shard_folder
from engine.workspace import Workspace
from store.files import make_private_folder

LEAST_STORED = 10_000_000  # names from which on an index is kept for the next bench
QUERIES = 64
ROW_FILE, QUERY_ROWS = "rows.npy", "queries.npy"
MADE_FROM = "bench"  # in place of the hash of the rows


@contextmanager
def place_of(workspace: Workspace, names: int) -> Iterator[Path]:
    """Where an index is made: of LEAST_STORED names and more in the workspace, to be found again by the next bench."""
    if names < LEAST_STORED:
        with TemporaryDirectory(ignore_cleanup_errors=True) as passing:
            yield Path(passing)
        return
    folder = workspace.folder / "bench" / f"search-{names}"
    make_private_folder(folder)
    yield folder


def build(folder: Path, real: list[str], encoder: NameEncoder, names: int) -> Iterator[Progress]:
    """Rows, what stands beside them, and queries, but for what the folder has; an ended bench has left its shards."""
    path = folder / ROW_FILE
    if not path.is_file():
        yield Progress(0, names, f"Gathering {names:,} names")
        texts = many_names(real, names)
        for encoded in write_array(path, (names, encoder.dim), rows_by_shards(shard_folder(path), encoder, texts)):
            yield Progress(encoded, names, f"Encoding {names:,} names")
        remove_shards(path)
    queries = encoder.encode(unfinished(real, 2 * QUERIES))
    np.save(folder / QUERY_ROWS, queries[queries.any(axis=1)][:QUERIES])
    yield from result_of(make_beside(path, MADE_FROM))
