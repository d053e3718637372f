"""Ranking metrics: average precision, accuracy and reciprocal rank, with the query itself masked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.evaluation.hits import Hits, find_hits, hits_of
from engine.evaluation.similarities import Masked, Rows

if TYPE_CHECKING:
    from engine.samplers import TrainingData


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


def ranking_metrics(similarity: np.ndarray, relevant: np.ndarray, masked: np.ndarray | None = None) -> RankingMetrics:
    """Metrics of rankings by falling similarity [q, n] against relevant bool [q, n].

    AP = mean over the relevant of the precision at their rank; accuracy = the first is relevant; MRR = 1 / rank of the
    first relevant. `masked` bool [q, n] takes places out of the ranking, such as the query itself.
    Equal similarities keep the order of the pool.
    """
    scores = np.array(similarity, dtype=np.result_type(similarity, np.float32))
    if masked is not None:
        scores[masked] = -np.inf
    return RankingMetrics.of(hits_of(scores, *np.nonzero(relevant)))


def retrieval(
    queries: np.ndarray, query_classes: Any, pool: np.ndarray, pool_classes: Any, own: np.ndarray | None = None
) -> RankingMetrics:
    """Each unit query row [q, d] ranks the unit pool rows [n, d]; a pool name of the query's class is relevant.

    Classes are numbers, or memberships csr [names, classes] where a name may have several: then a name that shares any
    class with the query is relevant. `own` int [q] is the query's own place in the pool, masked; −1 where it is not
    there. A query without a vector (an all-zero row) ranks nothing and scores 0.
    """
    rows = Rows(queries, pool)
    return RankingMetrics.of(find_hits(rows if own is None else Masked(rows, own), query_classes, pool_classes))


def few_shot_map(data: TrainingData) -> float:
    """Mean average precision of the validation names ranking the training names of their class."""
    queries, pool = data.validation, data.train
    return retrieval(queries.rows, queries.classes, pool.rows, pool.classes).to_dict()["map"]
