"""How fast this machine answers, labels and trains: what `bench` measures, by name."""

from collections.abc import Callable
from typing import Any

from engine.benchmarks.labelling import bench_label
from engine.benchmarks.ranking import bench_rank
from engine.benchmarks.search import bench_search
from engine.benchmarks.training import bench_train

BENCHMARKS: dict[str, Callable[..., Any]] = {
    "rank": bench_rank,
    "label": bench_label,
    "train": bench_train,
    "search": bench_search,
}

__all__ = ["BENCHMARKS", "bench_label", "bench_rank", "bench_search", "bench_train"]
