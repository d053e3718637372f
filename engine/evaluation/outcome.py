"""A task and what one encoder scored on it, one number a query."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.metrics import significance

KS = (1, 5, 10, 20, 50)


@dataclass(frozen=True)
class Task:
    """What a task is called, and what one number a query is, by metric."""

    title: str
    metrics: dict[str, str]


PRECISION = "average precision of the query's ranking"
RIGHT = "1 if the best name is right, else 0"
RECIPROCAL = "1 / rank of the first right name"

TASKS = {
    "retrieval": Task("Synonym retrieval", {"map": PRECISION}),
    "mapping": Task("Concept mapping", {"accuracy": RIGHT, "mrr": RECIPROCAL}),
    "coverage": Task(
        "Mean coverage at k", {f"coverage@{k}": f"share of its synonyms among its {k} nearest names" for k in KS}
    ),
    "bm25": Task(
        "Synonym retrieval over BM25 candidates",
        {"map": PRECISION, "accuracy": RIGHT, "mrr": RECIPROCAL, "reached": "share of its synonyms among candidates"},
    ),
    "levels": Task("Ranking per level", {"map": PRECISION + " at this level"}),
    "hypernyms": Task("Hypernym detection", {"mrr": "1 / rank of the first name of a concept above, at this level"}),
    "placing": Task(
        "Placing held-out concepts",
        {
            **{f"hit@{k}": f"is a true parent among the first {k}?" for k in (1, 5, 10)},
            "mrr": "1 / rank of the first true parent",
        },
    ),
    "relatedness": Task("Relatedness", {"spearman": "cosine of the pair"}),
}


@dataclass(frozen=True)
class Outcome:
    """One encoder on one task: `numbers` metric -> one number a query, NaN where nothing was to be found.

    Metrics of a task with levels are called “map level 1” and so on. `judged` are people's scores of the pairs, for the
    statistic spearman. `silent` counts queries that the encoder could not read; they score 0.
    """

    task: str
    numbers: dict[str, np.ndarray]
    silent: int = 0
    judged: np.ndarray | None = field(default=None)

    def values(self) -> dict[str, float | None]:
        """Metric -> its value over all queries; None where none counts."""
        return {metric: self._value(numbers) for metric, numbers in self.numbers.items()}

    def intervals(self, draws: int = significance.DRAWS, seed: int = 0) -> dict[str, dict[str, Any]]:
        """Metric -> {"value", "low", "high"}: 95 % percentile bootstrap over the queries."""
        if self.judged is not None:
            of = significance.spearman_interval
            return {metric: of(numbers, self.judged, draws, seed) for metric, numbers in self.numbers.items()}
        return {metric: significance.mean_interval(numbers, draws, seed) for metric, numbers in self.numbers.items()}

    def to_dict(self) -> dict[str, Any]:
        """The values, with {"queries", "without_relevant", "without_vector"}."""
        first = next(iter(self.numbers.values()), np.zeros(0))
        missing = int(np.isnan(first).sum())
        return {
            **self.values(),
            "queries": len(first) - missing,
            "without_relevant": missing,
            "without_vector": self.silent,
        }

    def _value(self, numbers: np.ndarray) -> float | None:
        from engine.metrics.correlation import spearman

        if self.judged is not None:
            return spearman(numbers, self.judged)
        known = numbers[~np.isnan(numbers)]
        return float(known.mean()) if len(known) else None
