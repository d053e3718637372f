"""Names beyond those that are laid out: each between the laid-out names that are nearest to it."""

from __future__ import annotations

import numpy as np

from engine.retrieval.neighbours import nearest_names

AT_ONE = 1e-3  # cosine distance that counts as none: a name that is laid out under another concept lies on it


def placed_between(rows: np.ndarray, laid: np.ndarray, xy: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Where names lie, float32 [n, 2], and the k laid-out names nearest to each, int32 [n, k], −1 for none.

    rows: their unit rows, float32 [n, dim]; laid, xy: rows and places of the names that are laid out. A place is the
    mean of those of the nearest names, weighted by one over the cosine distance (Shepard 1968).
    """
    cosines, nearest = nearest_names(rows, laid, k)
    weights = np.where(nearest >= 0, 1 / (AT_ONE + np.maximum(0, 1 - cosines)), 0)
    places = np.einsum("nk,nkd->nd", weights, xy[np.maximum(nearest, 0)]) / weights.sum(axis=1, keepdims=True)
    return places.astype(np.float32), nearest.astype(np.int32)
