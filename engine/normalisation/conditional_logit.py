"""A weighted sum of features by which the right one of each list leads: conditional logit (McFadden 1974)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

PENALTY = 30.0  # on the squares of the weights, of features with deviation 1; chosen as the trees' settings are


@dataclass(frozen=True)
class ConditionalLogit:
    """Weights of features, each of which is first centred and scaled as it was where they were learnt."""

    mean: np.ndarray
    deviation: np.ndarray
    weights: np.ndarray

    def scores(self, rows: np.ndarray) -> np.ndarray:
        """A score for each row of features [rows, features]: the differences within a list are log odds of leading."""
        found: np.ndarray = ((rows - self.mean) / self.deviation) @ self.weights
        return found


def learn_conditional_logit(rows: np.ndarray, right: np.ndarray, sizes: Sequence[int]) -> ConditionalLogit:
    """The weights that make the right one of each list likeliest to lead, less a penalty on their squares.

    `rows`: features [rows, features], the lists one after another; `right` [rows] marks one row of each list; `sizes`:
    how many rows each list has. A feature that never varies gets no weight.
    """
    from scipy.optimize import minimize

    mean, deviation = rows.mean(axis=0), rows.std(axis=0)
    deviation = np.where(deviation > 0, deviation, 1.0)
    scaled = ((rows - mean) / deviation).astype(np.float64)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    list_of = np.repeat(np.arange(len(sizes)), sizes)

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = scaled @ weights
        scores -= np.maximum.reduceat(scores, starts)[list_of]
        odds = np.exp(scores)
        sums = np.add.reduceat(odds, starts)
        log_likelihood = float((scores[right] - np.log(sums)[list_of[right]]).sum())
        gradient = scaled.T @ (right - odds / sums[list_of])
        return PENALTY / 2 * float(weights @ weights) - log_likelihood, PENALTY * weights - gradient

    found = minimize(loss, np.zeros(scaled.shape[1]), jac=True, method="L-BFGS-B")
    return ConditionalLogit(mean, deviation, found.x)
