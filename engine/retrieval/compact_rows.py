"""Rows in a byte a dimension: a quarter of float32, scanned at the speed of memory, each row's error known.

A row x is kept as whole numbers of −127 to 127 and a scale, a query q likewise. For unit vectors
|x·q − x̂·q̂| ≤ |x − x̂|·|q| + |x̂|·|q − q̂| (Cauchy and Schwarz), so whoever looks at every row whose rough score comes that
near has all of the best ones.
"""

from __future__ import annotations

import numpy as np

BLOCK = 2**18  # rows scanned at once: their scores stay in the cache
MOST = np.float32(127)  # of a byte
ROUNDING = 1e-5  # of float32
GROUP = 32  # scores of which the highest is looked at first
ROWS, SCALES, LIMITS = "rows", "scales", "limits"


class CompactRows:
    """The compact rows of an index, mapped from their file, in the order of the names.

    Arrays: `rows` int8 [names, width]; `scales` float32 [names]; `limits` float32 [2], the largest |x − x̂| and the
    largest |x̂|.
    """

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        self.rows, self.scales = arrays[ROWS], np.array(arrays[SCALES])
        self.error, self.longest = (float(one) for one in arrays[LIMITS])

    def scan(self, query: np.ndarray) -> tuple[np.ndarray, float]:
        """Rough scores of a unit query [dim] with every row, float32 [names], and how far off one is at most."""
        import simsimd
        import torch

        scale = max(float(query.max()), -float(query.min()), 1e-12) / MOST
        numbers = np.zeros((1, self.rows.shape[1]), np.int8)
        numbers[0, : len(query)] = np.rint(query / scale)
        off = query - scale * numbers[0, : len(query)]
        scores, threads = np.empty((1, len(self.rows)), np.float32), torch.get_num_threads()
        for start in range(0, len(self.rows), BLOCK):
            block = slice(start, start + BLOCK)
            part = scores[:, block]
            simsimd.cdist(numbers, self.rows[block], "dot", out=part, threads=threads)
            part *= self.scales[block] * scale
        length, off = (float(np.sqrt(one @ one)) for one in (query, off))
        return scores[0], self.error * length + self.longest * off + ROUNDING * length


def likely(scores: np.ndarray, k: int) -> np.ndarray:
    """At least k places of high scores, int64, sorted, where so many are not −∞: none is below the k-th of the maxima
    of groups of GROUP scores. `scores` float32 [names]."""
    groups = len(scores) // GROUP
    maxima = scores[: groups * GROUP].reshape(GROUP, groups).max(axis=0) if groups >= k else scores
    return reaching(scores, float(np.partition(maxima, -k)[-k]))


def reaching(scores: np.ndarray, least: float) -> np.ndarray:
    """The places whose scores are not below `least`, but for those of −∞, which are passed over; int64, sorted."""
    found: np.ndarray = np.flatnonzero(scores >= max(least, np.finfo(np.float32).min))
    return found
