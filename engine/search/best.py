"""The k best columns of each row of scores, exactly, reading most of them only once."""

from __future__ import annotations

import numpy as np

GROUP = 64  # columns whose maximum stands for them


def best_columns(scores: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Places int64 [n, k] and scores [n, k] of the k best of each row, best first; fewer columns than k give fewer.

    The k best lie in the k groups with the highest maxima, so only these are sorted.
    """
    k = min(k, scores.shape[1])
    groups = -(-scores.shape[1] // GROUP)
    if k == 0 or groups <= 2 * k:
        return _sorted(scores, np.broadcast_to(np.arange(scores.shape[1]), scores.shape), k)
    whole = scores.shape[1] // GROUP * GROUP
    tops = scores[:, :whole].reshape(len(scores), -1, GROUP).max(axis=2)
    if whole < scores.shape[1]:
        tops = np.concatenate([tops, scores[:, whole:].max(axis=1, keepdims=True)], axis=1)
    chosen = np.argpartition(-tops, k - 1, axis=1)[:, :k]
    places = (chosen[:, :, None] * GROUP + np.arange(GROUP)).reshape(len(scores), -1)
    beyond = places >= scores.shape[1]
    seen = np.take_along_axis(scores, np.where(beyond, 0, places), axis=1)
    seen[beyond] = -np.inf
    return _sorted(seen, places, k)


def _sorted(scores: np.ndarray, places: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    chosen = np.argpartition(-scores, k - 1, axis=1)[:, :k] if 0 < k < scores.shape[1] else _every(scores, k)
    seen = np.take_along_axis(scores, chosen, axis=1)
    order = np.argsort(-seen, axis=1, kind="stable")
    chosen = np.take_along_axis(chosen, order, axis=1)
    return np.take_along_axis(places, chosen, axis=1).astype(np.int64), np.take_along_axis(seen, order, axis=1)


def _every(scores: np.ndarray, k: int) -> np.ndarray:
    return np.broadcast_to(np.arange(k), (len(scores), k))
