"""How far probabilities are from how often they are right: expected calibration error."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.metrics.significance import FEWEST, bounds

BINS = 10
DRAWS = 1_000


def expected_calibration_error(probabilities: np.ndarray, right: np.ndarray, bins: int = BINS) -> float:
    """Mean over the answers of |share that is right − mean probability| of their bin, from 0 to 1.

    The answers, in the order of their probability, are cut into `bins` bins of equally many (fewer bins where there
    are fewer answers). probabilities, right: float [n], n at least 1.
    """
    order = np.argsort(probabilities, kind="stable")
    parts = np.array_split(order, min(bins, len(order)))
    gaps = [abs(float(right[part].mean() - probabilities[part].mean())) * len(part) for part in parts]
    return sum(gaps) / len(order)


def calibration_interval(probabilities: np.ndarray, right: np.ndarray, draws: int, seed: int = 0) -> dict[str, Any]:
    """{"value", "low", "high"}: 95% percentile bootstrap of at most DRAWS draws, the bins cut anew in each.

    A resample's error is a little larger on average than the value; where the interval would not hold the value, it
    reaches to it. low and high are None below FEWEST answers.
    """
    rng, size = np.random.default_rng(seed), len(probabilities)
    drawn = [rng.integers(0, size, size) for _ in range(min(draws, DRAWS) if size >= FEWEST else 0)]
    errors = np.array([expected_calibration_error(probabilities[places], right[places]) for places in drawn])
    value, ends = expected_calibration_error(probabilities, right), bounds(errors)
    low, high = ends["low"], ends["high"]
    if low is not None and high is not None:
        ends = {"low": min(low, value), "high": max(high, value)}
    return {"value": value, **ends}
