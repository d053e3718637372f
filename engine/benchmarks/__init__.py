"""How fast this machine answers and trains, measured over real names in one process."""

from engine.benchmarks.ranking import bench_rank
from engine.benchmarks.training import bench_train

__all__ = ["bench_rank", "bench_train"]
