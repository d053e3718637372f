"""Rows in a byte a dimension: a quarter of float32, scanned at the speed of memory, each row's error known.

A row x is kept as whole numbers of −127 to 127 and a scale. For unit vectors |x·q − x̂·q̂| ≤ |x − x̂|·|q| + |x̂|·|q − q̂|
(Cauchy and Schwarz), so whoever looks at every row whose rough score comes that near has all of the best ones.
"""

from __future__ import annotations

import numpy as np

from engine.retrieval.tensors import tensor_of

AT_ONCE = 4  # queries in one pass over the rows: as many as cost little more than one
HALF = 2.0**-8  # of a number in bfloat16, how far rounding moves it at most
ROUNDING = 1e-5  # of float32
GROUP = 32  # scores of which the highest is looked at first
ROWS, SCALES, LIMITS = "rows", "scales", "limits"


class CompactRows:
    """The compact rows of an index, mapped from their file, in the order of the names.

    Arrays: `rows` int8 [names, width]; `scales` float32 [names], each a number of bfloat16; `limits` float32 [2], the
    largest |x − x̂| and the largest |x̂|.
    """

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        import torch

        self.rows = arrays[ROWS]
        self.scales = torch.from_numpy(np.array(arrays[SCALES])).to(torch.bfloat16)
        self.error, self.longest = (float(one) for one in arrays[LIMITS])

    def scan(self, queries: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rough scores of at most AT_ONCE unit queries [q, dim] with every row, float32 [q, names], and how far off
        those of each query are at most, float32 [q].

        All rows in one call: the threads that share it wait for one another once.
        """
        import torch

        padded = np.zeros((len(queries), self.rows.shape[1]), np.float32)
        padded[:, : queries.shape[1]] = queries
        asked = torch.from_numpy(padded).to(torch.bfloat16)
        found = torch.ops.aten._weight_int8pack_mm(asked, tensor_of(self.rows), self.scales)
        off = np.linalg.norm(padded - asked.float().numpy(), axis=1)
        lengths = np.linalg.norm(queries, axis=1)
        error = self.error * lengths + self.longest * off + (HALF * self.longest + ROUNDING) * lengths
        return found.float().numpy(), error.astype(np.float32)


def floor_of(scores: np.ndarray, k: int) -> float:
    """A score that at least k reach, close to the k-th best: the k-th best of the maxima of many groups."""
    groups = len(scores) // GROUP
    if groups < k:
        return float(np.partition(scores, -k)[-k])
    maxima = tensor_of(scores)[: groups * GROUP].view(GROUP, groups).amax(dim=0).numpy()
    return float(np.partition(maxima, -k)[-k])
