"""Similarities of queries with a pool of names: an encoder's cosines, and the baselines behind the same interface.

Higher is more alike. A similarity that an encoder does not give stands in a ranking task just as an encoder's does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.metrics.tokens import token_counts

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


class Similarity(ABC):
    """q queries against n names. `silent` bool [q] marks queries that say nothing to it; they rank nothing."""

    silent: np.ndarray
    names: int

    @abstractmethod
    def block(self, start: int, stop: int) -> np.ndarray:
        """Scores of the queries from `start` up to `stop` with every name: a new float32 [stop − start, n]."""

    def among(self, query: int, places: np.ndarray) -> np.ndarray:
        """Scores of one query with the names at `places` only: float32 [k]."""
        return self.block(query, query + 1)[0][places]


class UnitRows(Similarity):
    """Cosines of unit rows: queries [q, d] and pool [n, d]."""

    def __init__(self, queries: np.ndarray, pool: np.ndarray) -> None:
        self.queries, self.pool = np.asarray(queries, np.float32), np.asarray(pool, np.float32)
        self.silent, self.names = np.logical_not(self.queries.any(axis=1)), len(self.pool)

    def block(self, start: int, stop: int) -> np.ndarray:
        return self.queries[start:stop] @ self.pool.T

    def among(self, query: int, places: np.ndarray) -> np.ndarray:
        return self.pool[places] @ self.queries[query]


class SparseRows(Similarity):
    """Products of sparse rows, csr [q, features] and [n, features]: cosines of unit rows, such as
    `CharacterTfidf.encode` gives."""

    def __init__(self, queries: csr_matrix, pool: csr_matrix) -> None:
        self.queries, self.pool = queries, pool.T.tocsr()
        self.silent, self.names = np.diff(queries.indptr) == 0, pool.shape[0]

    def block(self, start: int, stop: int) -> np.ndarray:
        return (self.queries[start:stop] @ self.pool).toarray().astype(np.float32, copy=False)


class Jaccard(Similarity):
    """Shared words over all words of two names, each word counted once (the first baseline of BNE, table 2)."""

    def __init__(self, queries: Sequence[str], pool: Sequence[str]) -> None:
        words: dict[str, int] = {}
        first, second = token_counts(queries, words), token_counts(pool, words)
        first.resize(first.shape[0], len(words))
        first.data[:], second.data[:] = 1, 1
        self.first, self.second = first, second.T.tocsr()
        self.sizes = np.diff(first.indptr).astype(np.float32), np.diff(second.indptr).astype(np.float32)
        self.silent, self.names = self.sizes[0] == 0, second.shape[0]

    def block(self, start: int, stop: int) -> np.ndarray:
        shared = (self.first[start:stop] @ self.second).toarray()
        return shared / (self.sizes[0][start:stop, None] + self.sizes[1][None, :] - shared).clip(1)


class MaskedSimilarity(Similarity):
    """Another similarity with each query's own place in the pool taken out; `own` int [q], −1 where it is not there."""

    def __init__(self, inner: Similarity, own: Any) -> None:
        self.inner, self.own = inner, np.asarray(own, dtype=np.int64)
        self.silent, self.names = inner.silent, inner.names

    def block(self, start: int, stop: int) -> np.ndarray:
        scores, own = self.inner.block(start, stop), self.own[start:stop]
        there = np.flatnonzero(own >= 0)
        scores[there, own[there]] = -np.inf
        return scores

    def among(self, query: int, places: np.ndarray) -> np.ndarray:
        scores = self.inner.among(query, places)
        return np.where(places == self.own[query], -np.inf, scores).astype(np.float32)


class DrawnTies(Similarity):
    """Another similarity whose equal scores stand in a drawn order, another one for each query, but the same each time.

    Baselines give many names the same score; in the order of the pool, which may be that of the classes, one class
    would win all of these. What is added to a score is below `NOISE`.
    """

    NOISE = np.float32(1e-5)

    def __init__(self, inner: Similarity, seed: int = 0) -> None:
        self.inner, self.seed = inner, seed
        self.silent, self.names = inner.silent, inner.names

    def block(self, start: int, stop: int) -> np.ndarray:
        scores = self.inner.block(start, stop)
        for query in range(start, stop):
            scores[query - start] += self._drawn(query)
        return scores

    def among(self, query: int, places: np.ndarray) -> np.ndarray:
        return self.inner.among(query, places) + self._drawn(query)[places]

    def _drawn(self, query: int) -> np.ndarray:
        return np.random.default_rng([self.seed, query]).random(self.names, dtype=np.float32) * self.NOISE


def best_names(scores: np.ndarray, members: Any) -> np.ndarray:
    """Each concept's best score, [q, concepts], from scores [q, names] and csc [names, concepts]; −inf for none."""
    filled = np.flatnonzero(np.diff(members.indptr))
    best = np.full((len(scores), members.shape[1]), -np.inf, dtype=scores.dtype)
    if len(filled):
        best[:, filled] = np.maximum.reduceat(scores[:, members.indices], members.indptr[filled], axis=1)
    return best
