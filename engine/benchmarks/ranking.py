"""How fast the workspace answers: measured on this machine, in one process, over real names."""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.benchmarks.names import every_name, unfinished
from engine.benchmarks.result import bench_result
from engine.benchmarks.search import copy_rate, milliseconds
from engine.errors import BadInput
from engine.models.open import open_encoder
from engine.retrieval.index import best
from engine.workbench import Workbench

FEW = 160_000  # names of a workspace with ICD-10-CM and HPO
MOST_MILLISECONDS, MOST_MILLISECONDS_ABOVE = 60.0, 100.0  # milliseconds of an answer, p95, up to FEW names and above
PRODUCTS, TOP = 5, 100


def bench_rank(bench: Workbench, encoders: Sequence[str], queries: int = 200, seed: int = 0) -> dict[str, Any]:
    """Milliseconds from a text to its ranking over every terminology, one query at a time.

    Queries are real names with a word dropped or cut short, so that few of them match exactly. Each encoder's first
    answer, which loads its index, is `first_ms`; the rest are `p50_ms` and `p95_ms`. The limit is one pass over every
    row of the first encoder at the copy bandwidth, the peer one float32 product over them, sorted. BadInput for a
    workspace without names.
    """
    real = every_name(bench.workspace)
    if not real:
        raise BadInput("There is nothing to measure; make a workspace with terminologies with “init”.")
    texts = unfinished(real, queries, seed)
    rows: list[dict[str, Any]] = []
    for encoder in encoders:
        started = time.perf_counter()
        bench.rankings.rank(texts[0], encoder=encoder)
        first = (time.perf_counter() - started) * 1000
        gc.collect()
        gc.freeze()  # as the window does once an encoder is open
        taken = []
        for text in texts:
            started = time.perf_counter()
            bench.rankings.rank(text, encoder=encoder)
            taken.append((time.perf_counter() - started) * 1000)
        p50, p95 = np.percentile(taken, [50, 95])
        figures = {"first_ms": first, "p50_ms": float(p50), "p95_ms": float(p95)}
        rows.append({"encoder": encoder, "names": len(real), "queries": len(texts), **figures})
    size, product = product_milliseconds(bench, encoders[0], texts[:PRODUCTS])
    limit = {"one pass over the rows ms": size / copy_rate() / 1e6}
    passed = all(meets(one) for one in rows)
    return bench_result("rank", rows, limit, {"float32 product ms": product}, product / rows[0]["p50_ms"], passed)


def meets(row: dict[str, Any]) -> bool:
    """Whether an encoder's answers are as quick as is written for so many names."""
    return bool(row["p95_ms"] <= (MOST_MILLISECONDS if row["names"] <= FEW else MOST_MILLISECONDS_ABOVE))


def rank_milliseconds(bench: Workbench, encoders: Sequence[str], queries: int) -> float:
    """The median of ranking a text under all of these encoders, one after another."""
    texts = unfinished(every_name(bench.workspace), queries + 1)

    def rank(text: str) -> None:
        for encoder in encoders:
            bench.rankings.rank(text, encoder=encoder)

    rank(texts[0])
    return float(np.median([milliseconds(lambda text=text: rank(text)) for text in texts[1:]]))  # type: ignore[misc]


def product_milliseconds(bench: Workbench, encoder: str, texts: Sequence[str]) -> tuple[int, float]:
    """Bytes of every row of an encoder, and the milliseconds of one float32 product over all of them, sorted."""
    opened = open_encoder(bench.workspace, encoder)
    parts = [bench.rankings.ranker.indexes.get(one, opened).rows for one in bench.terminologies.all()]
    wide = np.concatenate([part.astype(np.float32) for part in parts])
    queries = opened.encode(texts)
    taken = [milliseconds(lambda query=query: best(wide @ query, TOP)) for query in queries]  # type: ignore[misc]
    return sum(part.nbytes for part in parts), float(np.median(taken))
