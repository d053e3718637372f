"""How fast the workspace answers: measured on this machine, in one process, over real names."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.benchmarks.names import every_name, unfinished
from engine.workbench import Workbench


def bench_rank(bench: Workbench, encoders: Sequence[str], queries: int = 200, seed: int = 0) -> dict[str, Any]:
    """Milliseconds from a text to its ranking over every terminology, one query at a time.

    Queries are real names with a word dropped or cut short, so that few of them match exactly. Each encoder's first
    answer, which loads its index, is `first_ms`; the rest are `p50_ms` and `p95_ms`.
    """
    texts = unfinished(every_name(bench.workspace), queries, seed)
    names = sum(terminology.names for terminology in bench.terminologies.all())
    rows = []
    for encoder in encoders:
        started = time.perf_counter()
        bench.rankings.rank(texts[0], encoder=encoder)
        first = (time.perf_counter() - started) * 1000
        taken = []
        for text in texts:
            started = time.perf_counter()
            bench.rankings.rank(text, encoder=encoder)
            taken.append((time.perf_counter() - started) * 1000)
        p50, p95 = np.percentile(taken, [50, 95])
        rows.append(
            {"encoder": encoder, "queries": len(texts), "first_ms": first, "p50_ms": float(p50), "p95_ms": float(p95)}
        )
    return {"names": names, "encoders": rows}
