"""The deep averaging network of CG and HLS, over the averaged word vectors of a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.settings import Settings, setting

if TYPE_CHECKING:
    from torch import nn


@dataclass(frozen=True)
class DAN(Settings):
    """Linear d→hidden, ReLU, dropout, Linear hidden→d (CG section 3). CG: 38,400; HLS: 76,800."""

    title = "DAN"
    hidden: int = setting(
        9_600, "Hidden units", "Width of the one hidden layer; CG 38,400, HLS 76,800.", low=1, high=200_000
    )
    dropout: float = setting(0.5, "Dropout", "Share of hidden units silenced at each step.", low=0.0, high=0.95)

    def network(self, dim: int) -> nn.Module:
        """An untrained network from [n, dim] to [n, dim]."""
        from engine.models.encoders.wide import WideNetwork

        return WideNetwork(dim, self.hidden, self.dropout)

    def shapes(self, dim: int) -> dict[str, tuple[int, ...]]:
        """The names of the network's weights -> their shapes."""
        return {
            "0.weight": (dim, self.hidden),
            "0.bias": (self.hidden,),
            "3.weight": (self.hidden, dim),
            "3.bias": (dim,),
        }

    def outputs(self, weights: Mapping[str, np.ndarray], rows: np.ndarray) -> np.ndarray:
        """What the network of these weights gives for a few rows, float32 [n, dim] of [n, dim], without torch."""
        hidden = np.maximum(rows @ weights["0.weight"] + weights["0.bias"], 0)
        found: np.ndarray = hidden @ weights["3.weight"] + weights["3.bias"]
        return found
