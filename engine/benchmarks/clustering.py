"""How much faster a mapping is by the workers of a cluster on this machine, and what dealing it out costs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.benchmarks.result import bench_result
from engine.benchmarks.whole import FIRST, SECOND, made_pair
from engine.benchmarks.works import worked
from engine.events import Event, Finished, Progress
from engine.jobs.cluster import check_installed
from engine.workspace import Workspace

NAMES, WORKERS = 60_000, (1, 2, 4)


def bench_cluster(workspace: Workspace, names: int = NAMES, workers: Sequence[int] = WORKERS) -> Iterator[Event]:
    """Finished with what `bench_result` has: a terminology of so many names mapped onto another, without a cluster and
    by each of these numbers of local workers, their start and their reading included.

    A result has the workers (0: no cluster, two processes on Linux), the seconds, the suggestions and how many times
    one worker's speed that is. The limit is the processors; the peer the same without a cluster. It passes where every
    way suggests as much and two workers are faster than one. BadInput without Dask.
    """
    check_installed()
    rows = []
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place)
        yield from made_pair(workspace, folder, names)
        for at, count in enumerate((0, *workers)):
            yield Progress(
                at, 1 + len(workers), f"Mapping by {count} workers" if count else "Mapping without a cluster"
            )
            found = worked("map", folder, source=FIRST, target=SECOND, workers=count)
            rows.append({"workers": count, "seconds": found["seconds"], "suggested": found["suggested"]})
    one = next((row["seconds"] for row in rows if row["workers"] == 1), None)
    rows = [row | ({"times one worker": one / row["seconds"]} if one and row["workers"] else {}) for row in rows]
    fastest = min(row["seconds"] for row in rows if row["workers"])
    limit, peer = {"processors": float(os.cpu_count() or 1)}, {"without a cluster s": rows[0]["seconds"]}
    yield Finished(
        bench_result("cluster", [{"names": names} | row for row in rows], limit, peer, rows[0]["seconds"] / fastest,
                     meets(rows))
    )  # fmt: skip


def meets(rows: Sequence[dict[str, float]]) -> bool:
    """Whether every way suggests as much, and two workers are faster than one."""
    seconds = {row["workers"]: row["seconds"] for row in rows}
    alike = len({row["suggested"] for row in rows}) == 1
    return bool(alike and 1 in seconds and 2 in seconds and seconds[2] < seconds[1])
