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
from engine.benchmarks.whole import CHANGED
from engine.benchmarks.works import worked
from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.workspace import Workspace
from store.records.terminology import Concept

SIZES = (30_000, 100_000, 300_000)
FIRST, SECOND = "first", "second"
DIFFERENT = 10  # mentions of which one is different
NAMED = 30_000  # names at most that mentions are tied to, so that only the mentions grow
SEARCHES = 21
SLACK = 0.1  # of an exponent: how far one run is off another
WORK = ("import", "index", "search", "normalise", "audit", "map")


def bench_growth(workspace: Workspace, sizes: Sequence[int] = SIZES, works: Sequence[str] = WORK) -> Iterator[Event]:
    """Finished with what `bench_result` has; a result for each of `works`: seconds and bytes at each size, and the
    exponents of both, from a line through their logarithms.

    A size is the names of a terminology; for “map” of both; for “normalise” the mentions. The limit is the exponent
    that n log n has over these sizes; there is no peer. BadInput for fewer than two sizes, and for another work.
    """
    if len(set(sizes)) < 2 or set(works) - set(WORK):
        raise BadInput(f"Growth takes two sizes or more, of {', '.join(WORK)}.")
    real = every_concept(workspace)
    found: dict[str, list[dict[str, Any]]] = {work: [] for work in WORK if work in works}
    for at, size in enumerate(sizes):
        for place, (work, figures) in enumerate(measured(real, size, min(NAMED, min(sizes)), works)):
            found[work].append(figures)
            yield Progress(at * len(works) + place + 1, len(sizes) * len(works), f"The work “{work}” on {size:,} names")
    rows = [grown(work, sizes, figures) for work, figures in found.items()]
    most = exponent(sizes, [size * np.log(size) for size in sizes])
    whole = tuple(sizes) == SIZES and set(works) == set(WORK)
    passed = whole and all(meets(row, most) for row in rows)
    yield Finished(bench_result("growth", rows, {"n log n": most}, {}, None, passed))


def measured(
    real: Sequence[Concept], size: int, named: int, works: Sequence[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each work at one size with its figures; mentions are tied to `named` names."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place)
        first = many_concepts(real, size)
        write_terminology(folder / f"{FIRST}.csv", first)
        texts = unfinished(list(names_in(first)), SEARCHES)
        settings: dict[str, dict[str, Any]] = {"search": {"texts": texts}}
        for work in ("import", "index", "search", "audit"):
            if work in works or work in ("import", "index"):
                figures = worked(work, folder, slug=FIRST, **settings.get(work, {}))
                if work in works:
                    yield work, figures
        if "map" in works:
            write_terminology(folder / f"{SECOND}.csv", many_concepts(real, size, 1, CHANGED))
            for work in ("import", "index"):
                worked(work, folder, slug=SECOND)
            yield "map", worked("map", folder, source=FIRST, target=SECOND)
    if "normalise" in works:
        with TemporaryDirectory(ignore_cleanup_errors=True) as place:
            folder = Path(place)
            few = many_concepts(real, named)
            write_terminology(folder / f"{FIRST}.csv", few)
            write_mentions(folder / "mentions.csv", list(names_in(few)), size, max(1, size // DIFFERENT))
            for work in ("import", "index"):
                worked(work, folder, slug=FIRST)
            yield "normalise", worked("normalise", folder, slug=FIRST, search=SEARCH)


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
