"""How time and memory of work on a whole terminology grow with its names: exponents, from three sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from engine.benchmarks.concepts import every_concept, many_concepts, names_in, write_mentions, write_terminology
from engine.benchmarks.names import unfinished
from engine.benchmarks.normalising import SEARCH
from engine.benchmarks.result import bench_result
from engine.benchmarks.works import worked
from engine.events import Event, Finished, Progress
from engine.workspace import Workspace

SIZES = (30_000, 100_000, 300_000)
FIRST, SECOND = "first", "second"
DIFFERENT = 10  # mentions of which one is different
NAMED = 30_000  # names at most that mentions are tied to, so that only the mentions grow
SEARCHES = 21
SLACK = 0.1  # of an exponent: how far one run is off another
WORK = ("import", "index", "search", "normalise", "audit", "map")


def bench_growth(workspace: Workspace, sizes: Sequence[int] = SIZES) -> Iterator[Event]:
    """Finished with what `bench_result` has; a result for each of WORK: seconds and bytes at each size, and the
    exponents of both, from a line through their logarithms.

    A size is the names of a terminology; for “map” of both; for “normalise” the mentions. The limit is the exponent
    that n log n has over these sizes; there is no peer.
    """
    real = every_concept(workspace)
    found: dict[str, list[dict[str, Any]]] = {work: [] for work in WORK}
    for at, size in enumerate(sizes):
        with TemporaryDirectory(ignore_cleanup_errors=True) as place:
            folder = Path(place)
            yield Progress(at, len(sizes), f"Work on {size:,} names")
            first, second = (many_concepts(real, size, seed, seed / 2) for seed in (0, 1))
            write_terminology(folder / f"{FIRST}.csv", first)
            found["import"].append(worked("import", folder, slug=FIRST))
            found["index"].append(worked("index", folder, slug=FIRST))
            texts = list(names_in(first))
            found["search"].append(worked("search", folder, slug=FIRST, texts=unfinished(texts, SEARCHES)))
            found["audit"].append(worked("audit", folder, slug=FIRST))
            write_terminology(folder / f"{SECOND}.csv", second)
            for work in ("import", "index"):
                worked(work, folder, slug=SECOND)
            found["map"].append(worked("map", folder, source=FIRST, target=SECOND))
        with TemporaryDirectory(ignore_cleanup_errors=True) as place:
            folder = Path(place)
            few = many_concepts(real, min(NAMED, min(sizes)))
            write_terminology(folder / f"{FIRST}.csv", few)
            write_mentions(folder / "mentions.csv", list(names_in(few)), size, max(1, size // DIFFERENT))
            for work in ("import", "index"):
                worked(work, folder, slug=FIRST)
            found["normalise"].append(worked("normalise", folder, slug=FIRST, search=SEARCH))
    rows = [grown(work, sizes, figures) for work, figures in found.items()]
    most = exponent(sizes, [size * np.log(size) for size in sizes])
    passed = tuple(sizes) == SIZES and all(meets(row, most) for row in rows)
    yield Finished(bench_result("growth", rows, {"n log n": most}, {}, None, passed))


def grown(work: str, sizes: Sequence[int], figures: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A work's figures by size, and their exponents."""
    row: dict[str, Any] = {"work": work}
    for size, one in zip(sizes, figures, strict=True):
        row |= {f"{size:,} s": one["seconds"], f"{size:,} bytes": one["memory bytes"]}
    row["time exponent"] = exponent(sizes, [one["seconds"] for one in figures])
    row["memory exponent"] = exponent(sizes, [one["memory bytes"] for one in figures])
    return row


def meets(row: dict[str, Any], most: float) -> bool:
    """Whether neither time nor memory of a work grows faster than so."""
    return bool(row["time exponent"] <= most + SLACK and row["memory exponent"] <= most + SLACK)


def exponent(sizes: Sequence[int], values: Sequence[float]) -> float:
    """The slope of the values' logarithms by the sizes' (least squares).

    >>> round(exponent([10, 100, 1_000], [3.0, 300.0, 30_000.0]), 6)
    2.0
    """
    return float(np.polyfit(np.log(np.array(sizes, float)), np.log(np.array(values, float)), 1)[0])
