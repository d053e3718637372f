"""Rows as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.settings import Settings

if TYPE_CHECKING:
    from engine.models.transforms.fitting_names import FittingNames


@dataclass(frozen=True)
class NoTransform(Settings):
    """The encoder reads its input's unit rows unchanged."""

    title = "no transform"

    def fit(self, names: FittingNames) -> dict[str, np.ndarray]:
        """No state."""
        return {}

    def apply(self, state: Mapping[str, np.ndarray], rows: np.ndarray) -> np.ndarray:
        """The rows [n, d] themselves."""
        return rows
