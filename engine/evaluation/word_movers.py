"""Word mover's distance: how far the words of one name must travel to become those of another (Kusner et al. 2015)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from engine.metrics.similarities import Similarity
from engine.metrics.tokens import token_counts

FAR = 2.0  # the distance of opposite unit vectors, and that of a name without a known word
MOST_COPIES = 200  # larger assignments are left to the relaxed distance


class WordMovers(Similarity):
    """Minus the word mover's distance over unit word vectors; each word weighs its share of the name's words.

    `encode` turns words into unit rows; words without a vector are left out, and a query of only such is silent.
    `among` is exact: weights of k/m and l/n are copies of equal weight, so the best transport is an assignment.
    Left out: `block`, the whole pool, gives the relaxed distance (the larger of the two one-sided ones, a lower bound;
    Kusner et al. section 4), and so does `among` for names so long that more than 200 copies would meet, and
    everything with `exact=False`.
    """

    def __init__(
        self,
        queries: Sequence[str],
        pool: Sequence[str],
        encode: Callable[[Sequence[str]], np.ndarray],
        exact: bool = True,
    ) -> None:
        from scipy.sparse import diags

        words: dict[str, int] = {}
        first, second = token_counts(queries, words), token_counts(pool, words)
        first.resize(first.shape[0], len(words))
        self.vectors = np.asarray(encode(list(words)), np.float32) if words else np.zeros((0, 1), np.float32)
        known = diags(self.vectors.any(axis=1).astype(np.float32))
        self.first, self.second = (first @ known).tocsr(), (second @ known).tocsr()
        for counts in (self.first, self.second):
            counts.eliminate_zeros()
            counts.sort_indices()
        self.exact, self.names = exact, second.shape[0]
        self.silent = np.diff(self.first.indptr) == 0

    def block(self, start: int, stop: int) -> np.ndarray:
        lines = [self._relaxed(query, None) for query in range(start, stop)]
        return np.stack(lines) if lines else np.zeros((0, self.names), np.float32)

    def among(self, query: int, places: np.ndarray) -> np.ndarray:
        scores = self._relaxed(query, places)
        if self.exact and not self.silent[query]:
            own, count = self._words(self.first, query)
            for i, place in enumerate(places.tolist()):
                other, times = self._words(self.second, place)
                copies = np.lcm(count.sum(), times.sum()) if len(other) else MOST_COPIES + 1
                if copies <= MOST_COPIES:
                    scores[i] = -self._transport(own, count, other, times, int(copies))
        return scores

    def _transport(
        self, own: np.ndarray, count: np.ndarray, other: np.ndarray, times: np.ndarray, copies: int
    ) -> float:
        from scipy.optimize import linear_sum_assignment

        costs = _distances(self.vectors[own], self.vectors[other])
        costs = np.repeat(costs, count * (copies // count.sum()), axis=0)
        costs = np.repeat(costs, times * (copies // times.sum()), axis=1)
        return float(costs[linear_sum_assignment(costs)].mean())

    def _relaxed(self, query: int, places: np.ndarray | None) -> np.ndarray:
        """Minus the larger of: each word of the query to its nearest in the name, and the other way about; [k].

        `places` None is the whole pool.
        """
        names = self.second if places is None else self.second[places]
        scores = np.full(names.shape[0], -FAR, dtype=np.float32)
        filled = np.flatnonzero(np.diff(names.indptr))
        if self.silent[query] or not len(filled):
            return scores
        own, count = self._words(self.first, query)
        # Every word there is for the whole pool, and otherwise those that these names hold.
        met, column = (slice(None), names.indices) if places is None else np.unique(names.indices, return_inverse=True)
        costs = _distances(self.vectors[own], self.vectors[met])
        to_names = np.minimum.reduceat(costs[:, column], names.indptr[filled], axis=1)
        one = (count / count.sum()) @ to_names
        nearest = np.zeros(len(self.vectors), np.float32)
        nearest[met] = costs.min(axis=0)
        sizes = np.asarray(names.sum(axis=1)).reshape(-1)[filled]
        other = (names @ nearest)[filled] / sizes
        scores[filled] = -np.maximum(one, other)
        return scores

    def _words(self, counts: Any, row: int) -> tuple[np.ndarray, np.ndarray]:
        span = slice(counts.indptr[row], counts.indptr[row + 1])
        return counts.indices[span], counts.data[span].astype(np.int64)


def _distances(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Euclidean distances of unit rows, float32; what rounding leaves between equal rows is 0."""
    squares = 2 - 2 * (first @ second.T)
    return np.sqrt(np.where(squares < 1e-6, 0, squares))
