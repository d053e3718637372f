"""What a transform is fitted on."""

from __future__ import annotations

from typing import Protocol

import numpy as np


class FittingNames(Protocol):
    """n training names: `rows` float32 [n, d] of unit length (all zero where unknown), `classes` int [n]."""

    @property
    def rows(self) -> np.ndarray:
        """float32 [n, d]."""
        ...

    @property
    def classes(self) -> np.ndarray:
        """int [n]."""
        ...
