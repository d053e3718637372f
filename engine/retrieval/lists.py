"""Rows in lists of those that are alike, by k-means: what an inverted file is made of."""

from __future__ import annotations

import numpy as np

from engine.events import say
from engine.retrieval.tensors import float32_of, let_go

LEARNT_FROM = 64  # rows for each list
ROUNDS = 6
ASSIGNED = 16_384  # rows at once
DIRECTIONS = 96  # in which rows are told apart, of those in which they differ most; they hold nearly all there is


def lists_of(rows: np.ndarray, lists: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Unit centres, float32 [lists, dim], of float16 rows [n, dim], and the list of each row, int32 [n]."""
    import faiss

    draw = np.random.default_rng(seed)
    sample = np.sort(draw.choice(len(rows), min(len(rows), LEARNT_FROM * lists), replace=False))
    known = float32_of(rows[sample])
    let_go(rows)
    turn = _directions(known)
    learnt = faiss.Kmeans(
        turn.shape[1], lists, niter=ROUNDS, seed=seed, spherical=True, min_points_per_centroid=1,
        max_points_per_centroid=LEARNT_FROM,
    )  # fmt: skip
    learnt.train(known @ turn)
    nearest = np.empty(len(rows), np.int32)
    for start in range(0, len(rows), ASSIGNED):
        part = float32_of(rows[start : start + ASSIGNED]) @ turn
        nearest[start : start + ASSIGNED] = learnt.index.search(part, 1)[1][:, 0]
        let_go(rows)
        say(f"{min(start + ASSIGNED, len(rows)):,} names")
    return np.asarray(learnt.centroids, np.float32) @ turn.T, nearest


def _directions(rows: np.ndarray) -> np.ndarray:
    """The directions in which rows [n, dim] differ most, float32 [dim, at most DIRECTIONS], orthonormal."""
    found = np.linalg.eigh(rows.T @ rows)[1][:, ::-1][:, :DIRECTIONS]
    return np.ascontiguousarray(found, np.float32)


def in_order(nearest: np.ndarray, lists: int, window: int) -> tuple[np.ndarray, np.ndarray]:
    """Row numbers by list, int32, filled up with −1 to whole windows; and where each list begins, int32 [lists + 1]."""
    starts = np.concatenate([[0], np.cumsum(np.bincount(nearest, minlength=lists))]).astype(np.int32)
    places = np.full(-(-len(nearest) // window) * window, -1, np.int32)
    places[: len(nearest)] = np.argsort(nearest, kind="stable")
    return places, starts
