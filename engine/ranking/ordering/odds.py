"""Probabilities as log odds, and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

LOWEST = 1e-6  # how near to 0 and 1 a probability counts


def log_odds(probability: ArrayLike) -> np.ndarray:
    """The log odds of probabilities, float64 of the same shape, those near 0 and 1 as LOWEST has it."""
    within = np.clip(probability, LOWEST, 1 - LOWEST)
    found: np.ndarray = np.log(within / (1 - within))
    return found


def probability_of(odds: ArrayLike) -> np.ndarray:
    """The probabilities with these log odds, float64 of the same shape.

    >>> round(float(probability_of(log_odds(0.89))), 6)
    0.89
    """
    found: np.ndarray = 1 / (1 + np.exp(-np.asarray(odds)))
    return found
