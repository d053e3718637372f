"""No network: the transform alone is the encoder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from engine.settings import Settings

if TYPE_CHECKING:
    from torch import nn


@dataclass(frozen=True)
class Identity(Settings):
    """Gives its input. Nothing is trained: with CCA in front this is the linear constraint of CG alone."""

    title = "identity"
    learns: ClassVar[bool] = False

    def network(self, dim: int) -> nn.Module:
        """A module from [n, dim] to the same [n, dim], without parameters."""
        from torch import nn

        return nn.Identity()

    def shapes(self, dim: int) -> dict[str, tuple[int, ...]]:
        """No weights."""
        return {}

    def outputs(self, weights: Mapping[str, np.ndarray], rows: np.ndarray) -> np.ndarray:
        """The rows themselves."""
        return rows
