"""Rows in lists of those that are alike, by k-means: what an inverted file is made of."""

from __future__ import annotations

import numpy as np

from engine.retrieval.tensors import float32_of

LEARNT_FROM = 64  # rows for each list
ROUNDS = 6
ASSIGNED = 16_384  # rows at once


def lists_of(rows: np.ndarray, lists: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Unit centres, float32 [lists, dim], of float16 rows [n, dim], and the list of each row, int32 [n]."""
    import faiss

    draw = np.random.default_rng(seed)
    sample = np.sort(draw.choice(len(rows), min(len(rows), LEARNT_FROM * lists), replace=False))
    learnt = faiss.Kmeans(
        rows.shape[1], lists, niter=ROUNDS, seed=seed, spherical=True, min_points_per_centroid=1,
        max_points_per_centroid=LEARNT_FROM,
    )  # fmt: skip
    learnt.train(float32_of(rows[sample]))
    nearest = np.empty(len(rows), np.int32)
    for start in range(0, len(rows), ASSIGNED):
        nearest[start : start + ASSIGNED] = learnt.index.search(float32_of(rows[start : start + ASSIGNED]), 1)[1][:, 0]
    return np.asarray(learnt.centroids, np.float32), nearest


def in_order(nearest: np.ndarray, lists: int, window: int) -> tuple[np.ndarray, np.ndarray]:
    """Row numbers by list, int32, filled up with −1 to whole windows; and where each list begins, int32 [lists + 1]."""
    starts = np.concatenate([[0], np.cumsum(np.bincount(nearest, minlength=lists))]).astype(np.int32)
    places = np.full(-(-len(nearest) // window) * window, -1, np.int32)
    places[: len(nearest)] = np.argsort(nearest, kind="stable")
    return places, starts
