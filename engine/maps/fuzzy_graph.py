"""UMAP's graph: how surely each name and a near one belong together (McInnes, Healy and Melville 2018, section 3.1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.maps.neighbours import NearestRows

HALVINGS = 40  # of the interval that a scale is sought in
LEAST_SCALE = 1e-3  # of the mean distance: equal names may not make a scale vanish


@dataclass(frozen=True)
class FuzzyPairs:
    """Pairs of names, each pair once: their numbers int32 [pairs], and how surely they belong together, 0 to 1."""

    first: np.ndarray
    second: np.ndarray
    weights: np.ndarray


def fuzzy_pairs(near: NearestRows, k: int) -> FuzzyPairs:
    """The pairs of names of which one is among the k nearest of the other.

    A neighbour weighs exp(−(distance − that of the nearest other name) / scale), the scale such that the weights of a
    name add up to log2(k + 1). Of two names that weigh each other p and q the pair weighs p + q − pq.
    """
    from scipy.sparse import csr_matrix, triu

    positions, distances = near.positions[:, :k], near.distances[:, :k].astype(np.float64)
    nearest = np.where(distances > 0, distances, np.inf).min(axis=1)
    nearest[np.isinf(nearest)] = 0
    beyond = np.maximum(0, distances - nearest[:, None])
    mean = np.where(nearest > 0, distances.mean(axis=1), distances.mean())
    scales = np.maximum(_scales(beyond, float(np.log2(k + 1))), LEAST_SCALE * mean)
    scales[scales == 0] = 1
    weights = np.exp(-beyond / scales[:, None])
    ends = np.arange(0, positions.size + 1, positions.shape[1])
    one_way = csr_matrix((weights.ravel(), positions.ravel(), ends), (len(positions), len(positions)))
    other_way = csr_matrix(one_way.T)
    both = triu(one_way + other_way - one_way.multiply(other_way), 1, "coo")
    return FuzzyPairs(both.row.astype(np.int32), both.col.astype(np.int32), both.data.astype(np.float32))


def _scales(beyond: np.ndarray, whole: float) -> np.ndarray:
    """For each row of distances [n, k] the scale at which its weights add up to `whole`, by bisection: float64 [n]."""
    low, scales, high = np.zeros(len(beyond)), np.ones(len(beyond)), np.full(len(beyond), np.inf)
    for _ in range(HALVINGS):
        much = np.exp(-beyond / scales[:, None]).sum(axis=1) > whole
        high, low = np.where(much, scales, high), np.where(much, low, scales)
        scales = np.where(np.isinf(high), 2 * scales, (low + high) / 2)
    return scales
