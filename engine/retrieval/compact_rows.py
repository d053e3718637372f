"""Rows in a byte a dimension: a quarter of float32, scanned at the speed of memory, each row's error known.

A row x is kept as whole numbers of −127 to 127 and a scale, a query q likewise. For unit vectors
|x·q − x̂·q̂| ≤ |x − x̂|·|q| + |x̂|·|q − q̂| (Cauchy and Schwarz), so whoever looks at every row whose rough score comes that
near has all of the best ones.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from engine.device import processor_threads, torch_is_loaded
from engine.retrieval.tensors import tensor_of

BLOCK = 2**18  # rows scanned at once: their scores stay in the cache
BLOCK_OF_SEVERAL = 2**15  # the same for several queries
HIGHEST_BYTE = np.float32(127)  # with a sign
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

    def scan(self, queries: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rough scores of unit queries [n, dim] with every row, float32 [n, names], and how far off those of each query
        are at most, float64 [n].

        One query is multiplied by simsimd; several by PyTorch, where that is loaded and multiplies bytes fast: the rows
        are read once.
        """
        scales = np.maximum(np.abs(queries).max(axis=1, keepdims=True), 1e-12) / HIGHEST_BYTE
        numbers, rounded = np.zeros((len(queries), self.rows.shape[1]), np.int8), np.rint(queries / scales)
        numbers[:, : queries.shape[1]] = rounded
        off = queries - scales * rounded
        scores = np.empty((len(queries), len(self.rows)), np.float32)
        if len(queries) > 1 and torch_is_loaded() and _multiplies_bytes_fast():
            self._multiply_together(numbers, scores)
        else:
            self._multiply(numbers, scores)
        scores *= scales
        return scores, self.error + ROUNDING + self.longest * np.sqrt(np.einsum("ij,ij->i", off, off, dtype=np.float64))

    def _multiply(self, numbers: np.ndarray, scores: np.ndarray) -> None:
        """Into an array of simsimd's own: with `out` each call (6.5.16) takes a reference from None that it has not,
        and Python, before 3.12, ends when none is left, after some thousands of queries."""
        import simsimd

        threads = processor_threads()
        for start in range(0, len(self.rows), BLOCK):
            block = slice(start, start + BLOCK)
            for line, number in zip(scores, numbers, strict=True):
                found = simsimd.cdist(number[None], self.rows[block], "dot", out_dtype="float32", threads=threads)
                np.multiply(np.asarray(found)[0], self.scales[block], out=line[block])

    def _multiply_together(self, numbers: np.ndarray, scores: np.ndarray) -> None:
        import torch

        rows, found, scales = tensor_of(self.rows), torch.from_numpy(scores), torch.from_numpy(self.scales)
        columns = torch.from_numpy(numbers).T
        for start in range(0, len(self.rows), BLOCK_OF_SEVERAL):
            block = slice(start, start + BLOCK_OF_SEVERAL)
            found[:, block] = torch._int_mm(rows[block], columns).T
            found[:, block] *= scales[block]


@lru_cache(maxsize=1)
def _multiplies_bytes_fast() -> bool:
    """Whether PyTorch's product of bytes has instructions of this processor's for it, AVX-512 VNNI. With AVX2 alone it
    took seven times as long as simsimd's."""
    import torch

    is_supported = getattr(torch.cpu, "_is_vnni_supported", None)
    return bool(torch.backends.mkldnn.is_available() and is_supported is not None and is_supported())


def reached(scores: np.ndarray, k: int) -> float:
    """A score that at least k of these reach, where so many are not −∞, and few more: the k-th of the maxima of groups
    of GROUP scores. `scores` float32 [names]."""
    groups = len(scores) // GROUP
    maxima = scores[: groups * GROUP].reshape(GROUP, groups).max(axis=0) if groups >= k else scores
    return float(np.partition(maxima, -k)[-k])


def reaching(scores: np.ndarray, least: float) -> np.ndarray:
    """The places whose scores are not below `least`, but for those of −∞, which are passed over; int64, sorted."""
    found: np.ndarray = np.flatnonzero(scores >= max(least, np.finfo(np.float32).min))
    return found
