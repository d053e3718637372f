"""The order of the best candidates as annotated mentions taught it: a logistic regression over lists of candidates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

RIDGE = 1e-3
FEWEST = 100  # lists that are enough to learn an order from


@dataclass(frozen=True)
class Order:
    """A weight for each feature of `evidence`; the highest weighted sum leads."""

    weights: tuple[float, ...]

    def places(self, evidence: np.ndarray) -> list[int]:
        """The candidates' places, best first; equal ones stay as they came. `evidence` is [candidates, features]."""
        found: list[int] = np.argsort(-(evidence @ np.array(self.weights)), kind="stable").tolist()
        return found


def learnt(lists: Iterable[tuple[np.ndarray, int]]) -> Order | None:
    """The order that makes the right candidates likeliest; None with fewer than a hundred lists to choose from.

    `lists`: evidence [candidates, features] and the place of the right one. The probability of a candidate is the
    softmax of the weighted sums over its list; the features are brought to one scale and large weights cost a little.
    """
    from scipy.optimize import minimize

    kept = [(evidence, right) for evidence, right in lists if len(evidence) > 1]
    if len(kept) < FEWEST:
        return None
    rows = np.concatenate([evidence for evidence, _ in kept]).astype(float)
    centre, spread = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    rows = (rows - centre) / scale
    sizes = np.array([len(evidence) for evidence, _ in kept])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    answers = starts + np.array([right for _, right in kept])

    def cost(weights: np.ndarray) -> tuple[float, np.ndarray]:
        sums = rows @ weights
        most = np.maximum.reduceat(sums, starts)
        shares = np.exp(sums - np.repeat(most, sizes))
        totals = np.add.reduceat(shares, starts)
        likely = shares / np.repeat(totals, sizes)
        loss = float((most + np.log(totals) - sums[answers]).mean() + RIDGE * weights @ weights)
        slope = (likely @ rows - rows[answers].sum(axis=0)) / len(kept) + 2 * RIDGE * weights
        return loss, slope

    found = minimize(cost, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return Order(tuple(map(float, found.x / scale)))


def deal(documents: Sequence[str], parts: int) -> list[int]:
    """A part for each document's mentions, the documents dealt in turn as they come."""
    place: dict[str, int] = {}
    return [place.setdefault(document, len(place)) % parts for document in documents]
