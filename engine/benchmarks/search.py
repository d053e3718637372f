"""How fast an index answers at several sizes, beside this machine's copy bandwidth and plain float32 products."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from engine.benchmarks.made_index import MADE_FROM, QUERY_ROWS, ROW_FILE, build, place_of
from engine.benchmarks.names import every_name
from engine.benchmarks.result import bench_result
from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.models.open import VECTORS, open_encoder
from engine.retrieval.compact_file import MOST_WITHOUT_COMPACT
from engine.retrieval.index import best
from engine.retrieval.indexes import open_index
from engine.workspace import Workspace

SIZES = (150_000, 1_500_000)
FEW_QUERIES, TOP = 40, 100
SHARE, RECALL = 0.7, 0.99  # of the copy bandwidth; of the ten nearest
BOUNDS = {1_500_000: (20.0, 1.2e9), 16_000_000: (60.0, 3e9)}  # names -> milliseconds (p95) and bytes at most
PEAK_MEMORY = re.compile(r"VmHWM:\s+(\d+) kB")
COPIED = 2**27  # bytes of a copy that is measured
WIDE = 2_000_000  # rows at most that are held in float32; of more the time is that share's, scaled


def bench_search(workspace: Workspace, sizes: Sequence[int] = SIZES) -> Iterator[Event]:
    """Finished with {"name", "results": one a size, "limit", "peer", "ratio", "passed"}.

    Rows of real names of the workspace's terminologies and of names made of their words, under the shipped vectors.
    Each size is measured in a program of its own. A result has the milliseconds of a query as the index answers and of
    one over every row, the share of the copy bandwidth that the latter reaches (its compact rows' bytes over the whole
    answer's time; of a copy those read and those written), recall@10 and the most memory. An index of LEAST_STORED
    names or more stays in the workspace, in `bench`; where the bench was ended it goes on from there. `limit` and
    `peer` are of the same run: the bandwidth, and a float32 product over all rows, sorted; `ratio` is how many times
    faster than that the index answers, at the largest size.
    """
    real, encoder, results = every_name(workspace), open_encoder(workspace, VECTORS), []
    if len(real) < TOP or min(sizes) <= MOST_WITHOUT_COMPACT:
        raise BadInput(
            f"There is nothing to measure; name sizes above {MOST_WITHOUT_COMPACT:,} in a workspace with terminologies."
        )
    for names in sizes:
        with place_of(workspace, names) as folder:
            started = time.perf_counter()
            yield from build(folder, real, encoder, names)
            built = time.perf_counter() - started
            yield Progress(names, names, f"Searching {names:,} names")
            command = [sys.executable, "-m", "engine.benchmarks.search", str(folder)]
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            disk = sum(one.stat().st_size for one in folder.iterdir() if one.name != QUERY_ROWS)
            results.append({"names": names, "build s": built, "disk bytes": disk, **json.loads(answer)})
    last = results[-1]
    yield Finished(
        bench_result(
            "search",
            results,
            {"copy GB/s": last["copy GB/s"]},
            {"float32 product ms": last["float32 ms"]},
            last["float32 ms"] / last["p50 ms"],
            all(meets(one) for one in results),
        )
    )


def meets(result: dict[str, Any]) -> bool:
    """Whether one size reaches what is written for it."""
    milliseconds, memory = BOUNDS.get(result["names"], (np.inf, np.inf))
    return bool(
        result["exact share of copy"] >= SHARE
        and result["recall@10"] >= RECALL
        and result["p95 ms"] <= milliseconds
        and result["memory bytes"] <= memory
    )


def measured(folder: Path) -> dict[str, Any]:
    """The figures of the index in a folder; memory is the most that answering took, mapped pages with it."""
    path = folder / ROW_FILE
    rows, queries = np.load(path, mmap_mode="r"), np.load(folder / QUERY_ROWS)
    started = time.perf_counter()
    index = open_index(path, rows, MADE_FROM)
    assert index.compact is not None
    opened = time.perf_counter() - started
    few = queries[:FEW_QUERIES]
    found = [index.search(query[None], TOP) for query in few]
    as_is = [milliseconds(lambda query=query: index.search(query[None], TOP)) for query in few]  # type: ignore[misc]
    many = milliseconds(lambda: index.search(queries, TOP))
    memory = most_memory()
    whole = [index.search(query[None], TOP, whole=True) for query in few]
    whole_times, copies = [], []
    for query in few:  # beside each other, since other work comes and goes
        whole_times.append(milliseconds(lambda query=query: index.search(query[None], TOP, whole=True)))  # type: ignore[misc]
        copies.append(copy_rate())
    near = [line[0][0][:10] >= exact[0][0][9] - 1e-6 for line, exact in zip(found, whole, strict=True)]
    scanned = index.compact.rows.nbytes / float(np.median(whole_times)) / 1e6
    wide = rows[:WIDE].astype(np.float32)
    share = len(wide) / len(rows)
    plain = [milliseconds(lambda query=query: best(wide @ query, TOP)) / share for query in few[:5]]  # type: ignore[misc]
    p50, p95 = np.percentile(as_is, [50, 95])
    return {
        "lists": index.inverted.lists if index.inverted else 0,
        "lists read": index.inverted.probed if index.inverted else 0,
        "open s": opened,
        "p50 ms": float(p50),
        "p95 ms": float(p95),
        f"{len(queries)} queries ms": many,
        "recall@10": float(np.mean(near)),
        "exact ms": float(np.median(whole_times)),
        "exact GB/s": scanned,
        "copy GB/s": float(np.median(copies)),
        "exact share of copy": scanned / float(np.median(copies)),
        "memory bytes": memory,
        "float32 ms": float(np.median(plain)),
    }


def milliseconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def copy_rate() -> float:
    """Billion bytes a second, read and written, of copying memory with all threads."""
    import torch

    source = torch.ones(COPIED, dtype=torch.int8)
    target = torch.empty_like(source)
    target.copy_(source)
    return 2 * COPIED / milliseconds(lambda: target.copy_(source)) / 1e6


def most_memory() -> int:
    """The most memory that this program has had, in bytes; with that of who started it, where nothing else is known."""
    with suppress(OSError):
        if found := PEAK_MEMORY.search(Path("/proc/self/status").read_text(encoding="ascii")):
            return int(found[1]) * 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1]))))
