"""The few-shot paper's encoder: a DAN averaged with its own input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.models.encoders.dan import DAN
from engine.settings import Settings, setting

if TYPE_CHECKING:
    from torch import nn


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
