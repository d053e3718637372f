"""Spearman's rank correlation."""

from __future__ import annotations

import numpy as np


def spearman(first: np.ndarray, second: np.ndarray) -> float | None:
    """The correlation of the ranks of two equally long series; None where it is not defined."""
    if len(first) < 2:
        return None
    x, y = (ranks - ranks.mean() for ranks in (mean_ranks(first), mean_ranks(second)))
    scale = np.sqrt((x @ x) * (y @ y))
    return float(x @ y / scale) if scale else None


def mean_ranks(values: np.ndarray) -> np.ndarray:
    """Ranks from 1, float64; equal values share the mean of their ranks."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return (last - (count - 1) / 2)[place]
