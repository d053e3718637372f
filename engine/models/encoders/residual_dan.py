"""The few-shot paper's encoder: a DAN averaged with its own input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.models.encoders.dan import DAN
from engine.settings import Settings, setting

if TYPE_CHECKING:
    from torch import nn


INNER = "inner."  # prefix of the DAN's weights


@dataclass(frozen=True)
class ResidualDAN(Settings):
    """f(n) = ½(enc(û) + û), FS equation 1: it learns to update its input rather than to replace it."""

    title = "residual DAN"
    hidden: int = setting(
        9_600, "Hidden units", "Width of the one hidden layer; the paper’s is 9,600.", low=1, high=200_000
    )
    dropout: float = setting(0.5, "Dropout", "Share of hidden units silenced at each step.", low=0.0, high=0.95)

    def network(self, dim: int) -> nn.Module:
        """An untrained network from [n, dim] to [n, dim]."""
        from engine.models.encoders.layers import HalfResidual

        return HalfResidual(DAN(self.hidden, self.dropout).network(dim))

    def shapes(self, dim: int) -> dict[str, tuple[int, ...]]:
        """The names of the network's weights -> their shapes."""
        return {INNER + name: shape for name, shape in DAN(self.hidden, self.dropout).shapes(dim).items()}

    def outputs(self, weights: Mapping[str, np.ndarray], rows: np.ndarray) -> np.ndarray:
        """What the network of these weights gives for a few rows, float32 [n, dim] of [n, dim], without torch."""
        inner = {name.removeprefix(INNER): weight for name, weight in weights.items()}
        return (DAN(self.hidden, self.dropout).outputs(inner, rows) + rows) / 2
