"""The nearest names of very many names at once: matrix products over all of them, exact where they are few."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

MOST_COMPARED = 20_000  # names up to which every one is compared with every other
CELL = 300  # names that a k-means cell has on average
PROBED = 12  # cells searched for the queries of a cell: the nearest to it, its own among them
ROUNDS, LEARNT_FROM = 4, 40  # of k-means, and names a cell that it learns from
BLOCK = 1_024  # queries compared at once


class NearestNames:
    """Names to be searched for the nearest of very many others: `rows` float32 [n, dim], unit rows.

    Beyond MOST_COMPARED rows the search is approximate, as with an inverted file (Sivic and Zisserman 2003): names fall
    into cells, found once, and a query is compared with the names of the PROBED cells that are nearest to its own, a
    cell's queries in one matrix product.
    """

    def __init__(self, rows: np.ndarray) -> None:
        self.rows = rows
        self._centres = _centres(rows, len(rows) // CELL) if len(rows) > MOST_COMPARED else rows[:0]
        if len(self._centres):
            order, counts = _by_cell(_cells(rows, self._centres), len(self._centres))
            self._names = np.split(order, np.cumsum(counts)[:-1])
            self._near = np.argsort(-(self._centres @ self._centres.T), axis=1, kind="stable")[:, :PROBED]

    def of(self, queries: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Cosines float32 [queries, k] and row numbers int64 [queries, k] of the k nearest rows of each query, best
        first; −1 for none. queries: float32 [n, dim], unit rows."""
        k = min(k, len(self.rows))
        cosines, places = np.full((len(queries), k), -1.0, np.float32), np.full((len(queries), k), -1, np.int64)
        if not len(queries) or not k:
            return cosines, places
        if not len(self._centres):
            _fill(queries, np.arange(len(queries)), self.rows, np.arange(len(self.rows)), cosines, places)
            return cosines, places
        cells = _cells(queries, self._centres)
        order, counts = _by_cell(cells, len(self._centres))
        for mine in np.split(order, np.cumsum(counts[counts > 0])[:-1]):
            there = np.concatenate([self._names[cell] for cell in self._near[cells[mine[0]]]])
            _fill(queries, mine, self.rows[there], there, cosines, places)
        return cosines, places


def nearest_names(queries: np.ndarray, rows: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """`NearestNames.of` for rows that are searched just once: cosines and row numbers [queries, k]."""
    return NearestNames(rows).of(queries, k)


def _fill(
    queries: np.ndarray,
    mine: np.ndarray,
    rows: np.ndarray,
    numbers: np.ndarray,
    cosines: np.ndarray,
    places: np.ndarray,
) -> None:
    """Write the nearest of `rows`, which have these numbers, for the queries `mine`."""
    k = min(cosines.shape[1], len(numbers))
    for start in range(0, len(mine), BLOCK):
        part = mine[start : start + BLOCK]
        like = queries[part] @ rows.T
        best = np.argpartition(-like, k - 1, axis=1)[:, :k] if k < like.shape[1] else np.argsort(-like, axis=1)
        values = np.take_along_axis(like, best, axis=1)
        order = np.lexsort((numbers[best], -values), axis=1)
        cosines[part, :k] = np.take_along_axis(values, order, axis=1)
        places[part, :k] = numbers[np.take_along_axis(best, order, axis=1)]


def _centres(rows: np.ndarray, cells: int) -> np.ndarray:
    """The unit centres of k-means over a part of the rows, float32 [cells, dim]; the same for the same rows."""
    sample = rows[:: max(1, len(rows) // (cells * LEARNT_FROM))]
    return centres_of(sample, sample[:: max(1, len(sample) // cells)][:cells], ROUNDS, _cells)


def centres_of(
    sample: np.ndarray, first: np.ndarray, rounds: int, nearest: Callable[[np.ndarray, np.ndarray], np.ndarray]
) -> np.ndarray:
    """Unit centres float32 [cells, dim] of a sample of rows after so many rounds of k-means from the `first` ones.

    `nearest` gives the nearest centre of each row, int64.
    """
    centres = first.copy()
    for _ in range(rounds):
        cell = nearest(sample, centres)
        order = np.argsort(cell, kind="stable")
        there, starts = np.unique(cell[order], return_index=True)
        centres[there] = np.add.reduceat(sample[order], starts, axis=0)
        centres /= np.maximum(np.linalg.norm(centres, axis=1, keepdims=True), 1e-9)
    return centres


def _cells(rows: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """The nearest centre of each row, int64."""
    parts = [rows[start : start + BLOCK] @ centres.T for start in range(0, len(rows), BLOCK)]
    return np.concatenate([part.argmax(axis=1) for part in parts])


def _by_cell(cells: np.ndarray, number: int) -> tuple[np.ndarray, np.ndarray]:
    """What falls into each of so many cells, one after another, and how much into each."""
    return np.argsort(cells, kind="stable"), np.bincount(cells, minlength=number)
