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
OUT = -(2**15)  # the key of no score: of rows that are passed over
SIGNLESS = np.int16(2**15 - 1)
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
        """Rough scores of at most AT_ONCE unit queries [q, dim] with every row, as the numbers of `key_of`, int16
        [q, names]; and how far off those of each query are at most, float32 [q].

        All rows in one call: the threads that share it wait for one another once.
        """
        import torch

        padded = np.zeros((len(queries), self.rows.shape[1]), np.float32)
        padded[:, : queries.shape[1]] = queries
        asked = torch.from_numpy(padded).to(torch.bfloat16)
        found = torch.ops.aten._weight_int8pack_mm(asked, tensor_of(self.rows), self.scales)
        bits = found.view(torch.int16).numpy()
        off = np.linalg.norm(padded - asked.float().numpy(), axis=1)
        lengths = np.linalg.norm(queries, axis=1)
        error = self.error * lengths + self.longest * off + (HALF * self.longest + ROUNDING) * lengths
        return bits ^ ((bits >> 15) & SIGNLESS), error.astype(np.float32)


def key_of(score: float) -> int:
    """A number for a score in bfloat16, higher for higher ones: its bits, those of a negative one turned round."""
    bits = int(np.float32(score).view(np.int32)) >> 16
    return bits ^ ((bits >> 15) & int(SIGNLESS))


def likely(keys: np.ndarray, k: int) -> np.ndarray:
    """At least k places of high scores, int64, sorted, where so many are not OUT: none is below the k-th of the maxima
    of groups of GROUP scores. `keys` int16 [names]."""
    groups = len(keys) // GROUP
    maxima = keys[: groups * GROUP].reshape(GROUP, groups).max(axis=0) if groups >= k else keys
    return reaching(keys, int(np.partition(maxima, -k)[-k]))


def reaching(keys: np.ndarray, least: int) -> np.ndarray:
    """The places whose keys are not below `least`, but for those that are OUT; int64, sorted."""
    found: np.ndarray = np.flatnonzero(keys >= max(least, OUT + 1))
    return found
