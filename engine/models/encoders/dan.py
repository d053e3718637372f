"""The deep averaging network of CG and HLS, over the averaged word vectors of a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
