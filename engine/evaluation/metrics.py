"""Ranking metrics, vectorised: average precision, accuracy and reciprocal rank, with the query itself masked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.samplers import TrainingData

CHUNK = 4_000_000  # similarities looked at together


@dataclass(frozen=True)
class RankingMetrics:
    """One number a query, NaN where nothing relevant was in the pool; `to_dict` gives the means over the others."""

    average_precision: np.ndarray
    accuracy: np.ndarray
    reciprocal_rank: np.ndarray

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
    scores = np.array(similarity, dtype=np.float64)
    hits = np.array(relevant, dtype=bool)
    if masked is not None:
        scores[masked], hits[masked] = -np.inf, False
    hits = np.take_along_axis(hits, np.argsort(-scores, axis=1, kind="stable"), axis=1)
    found = np.cumsum(hits, axis=1)
    total = hits.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        precision = np.where(hits, found / np.arange(1, hits.shape[1] + 1), 0).sum(axis=1) / total
    none = total == 0
    accuracy = hits[:, 0].astype(float) if hits.shape[1] else np.zeros(len(hits))
    reciprocal = 1 / (hits.argmax(axis=1) + 1) if hits.shape[1] else np.zeros(len(hits))
    return RankingMetrics(precision, np.where(none, np.nan, accuracy), np.where(none, np.nan, reciprocal))


def retrieval(
    queries: np.ndarray,
    query_classes: np.ndarray,
    pool: np.ndarray,
    pool_classes: np.ndarray,
    own: np.ndarray | None = None,
) -> RankingMetrics:
    """Each unit query row [q, d] ranks the unit pool rows [n, d]; a pool name of the query's class is relevant.

    `own` int [q] is the query's own place in the pool, masked; −1 where it is not there. A query without a vector (an
    all-zero row) ranks nothing and scores 0.
    """
    parts = []
    step = max(1, CHUNK // max(1, len(pool)))
    for start in range(0, len(queries), step):
        these = slice(start, start + step)
        relevant = np.asarray(query_classes)[these, None] == np.asarray(pool_classes)[None, :]
        masked = None if own is None else np.asarray(own)[these, None] == np.arange(len(pool))[None, :]
        parts.append(ranking_metrics(queries[these] @ pool.T, relevant, masked))
    silent = ~queries.any(axis=1)
    columns = [
        np.concatenate([getattr(p, name) for p in parts]) if parts else np.zeros(0)
        for name in ("average_precision", "accuracy", "reciprocal_rank")
    ]
    return RankingMetrics(*(np.where(silent & ~np.isnan(c), 0.0, c) for c in columns))


def few_shot_map(data: TrainingData) -> float:
    """Mean average precision of the validation names ranking the training names of their class."""
    queries, pool = data.validation, data.train
    return retrieval(queries.rows, queries.classes, pool.rows, pool.classes).to_dict()["map"]
