"""Layers that torch does not have as we need them."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class HalfResidual(nn.Module):
    """½(inner(x) + x)."""

    def __init__(self, inner: nn.Module) -> None:
        super().__init__()
        self.inner = inner

    def forward(self, rows: Tensor) -> Tensor:
        return (self.inner(rows) + rows) / 2


class Dropout(nn.Module):
    """Dropout that draws from a generator of its own, so that a run can be repeated and resumed exactly.

    It compares random 16-bit numbers with the share to drop, which is rounded to 1/65,536; on a processor that is
    many times faster than drawing a float for each unit, and dropout was half of a training step.
    """

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share
        self.generator: torch.Generator | None = None

    def forward(self, rows: Tensor) -> Tensor:
        if not self.training or self.share == 0:
            return rows
        bits = torch.empty((rows.numel() + 3) // 4, dtype=torch.int64)
        bits.random_(-(2**63), None, generator=self.generator)
        draws = bits.view(torch.int16)[: rows.numel()].view(rows.shape)
        kept = draws >= round(self.share * 65_536) - 32_768
        return rows * (kept * (1 / (1 - self.share))).to(rows.dtype)
