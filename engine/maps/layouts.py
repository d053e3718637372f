"""Ways to put rows on a plane. A new one is one settings class with `placed`, and one line in LAYOUTS."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.maps.embedding import Curve, embedded
from engine.maps.fuzzy_graph import fuzzy_pairs
from engine.maps.neighbours import NearestRows, principal
from engine.settings import Settings, setting

Placed = Iterator["float | np.ndarray"]  # shares done, 0 to 1, then float32 [n, 2]
EXTENT = 10.0  # UMAP begins within a square of this side
JITTER = 1e-4  # of where names begin: equal ones may not begin on one spot


@dataclass(frozen=True)
class PcaLayout(Settings):
    """The first two principal components (Pearson 1901): instant, keeps large distances, hides small groups."""

    title = "PCA"
    whole = "the two directions in which the names differ most"

    def placed(self, rows: np.ndarray, near: NearestRows, start: np.ndarray | None, seed: int) -> Placed:
        """rows: float32 [n, dim]; `near`, `start` and `seed` change nothing here."""
        yield principal(rows, 2)


@dataclass(frozen=True)
class UmapLayout(Settings):
    """UMAP (McInnes, Healy and Melville 2018) over the cosine neighbours in the full space.

    It begins at the first two principal components, which keeps the large picture the same from run to run (Kobak
    and Linderman 2021), and draws its samples from a seeded generator, so that equal input gives equal maps on one
    machine.
    """

    title = "UMAP"
    whole = "near names stand near; distances between far groups mean little"
    neighbours: int = setting(15, "Neighbours", "Few show small groups, many the large picture.", low=2, high=50)
    spread: float = setting(
        0.25, "Least distance", "How close names may lie; small packs groups tightly.", low=0.0, high=0.99
    )
    epochs: int = setting(200, "Epochs", "Rounds of pulling and pushing.", low=20, high=2000)

    def placed(self, rows: np.ndarray, near: NearestRows, start: np.ndarray | None, seed: int) -> Placed:
        """rows: float32 [n, dim]; near: its neighbours; start: float32 [n, 2] to begin from, else PCA."""
        start = principal(rows, 2) if start is None else start
        yield 0.0
        pairs = fuzzy_pairs(near, min(self.neighbours, near.positions.shape[1]))
        side = float(np.abs(start).max()) or 1.0
        jitter = np.random.default_rng(seed).normal(scale=JITTER, size=start.shape)
        yield from embedded(pairs, start / side * EXTENT + jitter, Curve.of(self.spread), self.epochs, seed)


LAYOUTS: dict[str, type[Settings]] = {"umap": UmapLayout, "pca": PcaLayout}
