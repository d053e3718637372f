"""Taking away what all names share, so that cosines tell them apart.

The mean of averaged word vectors is long: most of the cosine of two names is that they are both names. Subtracting it
is the first step of “all-but-the-top” (Mu and Viswanath 2018), and here the larger part of what few-shot training
gains on relatedness; see docs/results/README.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.models.transforms.rows import known, unit
from engine.settings import Settings

if TYPE_CHECKING:
    from engine.models.transforms.fitting_names import FittingNames


@dataclass(frozen=True)
class Centre(Settings):
    """Rows less the mean of the training names, of unit length again."""

    title = "centring"

    def fit(self, names: FittingNames) -> dict[str, np.ndarray]:
        """{"centre": float32 [d]}, the mean of the rows that are not all zero."""
        return {"centre": centre_of(names.rows)}

    def apply(self, state: Mapping[str, np.ndarray], rows: np.ndarray) -> np.ndarray:
        """Unit rows [n, d]."""
        return centred(rows, state["centre"])


def centre_of(rows: np.ndarray) -> np.ndarray:
    """The mean of unit rows [n, d] that are not all zero: float32 [d]."""
    return known(rows).mean(axis=0).astype(np.float32)


def centred(rows: np.ndarray, centre: np.ndarray) -> np.ndarray:
    """Rows [n, d] less `centre` [d], of unit length again; an all-zero row, a name with no vector, stays zero."""
    return unit(rows - centre, rows)
