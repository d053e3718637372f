"""Which places have each of many numbers, as two arrays: the names that have a word, the words of a name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

SPARSE = 50  # one row of so many: sorting the rows is quicker than counting over all


class Postings:
    """For each of many numbers the places that have it; `starts` int64 [numbers + 1], `places` int32."""

    def __init__(self, starts: np.ndarray, places: np.ndarray) -> None:
        self.starts, self.places = starts, places

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Postings:
        """Those of row i are rows[i]."""
        starts = np.concatenate([[0], np.cumsum([len(row) for row in rows], dtype=np.int64)])
        return cls(starts.astype(np.int64), np.fromiter((p for row in rows for p in row), np.int32, int(starts[-1])))

    def inverted(self, size: int) -> Postings:
        """For each of `size` places the numbers that have it."""
        numbers = np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(self.starts))
        order = np.argsort(self.places, kind="stable")
        counts = np.bincount(self.places, minlength=size)
        return Postings(np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), numbers[order])

    def of_number(self, number: int) -> np.ndarray:
        """The places of one number."""
        return self.places[self.starts[number] : self.starts[number + 1]]

    def flat(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The places of all of `numbers`, one after another, and where those of each end, int64."""
        lengths = self.starts[numbers + 1] - self.starts[numbers]
        ends = np.cumsum(lengths)
        total = int(ends[-1]) if len(ends) else 0
        return self.places[np.repeat(self.starts[numbers] - (ends - lengths), lengths) + np.arange(total)], ends

    def sums(self, numbers: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """For each of `numbers` the sum of the weights of its places, float32."""
        places, ends = self.flat(numbers)
        running = np.concatenate([[0.0], np.cumsum(weights[places], dtype=np.float64)])
        found: np.ndarray = (running[ends] - running[np.concatenate([[0], ends[:-1]])]).astype(np.float32)
        return found


def summed(rows: np.ndarray, weights: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows, each once and sorted, of `size` that there are, and the sum of the weights of each, float64."""
    if SPARSE * len(rows) < size:
        found, which = np.unique(rows, return_inverse=True)
        return found, np.bincount(which, weights)
    sums = np.bincount(rows, weights)
    found = np.flatnonzero(sums != 0)  # of truth values: ten times as quick as of numbers
    return found, sums[found]
