"""Taking away what all names share, so that cosines tell them apart.

The mean of averaged word vectors is long: most of the cosine of two names is that they are both names. Subtracting it
is the first step of “all-but-the-top” (Mu and Viswanath 2018), and here the larger part of what few-shot training
gains on relatedness; see docs/results.md.
"""

from __future__ import annotations

import numpy as np

LEAST = 1e-12


def centre_of(rows: np.ndarray) -> np.ndarray:
    """The mean of unit rows [n, d] that are not all zero: float32 [d]."""
    return rows[rows.any(axis=1)].mean(axis=0, dtype=np.float64).astype(np.float32)


def centred(rows: np.ndarray, centre: np.ndarray) -> np.ndarray:
    """Rows [n, d] less `centre` [d], of unit length again; an all-zero row, a name with no vector, stays zero."""
    moved = rows - centre
    moved /= np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), LEAST)
    moved[~rows.any(axis=1)] = 0
    return moved
