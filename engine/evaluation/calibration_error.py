"""How far probabilities are from how often they are right: expected calibration error with as many bins as bear it.

With few answers even perfect probabilities differ from the share that is right by chance in each bin, and the more bins
the more: with 142 answers in ten bins by 0.06. So the number of bins is the largest that leaves the shares rising from
bin to bin (ECE sweep: Roelofs et al. 2022, “Mitigating bias in calibration error estimation”), which has the least bias
of the usual estimators at 90 to 2,000 answers; `tests/engine/evaluation/test_calibration_error.py` simulates it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.metrics.significance import FEWEST, bounds

DRAWS = 1_000


def expected_calibration_error(probabilities: np.ndarray, right: np.ndarray) -> float:
    """Mean over the answers of |share that is right − mean probability| of their bin, from 0 to 1.

    The answers, in the order of their probability, are cut into bins of equally many: as many bins as can be until for
    the first time one has a smaller share right than the one before it. probabilities, right: float [n], n at least 1.
    """
    order = np.argsort(probabilities, kind="stable")
    sums = np.concatenate([np.zeros((2, 1)), np.cumsum([probabilities[order], right[order]], axis=1)], axis=1)
    error = 0.0
    for bins in range(1, len(order) + 1):
        starts = np.linspace(0, len(order), bins + 1).round().astype(np.int64)
        given, good = np.diff(sums[:, starts], axis=1)
        if (np.diff(good / np.diff(starts)) < 0).any():
            break
        error = float(np.abs(good - given).sum()) / len(order)
    return error


def calibration_interval(probabilities: np.ndarray, right: np.ndarray, draws: int, seed: int = 0) -> dict[str, Any]:
    """{"value", "low", "high"}: 95 % percentile bootstrap of at most DRAWS draws, the bins cut anew in each.

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


def error_by_chance(probabilities: np.ndarray, draws: int, seed: int = 0) -> dict[str, Any]:
    """{"value", "low", "high"}: the error where the probabilities are perfect, its mean and its 95 % interval.

    Of at most DRAWS draws in which each answer is right as often as its probability says; an error within the interval
    says nothing against the probabilities. Names of one concept are right or wrong together, so where there are
    several of each the true interval is wider. low and high are None below FEWEST answers.
    """
    rng, size = np.random.default_rng(seed), len(probabilities)
    drawn = [(rng.random(size) < probabilities).astype(np.float64) for _ in range(min(draws, DRAWS))]
    errors = np.array([expected_calibration_error(probabilities, right) for right in drawn])
    ends = bounds(errors) if size >= FEWEST else {"low": None, "high": None}
    return {"value": float(errors.mean()), **ends}
