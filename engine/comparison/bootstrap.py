"""Several encoders on the same queries, drawn together: intervals of each and of each less the first, by one bootstrap.

The numbers are those of `engine.metrics.significance` with the same draws and seed; here every resample is drawn
once for all encoders and metrics, so that a comparison of four encoders costs little more than one interval.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.metrics import significance

DRAWS = 10_000
Interval = dict[str, Any]  # {"value", "low", "high"}
Difference = dict[str, Any]  # {"difference", "low", "high", "p"}


def side_by_side(
    numbers: Mapping[str, np.ndarray], draws: int = DRAWS, seed: int = 0
) -> tuple[int, dict[str, Interval], dict[str, Difference]]:
    """How many queries count, each encoder's mean with its interval, and each other encoder less the first.

    numbers: encoder -> one number a query, float [q]. A query that is NaN for any encoder counts for none.
    """
    ids = list(numbers)
    table = np.stack([np.asarray(line, np.float64) for line in numbers.values()], axis=1)
    table = table[~np.isnan(table).any(axis=1)]
    if not len(table):
        return 0, {id: {"value": None, "low": None, "high": None} for id in ids}, {}
    both = np.hstack([table, table - table[:, :1]])  # differences of each query, for theirs of means would not be exact
    drawn = np.concatenate([counts @ both for counts in significance.resampled(len(both), draws, seed)]) / len(both)
    values = both.mean(axis=0)
    each = {id: {"value": float(values[i]), **significance.bounds(drawn[:, i])} for i, id in enumerate(ids)}
    less = {id: significance.difference_of(float(values[i]), drawn[:, i]) for i, id in enumerate(ids[1:], len(ids) + 1)}
    return len(table), each, less


def correlated(
    numbers: Mapping[str, np.ndarray], judged: np.ndarray, draws: int = DRAWS, seed: int = 0
) -> tuple[int, dict[str, Interval], dict[str, Difference]]:
    """The same for Spearman's correlation of each encoder's similarities with what people said, both float [pairs]."""
    ids = list(numbers)
    values, drawn = significance.correlations(list(numbers.values()), judged, draws, seed)
    each = {id: {"value": values[i], **significance.bounds(drawn[i])} for i, id in enumerate(ids)}
    less = {}
    for i, id in enumerate(ids[1:], 1):
        here, first = values[i], values[0]
        if here is not None and first is not None:
            less[id] = significance.difference_of(here - first, drawn[i] - drawn[0])
    return len(judged), each, less
