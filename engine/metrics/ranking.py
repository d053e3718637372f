"""Ranking metrics: average precision, accuracy and reciprocal rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.metrics.hits import Hits, find_hits
from engine.metrics.similarities import UnitRows

MOST_COMPARED = 1_000_000_000  # pairs of names in a retrieval; more take minutes


@dataclass(frozen=True)
class RankingMetrics:
    """One number a query, NaN where nothing relevant was in the pool; `to_dict` gives the means over the others."""

    average_precision: np.ndarray
    accuracy: np.ndarray
    reciprocal_rank: np.ndarray

    @classmethod
    def of(cls, hits: Hits) -> RankingMetrics:
        """The three of each query's hits."""
        return cls(hits.average_precision(), hits.accuracy(), hits.reciprocal_rank())

    def to_dict(self) -> dict[str, float]:
        """Means: {"map", "accuracy", "mrr", "queries", "without_relevant"}."""
        counted = ~np.isnan(self.average_precision)
        means = [
            float(m[counted].mean()) if counted.any() else float("nan")
            for m in (self.average_precision, self.accuracy, self.reciprocal_rank)
        ]
        return {
            "map": means[0],
            "accuracy": means[1],
            "mrr": means[2],
            "queries": int(counted.sum()),
            "without_relevant": int((~counted).sum()),
        }


def retrieval(queries: np.ndarray, query_classes: Any, pool: np.ndarray, pool_classes: Any) -> RankingMetrics:
    """Each unit query row [q, d] ranks the unit pool rows [n, d]; a pool name of the query's class is relevant.

    Classes are numbers, or memberships csr [names, classes] where a name may have several: then a name that shares any
    class with the query is relevant. A query without a vector (an all-zero row) ranks nothing and scores 0.
    """
    return RankingMetrics.of(find_hits(UnitRows(queries, pool), query_classes, pool_classes))
