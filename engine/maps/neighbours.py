"""Who is near whom: the k nearest names of each name by cosine in the full space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

EXACT_UP_TO = 30_000  # names; beyond that a coarse search by 50 components goes before the full space
COMPONENTS, CANDIDATES = 50, 80
LISTS_READ = 32  # of as many lists as the square root of the names
CHUNK = 4096  # queries at once: faiss is three times slower with half as many
RANKED = 32  # of them re-ranked at once: so few that their candidates' rows stay in the cache


@dataclass(frozen=True)
class NearestRows:
    """Row i's k nearest other rows, nearest first: their positions int32 [n, k] and cosine distances float32 [n, k]."""

    positions: np.ndarray
    distances: np.ndarray


def principal(rows: np.ndarray, components: int) -> np.ndarray:
    """The first principal components of rows [n, dim], centred: float32 [n, components]; zeros where there are fewer.

    Through the eigenvectors of the covariance, which is exact, repeatable and quick where n is much above dim.
    """
    from sklearn.decomposition import PCA

    there = min(components, rows.shape[1], len(rows))
    found = PCA(there, svd_solver="covariance_eigh").fit_transform(np.asarray(rows, dtype=np.float32))
    return np.pad(found.astype(np.float32), ((0, 0), (0, components - there)))


def nearest(rows: np.ndarray, k: int, exact_up_to: int = EXACT_UP_TO) -> Iterator[float | NearestRows]:
    """Shares done, 0 to 1, and at last the k nearest rows of each of the unit rows [n, dim] by cosine.

    Up to `exact_up_to` rows all pairs are compared. Beyond that the 80 nearest by the first 50 principal components
    are found in the lists around (`CoarseSearch`) and re-ranked by the full cosine: of 100,000 names of diseases that
    finds 95 of 100 true neighbours. A row is never its own neighbour; equal names are.
    """
    import faiss

    rows = np.ascontiguousarray(rows, dtype=np.float32)
    k = min(k, len(rows) - 1)
    coarse = CoarseSearch(principal(rows, COMPONENTS)) if len(rows) > exact_up_to else None
    positions = np.empty((len(rows), k), dtype=np.int32)
    distances = np.empty((len(rows), k), dtype=np.float32)
    for start in range(0, len(rows), CHUNK):
        part = slice(start, start + CHUNK)
        own = np.arange(start, min(start + CHUNK, len(rows)))
        if coarse is not None:
            found = coarse.nearest(part, min(CANDIDATES, len(rows)))
        else:
            _, found = faiss.knn(rows[part], rows, k + 1, faiss.METRIC_INNER_PRODUCT)
        cosines = _cosines(rows, start, found)
        cosines[found == own[:, None]] = -np.inf  # itself goes last, wherever equal names have put it
        order = np.argsort(-cosines, axis=1, kind="stable")[:, :k]
        positions[part] = np.take_along_axis(found, order, 1)
        distances[part] = np.maximum(0.0, 1.0 - np.take_along_axis(cosines, order, 1))
        yield min(1.0, (start + CHUNK) / len(rows))
    yield NearestRows(positions, distances)


class CoarseSearch:
    """Points [n, dim] in as many lists as the square root of n, a k-means cluster each; a query reads those around."""

    def __init__(self, points: np.ndarray) -> None:
        import faiss

        self.points = np.ascontiguousarray(points)
        lists = max(1, round(len(points) ** 0.5))
        self._around = faiss.IndexFlatL2(points.shape[1])
        self._index = faiss.IndexIVFFlat(self._around, points.shape[1], lists)
        self._index.nprobe = LISTS_READ
        self._index.cp.min_points_per_centroid = 1
        self._index.train(self.points)
        self._index.add(self.points)

    def nearest(self, part: slice, k: int) -> np.ndarray:
        """The numbers of the k points nearest to each point of a part, int64 [points, k]; all are read where the lists
        around a point have fewer than k."""
        import faiss

        _, found = self._index.search(self.points[part], k)
        few = (found < 0).any(axis=1)
        if few.any():
            _, found[few] = faiss.knn(self.points[part][few], self.points, k)
        return np.asarray(found)


def _cosines(rows: np.ndarray, start: int, found: np.ndarray) -> np.ndarray:
    """The cosines of the rows from `start` on with the rows `found` [n, k] for each: float32 [n, k]."""
    cosines = np.empty(found.shape, dtype=np.float32)
    for at in range(0, len(found), RANKED):
        some = found[at : at + RANKED]
        cosines[at : at + RANKED] = np.einsum("nd,nkd->nk", rows[start + at : start + at + len(some)], rows[some])
    return cosines
