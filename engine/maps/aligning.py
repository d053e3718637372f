"""Two encoders' maps of the same names: laid over each other, and what moved.

A UMAP axis means nothing, so two maps of the same names may be turned, mirrored and stretched against each other. The
second map begins where the first one ended and is then fitted onto it by the best orthogonal map and one scale. What
is left differs because the encoders do.

How far a name moved on the screen still says little: a whole island may drift without any of its names changing
company. So movement is measured in the full space, by the company kept: the share of a name's k nearest names that are
the same under both encoders.
"""

from __future__ import annotations

import numpy as np

CHUNK = 8192


def laid_over(moving: np.ndarray, still: np.ndarray) -> np.ndarray:
    """`moving` [n, 2] turned or mirrored, scaled and shifted to lie as near as possible to `still` [n, 2]: float32.

    Orthogonal Procrustes (Schönemann 1966) after both are centred and given the same size, as in Gower 1975: the scale
    of least squares would shrink a map the more the less it agrees. Rows that are NaN in either take no part in the
    fit; a rotated, mirrored, scaled or shifted copy comes back exactly.
    """
    from scipy.linalg import orthogonal_procrustes

    both = np.isfinite(moving).all(1) & np.isfinite(still).all(1)
    if both.sum() < 2:
        return moving.astype(np.float32)
    here, there = moving[both].astype(np.float64), still[both].astype(np.float64)
    centre, goal = here.mean(0), there.mean(0)
    turn, _ = orthogonal_procrustes(here - centre, there - goal)
    size = float(np.linalg.norm(here - centre))
    scale = float(np.linalg.norm(there - goal)) / size if size > 0 else 1.0
    return np.asarray((moving - centre) @ turn * scale + goal, dtype=np.float32)


def common(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """How many of each name's neighbours [n, k] and [n, j] are the same: int64 [n]. A row of -1 has none."""
    counts = np.empty(len(first), dtype=np.int64)
    for start in range(0, len(first), CHUNK):
        one, other = first[start : start + CHUNK, :, None], second[start : start + CHUNK, None, :]
        counts[start : start + CHUNK] = ((one == other) & (one >= 0)).any(2).sum(1)
    return counts


def agreement(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The share of the first encoder's k neighbours that the second one keeps: float32 [n], 0 to 1."""
    return (common(first, second) / first.shape[1]).astype(np.float32)


def jaccard(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Common neighbours over all neighbours, |A∩B| / |A∪B|: float32 [n], 1 where the company is the same."""
    shared = common(first, second)
    return (shared / (first.shape[1] + second.shape[1] - shared)).astype(np.float32)


def movers(first: np.ndarray, second: np.ndarray, apart: np.ndarray, top: int) -> np.ndarray:
    """The `top` names whose neighbourhoods changed most, most first: int64 numbers of names.

    Ordered by Jaccard; many have none in common, and among equals stands first whose old neighbours the second encoder
    pushed furthest away: `apart` [n] is the mean cosine to the new neighbours less that to the old ones. Names that
    the second encoder cannot read (neighbours -1) are not among them.
    """
    readable = np.flatnonzero(second[:, 0] >= 0)
    order = np.lexsort((-apart[readable], jaccard(first, second)[readable]))
    return readable[order[:top]]


def pushed_apart(rows: np.ndarray, before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """The mean cosine of rows [n, dim] to their neighbours `after` [n, k] less that to `before` [n, k]: float32 [n]."""
    found = np.empty(len(rows), dtype=np.float32)
    for start in range(0, len(rows), 1024):
        part = slice(start, start + 1024)
        new = np.einsum("nd,nkd->n", rows[part], rows[after[part]]) / after.shape[1]
        old = np.einsum("nd,nkd->n", rows[part], rows[before[part]]) / before.shape[1]
        found[part] = new - old
    return found
