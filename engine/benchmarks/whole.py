"""How long an audit of a whole terminology takes, and a mapping of one onto another."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from engine.benchmarks.concepts import every_concept, many_concepts, names_in, write_terminology
from engine.benchmarks.result import bench_result
from engine.benchmarks.training import matrix_rate
from engine.benchmarks.works import worked
from engine.events import Event, Finished, Progress
from engine.models.open import VECTORS, open_encoder
from engine.workspace import Workspace
from store.records.terminology import Concept

FIRST, SECOND = "first", "second"
NAMES, SECONDS = 150_000, 180.0
CHANGED = 0.5  # share of the second terminology's names with a word that the first one's have not
SAMPLE = 1_000  # names that the peer compares with all
AUDITED, MAPPED = 21, 8  # nearest names that an audit and a mapping look at


def bench_audit(workspace: Workspace, names: int = NAMES) -> Iterator[Event]:
    """Finished with what `bench_result` has: an audit of so many names, with as many of another terminology beside
    them, in a workspace of its own under the shipped vectors.

    The limit is the product of every name with every other; the peer the exact search of faiss for as many neighbours,
    of a sample, counted for all names.
    """
    return _bench(workspace, names, "audit", {"slug": FIRST}, AUDITED)


def bench_mapping(workspace: Workspace, names: int = NAMES) -> Iterator[Event]:
    """Finished with what `bench_result` has: a terminology of so many names mapped onto another of as many, half of
    whose names have a changed word. Limit and peer as in `bench_audit`.
    """
    return _bench(workspace, names, "map", {"source": FIRST, "target": SECOND}, MAPPED)


def _bench(workspace: Workspace, names: int, work: str, settings: dict[str, Any], nearest: int) -> Iterator[Event]:
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place)
        concepts = yield from made_pair(workspace, folder, names)
        yield Progress(2, 3, f"The work “{work}” on {names:,} names")
        row = {"names": names} | worked(work, folder, **settings)
    rows = open_encoder(workspace, VECTORS).encode(list(names_in(concepts)))
    peer = flat_seconds(rows, nearest)
    products = 2.0 * len(rows) ** 2 * rows.shape[1] / matrix_rate("float32") / 1e9
    passed = names >= NAMES and row["seconds"] < SECONDS
    limit, beside = {"products of all names s": products}, {"faiss, exact s": peer}
    yield Finished(bench_result(work, [row], limit, beside, peer / row["seconds"], passed))


def made_pair(workspace: Workspace, folder: Path, names: int) -> Generator[Progress, None, list[Concept]]:
    """Two terminologies of so many names in a workspace of the folder, FIRST and SECOND, read under the shipped
    vectors; the concepts of the second one, in half of whose names a word is another."""
    real, concepts = every_concept(workspace), []
    for at, (slug, changed) in enumerate(((FIRST, 0.0), (SECOND, CHANGED))):
        yield Progress(at, 3, f"Reading {names:,} names")
        concepts = many_concepts(real, names, at, changed)
        write_terminology(folder / f"{slug}.csv", concepts)
        worked("import", folder, slug=slug)
        worked("index", folder, slug=slug)
    return concepts


def flat_seconds(rows: np.ndarray, nearest: int) -> float:
    """The seconds that the nearest rows of all rows would take by faiss's exact search, from those of a sample."""
    import faiss

    queries = rows[:: max(1, len(rows) // SAMPLE)][:SAMPLE]
    started = time.perf_counter()
    faiss.knn(queries, rows, nearest, faiss.METRIC_INNER_PRODUCT)
    return (time.perf_counter() - started) * len(rows) / len(queries)
