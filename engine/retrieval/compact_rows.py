"""Rows in a byte a dimension: a quarter of float32, scanned at the speed of memory, each row's error known.

A row x is kept as whole numbers of −127 to 127 and a scale, padded to the width at which the processor multiplies
bytes fastest. For unit vectors |x·q − x̂·q̂| ≤ |x − x̂|·|q| + |x̂|·|q − q̂| (Cauchy and Schwarz), so whoever looks at
every row whose rough score comes that near has all of the best ones. Above `MANY` names the rows stand in lists by
k-means, as in an inverted file, and a query reads those lists whose centres are nearest to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.retrieval.tensors import tensor_of

MANY = 300_000  # names above which a query reads the nearest lists only
PROBED = 256  # lists read for a query
WINDOW = 1_024  # rows scanned at once where lists are: what multiplies them is made anew for each other number
SLICE = 16_384  # rows scanned at once where all are
ROUNDING = 1e-5  # of float32
GROUP = 32  # scores of which the highest is looked at first
AT_ONCE = 16  # queries in one pass over the rows
ROWS, SCALES, PLACES, STARTS, CENTRES, LIMITS = "rows", "scales", "places", "starts", "centres", "limits"


@dataclass(frozen=True)
class Rough:
    """Rough scores of `places` [m] for each query, float32 [queries, m], each at most `error` [queries] off."""

    places: np.ndarray
    scores: np.ndarray
    error: np.ndarray


class CompactRows:
    """The compact rows of an index, mapped from their file; `lists` is 0 where they stand as the names do.

    Arrays: `rows` int8 [m, width], `scales` float32 [m], `places` int32 [m] the name of each row, −1 for one that only
    fills the last window; `starts` int32 [lists + 1] where each list begins; `centres` float32 [lists, dim];
    `limits` float32 [2], the largest |x − x̂| and the largest |x̂|.
    """

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        self.rows, self.scales, self.places = arrays[ROWS], arrays[SCALES], arrays[PLACES]
        self.starts, self.centres = np.asarray(arrays[STARTS]), np.asarray(arrays[CENTRES])
        self.error, self.longest = (float(one) for one in arrays[LIMITS])

    @property
    def lists(self) -> int:
        """How many lists the rows stand in."""
        return len(self.centres)

    def scan(self, queries: np.ndarray, whole: bool = False, least: int = 0) -> Rough:
        """Rough scores of at most AT_ONCE unit queries [q, dim] with every row, or with those of the nearest lists.

        whole: every row, though they stand in lists; least: how many names are looked at anyway.
        """
        import torch

        numbers, scales, error = self._rounded(queries)
        rows = tensor_of(self.rows)
        if whole or not self.lists:
            parts = [torch._int_mm(rows[at : at + SLICE], numbers) for at in range(0, len(rows), SLICE)]
            sums, row_scales, places = torch.cat(parts), self.scales, self.places
        else:
            windows = self._windows(queries, least)
            parts = [torch._int_mm(rows[at * WINDOW : (at + 1) * WINDOW], numbers) for at in windows.tolist()]
            sums = torch.cat(parts)
            row_scales = self.scales.reshape(-1, WINDOW)[windows].reshape(-1)
            places = self.places.reshape(-1, WINDOW)[windows].reshape(-1)
        scores = (sums.T[: len(queries)] * torch.from_numpy(np.array(scales))[:, None]).numpy()
        scores *= row_scales
        scores[:, places < 0] = -np.inf
        return Rough(places, scores, error)

    def _rounded(self, queries: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray]:
        """Whole numbers int8 [width, 1 or AT_ONCE], the scale of each query, and how far off its scores may be."""
        import torch

        scales = np.maximum(np.abs(queries).max(axis=1, initial=0), 1e-12).astype(np.float32) / np.float32(127)
        numbers = np.rint(queries / scales[:, None])
        off = np.linalg.norm(queries - numbers * scales[:, None], axis=1)
        lengths = np.linalg.norm(queries, axis=1)
        padded = np.zeros((1 if len(queries) == 1 else AT_ONCE, self.rows.shape[1]), np.int8)
        padded[: len(queries), : queries.shape[1]] = numbers
        error = self.error * lengths + self.longest * off + ROUNDING * lengths
        return torch.from_numpy(np.ascontiguousarray(padded.T)), scales, error.astype(np.float32)

    def _windows(self, queries: np.ndarray, least: int) -> np.ndarray:
        """The windows of rows in which the lists nearest to any of the queries stand, int64."""
        chosen = np.zeros(len(self.rows) // WINDOW, bool)
        for near in np.argsort(-(queries @ self.centres.T), axis=1, kind="stable"):
            enough = int(np.searchsorted(np.cumsum(self.starts[near + 1] - self.starts[near]), least)) + 1
            for one in near[: max(PROBED, enough)].tolist():
                chosen[self.starts[one] // WINDOW : -(-self.starts[one + 1] // WINDOW)] = True
        found: np.ndarray = np.flatnonzero(chosen)
        return found


def floor_of(scores: np.ndarray, k: int) -> float:
    """A score that at least k reach, close to the k-th best: the k-th best of the maxima of many groups."""
    groups = len(scores) // GROUP
    if groups < k:
        return float(np.partition(scores, -k)[-k])
    maxima = tensor_of(scores)[: groups * GROUP].view(GROUP, groups).amax(dim=0).numpy()
    return float(np.partition(maxima, -k)[-k])
