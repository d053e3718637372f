"""Vector search over the names of one terminology version: float16 rows in a file, mapped and never in memory whole.

A query scans compact rows of one byte a dimension, whose error is known, and the rows themselves of those names that
come near enough: the answer is that of all rows in float32. Above `inverted_file.MANY` names it looks into lists of
rows that are alike, and misses some: a name in a hundred, two where ten are wanted; see `inverted_file`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.device import let_go, torch_is_loaded
from engine.retrieval.compact_rows import CompactRows, reached, reaching
from engine.retrieval.inverted_file import MORE, InvertedFile
from engine.retrieval.row_reader import RowReader
from engine.retrieval.tensors import LOOKED_UP, float32_of, tensor_of

TOGETHER = 8  # queries in one pass over compact rows
AT_ONCE = 4  # queries in one pass over rows that are not compact: as many as cost little more than one
IN_CACHE = 512  # rows widened to float32 at once
IN_MEMORY = 2**17  # rows of a mapped file at once, where every row is gone through
LOOKED_AT = 128  # rows widened to float64 at once: the memory of more may be taken from the system every time
SELDOM = 8  # times as many names as are wanted that there must be, for lists to be worth it
NONE = np.empty(0, np.int64)


class Index:
    """The rows of every name of a terminology under one encoder; row i is the i-th name.

    `rows` are float16 or float32 [names, dim], as their file has them; they are read where they are looked up.
    `compact` are the same in a byte a dimension, which searches scan; without them the rows are. `inverted` are lists
    of those that are alike, into which searches look instead of scanning all.
    """

    def __init__(
        self, rows: np.ndarray, compact: CompactRows | None = None, inverted: InvertedFile | None = None
    ) -> None:
        self.rows, self.compact, self.inverted = rows, compact, inverted
        self._rows_at = RowReader(rows).at if inverted is not None else rows.__getitem__

    def __len__(self) -> int:
        """How many names there are."""
        return len(self.rows)

    def take(self, places: np.ndarray | Sequence[int]) -> np.ndarray:
        """The rows at these places, float32 [len(places), dim]."""
        return float32_of(self._rows_at(np.asarray(places, np.int64)))

    def scores(self, queries: np.ndarray) -> np.ndarray:
        """Cosine of a unit query [dim] with every row, float32 [names]; of several [n, dim], float32 [n, names]."""
        if self.rows.size <= LOOKED_UP and not torch_is_loaded():
            few: np.ndarray = np.asarray(queries, np.float32) @ float32_of(self.rows).T
            return few
        import torch

        columns = torch.from_numpy(np.ascontiguousarray(np.atleast_2d(queries), np.float32)).T
        found = torch.empty((len(self.rows), columns.shape[1]))
        rows = tensor_of(self.rows)
        at_once = max(1, len(rows)) if rows.dtype == torch.float32 else IN_CACHE  # rows that are not widened: in one go
        for start in range(0, len(self.rows), at_once):
            found[start : start + at_once] = rows[start : start + at_once].float() @ columns
            if (start + at_once) % IN_MEMORY == 0:
                let_go(self.rows)
        every: np.ndarray = found.T.contiguous().numpy()
        return every if queries.ndim == 2 else every[0]

    def search(
        self, queries: np.ndarray, k: int, without: np.ndarray = NONE, whole: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """The k best rows of each unit query [n, dim], best first, equal ones in their order: scores float32 [n, k] and
        row numbers int64 [n, k].

        `without` are rows that are passed over. Fewer than k where there are no more. The scores are those of the rows
        themselves. Every row counts, but above `inverted_file.MANY` names only those in lists near the query do, unless
        the `whole` is searched.
        """
        k = min(k, len(self.rows) - len(without))
        scores, places = np.empty((len(queries), k), np.float32), np.empty((len(queries), k), np.int64)
        if k > 0:
            for at, (line, found) in enumerate(self._nearest(np.asarray(queries, np.float32), k, without, whole)):
                scores[at], places[at] = line, found
        return scores, places

    def _nearest(
        self, queries: np.ndarray, k: int, without: np.ndarray, whole: bool
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        if self.compact is None:
            for start in range(0, len(queries), AT_ONCE):
                for line in self.scores(queries[start : start + AT_ONCE]):
                    line[without] = -np.inf
                    places = best(line, k)
                    yield line[places], places
            return
        if not whole and self.inverted is not None and SELDOM * (k + len(without)) <= len(self):
            for query, near in zip(queries, self.inverted.near(queries, MORE * k + len(without)), strict=True):
                there = np.sort(near[(near >= 0) & ~np.isin(near, without)])
                if len(there) >= k:
                    yield self._best_of(query, there, k)
                else:
                    yield from self._scanned(query[None], k, without)
            return
        for start in range(0, len(queries), TOGETHER):
            yield from self._scanned(queries[start : start + TOGETHER], k, without)

    def _scanned(self, queries: np.ndarray, k: int, without: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The best of every row: those that come near by their compact rows are scored by their own."""
        assert self.compact is not None
        scores, errors = self.compact.scan(queries)
        scores[:, without] = -np.inf
        for query, rough, error in zip(queries, scores, errors.tolist(), strict=True):
            yield self._nearest_by(query, rough, error, k)

    def _nearest_by(self, query: np.ndarray, rough: np.ndarray, error: float, k: int) -> tuple[np.ndarray, np.ndarray]:
        """The best of all rows by their rough scores, which are `error` off at most."""
        least = reached(rough, k)  # what k rows reach roughly, they are at most `error` below
        near = reaching(rough, least - 2 * error)
        roughly, exact = rough[near], np.full(len(near), -np.inf, np.float32)
        first = roughly >= least
        exact[first] = self._exact(query, near[first])
        floor = np.partition(exact, -k)[-k] - error
        others = ~first & (roughly >= floor)
        exact[others] = self._exact(query, near[others])
        order = best(exact, k)
        return exact[order], near[order]

    def _best_of(self, query: np.ndarray, near: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Scores and places of the k best among the rows at these places, which are sorted."""
        exact = self._exact(query, near)
        order = best(exact, k)
        return exact[order], near[order]

    def _exact(self, query: np.ndarray, places: np.ndarray) -> np.ndarray:
        """The cosines of some rows, float32, alike for rows that are alike wherever they stand."""
        found, wide = np.empty(len(places), np.float32), query.astype(np.float64)
        for start in range(0, len(places), LOOKED_AT):
            rows = self._rows_at(places[start : start + LOOKED_AT]).astype(np.float64)
            found[start : start + LOOKED_AT] = np.einsum("ij,j->i", rows, wide)  # one thread: so few rows
        return found


def best(scores: np.ndarray, k: int) -> np.ndarray:
    """The places of the k highest scores, highest first; equal scores keep their order."""
    k = min(k, len(scores))
    if k == 0:
        return np.empty(0, dtype=np.int64)
    floor = np.partition(scores, -k)[-k]
    places = np.flatnonzero(scores >= floor)
    return places[np.argsort(-scores[places], kind="stable")][:k]


def nearest_to_any(scores: np.ndarray, rows: np.ndarray, most: int) -> np.ndarray:
    """Of the rows, int64, that several texts come near to with these scores, those with the highest, each once, best
    first; of equal ones the first row."""
    flat = rows.reshape(-1)
    order = np.lexsort((flat, -scores.reshape(-1)))
    firsts = np.sort(np.unique(flat[order], return_index=True)[1])
    found: np.ndarray = flat[order][firsts][:most]
    return found
