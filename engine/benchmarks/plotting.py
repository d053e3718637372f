"""How long a map of a terminology's names takes to draw."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
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

SLUG = "made"
SIZES = (20_000, 100_000, 1_000_000)
BOUNDS = {20_000: 10.0, 100_000: 60.0}  # names -> seconds; above, a sample is laid out and every name is placed by it


def bench_plot(workspace: Workspace, sizes: Sequence[int] = SIZES) -> Iterator[Event]:
    """Finished with what `bench_result` has: maps of terminologies of so many names under the shipped vectors, from the
    request to the file that the page Map draws, each in a workspace of its own.

    The limit is the product of every name of the smallest with every other; the peer umap-learn with its own settings
    on the same rows, where it is installed. Of each size every name has to be on the map. `neighbours kept` is the
    share of a name's nearest names in the full space that stand nearest to it on the map; how smoothly it moves is not
    measured here.
    """
    real = every_concept(workspace)
    results: list[dict[str, Any]] = []
    for names in sizes:
        concepts = many_concepts(real, names)
        with TemporaryDirectory(ignore_cleanup_errors=True) as place:
            folder = Path(place)
            yield Progress(len(results), len(sizes) + 1, f"Reading {names:,} names")
            write_terminology(folder / f"{SLUG}.csv", concepts)
            worked("import", folder, slug=SLUG)
            worked("index", folder, slug=SLUG)
            yield Progress(len(results), len(sizes) + 1, f"Drawing {names:,} names")
            results.append({"names": names} | worked("plot", folder, slug=SLUG))
    yield Progress(len(sizes), len(sizes) + 1, "Drawing by umap-learn")
    smallest = min(sizes)
    rows = open_encoder(workspace, VECTORS).encode(list(names_in(many_concepts(real, smallest))))
    peer = umap_seconds(rows)
    products = 2.0 * len(rows) ** 2 * rows.shape[1] / matrix_rate("float32") / 1e9
    ours = next(one["seconds"] for one in results if one["names"] == smallest)
    limit, beside = {"products of all names s": products}, {f"umap-learn, {smallest:,} names s": peer}
    yield Finished(bench_result("plot", results, limit, beside, peer and peer / ours, meets(results)))


def meets(results: Sequence[dict[str, Any]]) -> bool:
    """Whether every size that was measured is drawn in time, and whole."""
    quick = all(one["seconds"] < BOUNDS.get(one["names"], np.inf) for one in results)
    return quick and all(one["drawn"] >= 0.99 * one["names"] for one in results)


def umap_seconds(rows: np.ndarray) -> float | None:
    """The seconds of umap-learn on rows, as it comes; None where it is not installed."""
    try:
        from umap import UMAP
    except ImportError:
        return None

    started = time.perf_counter()
    UMAP(metric="cosine").fit_transform(rows[rows.any(axis=1)])
    return time.perf_counter() - started
