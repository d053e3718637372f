"""How fast this machine answers, labels and trains: what `bench` measures, by name."""

from collections.abc import Callable
from typing import Any

from engine.benchmarks.clustering import bench_cluster
from engine.benchmarks.edits import bench_edits
from engine.benchmarks.growth import bench_growth
from engine.benchmarks.labelling import bench_label
from engine.benchmarks.large import bench_train_large
from engine.benchmarks.memory import bench_memory
from engine.benchmarks.normalising import bench_normalise
from engine.benchmarks.page import bench_all
from engine.benchmarks.plotting import bench_plot
from engine.benchmarks.ranking import bench_rank
from engine.benchmarks.search import bench_search
from engine.benchmarks.training import bench_train
from engine.benchmarks.transformer import bench_train_triplet
from engine.benchmarks.whole import bench_audit, bench_map
from engine.benchmarks.window import bench_live, bench_start

BENCHMARKS: dict[str, Callable[..., Any]] = {
    "rank": bench_rank,
    "label": bench_label,
    "train": bench_train,
    "train-triplet": bench_train_triplet,
    "train-large": bench_train_large,
    "search": bench_search,
    "edits": bench_edits,
    "live": bench_live,
    "start": bench_start,
    "memory": bench_memory,
    "plot": bench_plot,
    "normalise": bench_normalise,
    "audit": bench_audit,
    "map": bench_map,
    "cluster": bench_cluster,
    "growth": bench_growth,
}

__all__ = [
    "BENCHMARKS",
    "bench_all",
    "bench_audit",
    "bench_cluster",
    "bench_edits",
    "bench_growth",
    "bench_label",
    "bench_live",
    "bench_map",
    "bench_memory",
    "bench_normalise",
    "bench_plot",
    "bench_rank",
    "bench_search",
    "bench_start",
    "bench_train",
    "bench_train_large",
    "bench_train_triplet",
]
