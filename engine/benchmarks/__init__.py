"""How fast this machine answers, labels and trains: what `bench` measures, by name."""

from collections.abc import Callable
from typing import Any

from engine.benchmarks.edits import bench_edits
from engine.benchmarks.labelling import bench_label
from engine.benchmarks.page import bench_all
from engine.benchmarks.ranking import bench_rank
from engine.benchmarks.search import bench_search
from engine.benchmarks.training import bench_train
from engine.benchmarks.window import bench_live, bench_start

BENCHMARKS: dict[str, Callable[..., Any]] = {
    "rank": bench_rank,
    "label": bench_label,
    "train": bench_train,
    "search": bench_search,
    "edits": bench_edits,
    "live": bench_live,
    "start": bench_start,
}

__all__ = [
    "BENCHMARKS",
    "bench_all",
    "bench_edits",
    "bench_label",
    "bench_live",
    "bench_rank",
    "bench_search",
    "bench_start",
    "bench_train",
]
