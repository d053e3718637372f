"""Where the relevant names stand in their rankings: ranks found by counting or by one sort, and who is relevant."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from engine.metrics.similarities import Similarity

CHUNK = 4_000_000  # similarities looked at together
MOST_COUNTED = 100  # relevant names a query up to which counting the better scores beats sorting them all
OUT = -np.inf  # the score of a place that is out of the ranking


@dataclass(frozen=True)
class Hits:
    """The relevant names of q queries in their rankings.

    `query` int [h] rising, `rank` int [h] from 1, rising within a query; `total` int [q] is how many were to be found,
    those included that no ranking reached (a query without a vector, a name that is no candidate).
    """

    query: np.ndarray
    rank: np.ndarray
    total: np.ndarray

    def average_precision(self) -> np.ndarray:
        """Mean of the precision at each rank, 0 for those not reached, over `total`; [q], NaN where that is 0."""
        starts = np.searchsorted(self.query, self.query)  # where each hit's query begins
        precision = (np.arange(len(self.query)) - starts + 1) / self.rank
        return self._over_total(np.bincount(self.query, precision, minlength=len(self.total)))

    def first(self) -> np.ndarray:
        """The rank of each query's first hit, int [q]; 0 where it has none."""
        queries, places = np.unique(self.query, return_index=True)
        found = np.zeros(len(self.total), dtype=np.int64)
        found[queries] = self.rank[places]
        return found

    def accuracy(self) -> np.ndarray:
        """1 where the first name of the ranking is relevant; [q], NaN where nothing was to be found."""
        return np.where(self.total == 0, np.nan, self.first() == 1)

    def reciprocal_rank(self) -> np.ndarray:
        """1 / rank of the first hit, 0 where there is none; [q], NaN where nothing was to be found."""
        first = self.first()
        return np.where(self.total == 0, np.nan, np.where(first > 0, 1 / np.maximum(first, 1), 0))

    def coverage(self, k: int) -> np.ndarray:
        """The share found among the k best (BNE section 4.1); [q], NaN where nothing was to be found."""
        return self._over_total(np.bincount(self.query[self.rank <= k], minlength=len(self.total)))

    def _over_total(self, sums: np.ndarray) -> np.ndarray:
        return np.where(self.total == 0, np.nan, sums / np.maximum(self.total, 1))


def find_hits(similarity: Similarity, query_classes: Any, pool_classes: Any) -> Hits:
    """Rank the whole pool for each query and find the names that share a class with it.

    Classes are numbers, int [q] and int [n], or memberships, csr [q, classes] and [n, classes]. Equal similarities keep
    the order of the pool. A place scored −inf is out of the ranking and is not relevant, such as the query's own
    (`similarities.Masked`). A silent query ranks nothing: what it should have found is not found.
    """
    of_queries, of_pool = memberships(query_classes, pool_classes)
    by_class = of_pool.T.tocsr()
    step = max(1, CHUNK // max(1, of_pool.shape[0]))
    parts = [_none(0)]
    for start in range(0, of_queries.shape[0], step):
        stop = min(start + step, of_queries.shape[0])
        scores = similarity.block(start, stop)
        relevant = of_queries[start:stop] @ by_class
        query, place = np.repeat(np.arange(stop - start), np.diff(relevant.indptr)), relevant.indices
        parts.append(hits_of(scores, query, place, similarity.silent[start:stop]))
    sizes = np.cumsum([0, *(len(part.total) for part in parts)])
    return Hits(
        np.concatenate([part.query + first for part, first in zip(parts, sizes, strict=False)]),
        np.concatenate([part.rank for part in parts]),
        np.concatenate([part.total for part in parts]),
    )


def hits_of(scores: np.ndarray, query: np.ndarray, place: np.ndarray, silent: np.ndarray | None = None) -> Hits:
    """The hits in rankings by falling scores [q, n], of which (query, place) int [h] each are the relevant ones."""
    ranked = scores[query, place] > OUT
    query, place = query[ranked], place[ranked]
    total = np.bincount(query, minlength=len(scores))
    if silent is not None:
        speaks = ~silent[query]
        query, place = query[speaks], place[speaks]
    if len(query) <= MOST_COUNTED * len(scores):
        return Hits(*_counted(scores, query, place), total)
    return Hits(*_sorted(scores, query, place), total)


def memberships(query_classes: Any, pool_classes: Any) -> tuple[csr_matrix, csr_matrix]:
    """Both as csr [names, classes] with the same columns; class numbers become one column each."""
    from scipy.sparse import csr_matrix, issparse

    if issparse(query_classes):
        return csr_matrix(query_classes), csr_matrix(pool_classes)
    queries, pool = np.asarray(query_classes).reshape(-1), np.asarray(pool_classes).reshape(-1)
    classes, column = np.unique(np.concatenate([queries, pool]), return_inverse=True)
    both = csr_matrix(
        (np.ones(len(column), np.int32), (np.arange(len(column)), column.reshape(-1))), (len(column), len(classes))
    )
    return both[: len(queries)], both[len(queries) :]


def merged(texts: Sequence[Hashable], classes: np.ndarray, width: int | None = None) -> tuple[np.ndarray, csr_matrix]:
    """Names that stand once for each of their classes, each text once: first places int [u], membership csr [u, width].

    `texts` may be anything that is equal for equal texts, such as `Names.text_ids`. The order is that of the first
    places. A negative class number is no class. `width` is the number of classes (default: as many as are seen).
    """
    from scipy.sparse import csr_matrix

    number: dict[Hashable, int] = {}
    column = np.asarray(classes, dtype=np.int64)
    row = np.array([number.setdefault(text, len(number)) for text in texts], dtype=np.int64)
    first = np.unique(row, return_index=True)[1]
    width = int(column.max(initial=-1)) + 1 if width is None else width
    row, column = row[column >= 0], column[column >= 0]
    found = csr_matrix((np.ones(len(row), np.int32), (row, column)), (len(number), width))
    found.sum_duplicates()
    found.data[:] = 1
    return first, found


def _counted(scores: np.ndarray, query: np.ndarray, place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One more than the better scores and than the equal ones that stand before; no sort."""
    rank = np.empty(len(query), dtype=np.int64)
    for hit, (i, j) in enumerate(zip(query.tolist(), place.tolist(), strict=True)):
        line = scores[i]
        rank[hit] = 1 + np.count_nonzero(line > line[j]) + np.count_nonzero(line[:j] == line[j])
    order = np.lexsort((rank, query))
    return query[order], rank[order]


def _sorted(scores: np.ndarray, query: np.ndarray, place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each line sorted once, and the relevant names looked up in it; numpy sorts plain numbers fastest."""
    keys = _keys(scores)
    ordered = np.sort(keys, axis=1)
    order = np.argsort(query, kind="stable")
    query, place = query[order], place[order]
    rank = np.empty(len(query), dtype=np.int64)
    ends = np.searchsorted(query, np.arange(len(scores) + 1))
    for i in range(len(scores)):
        span = slice(ends[i], ends[i + 1])
        relevant_keys = np.sort(keys[i, place[span]])  # only their ranks count, not which name has which
        rank[span] = np.searchsorted(ordered[i], relevant_keys) + 1
    return query, rank


def _keys(scores: np.ndarray) -> np.ndarray:
    """Numbers, no two the same in a line, that rise as its scores fall, and with the place where scores are equal.

    A float32 and its place fit into one integer: the bits of a float are ordered as it is, once those of a negative
    one are turned over.
    """
    if scores.dtype != np.float32:
        return np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1)
    bits = (scores + np.float32(0)).view(np.uint32)  # −0 becomes 0, its equal
    falling = np.where(bits >> 31, bits, bits ^ np.uint32(0x7FFFFFFF))
    return falling.astype(np.uint64) << 32 | np.arange(scores.shape[1], dtype=np.uint64)


def _none(queries: int) -> Hits:
    return Hits(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(queries, np.int64))
