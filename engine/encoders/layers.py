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


class Linear(nn.Module):
    """x W + b with W kept [in, out], drawn as torch's own Linear draws it.

    Torch keeps W turned, so its gradient has to be turned in memory at every step; under bfloat16 that took longer than
    all matrix products together.
    """

    def __init__(self, width_in: int, width_out: int) -> None:
        super().__init__()
        bound = width_in**-0.5
        self.weight = nn.Parameter(torch.empty(width_in, width_out).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.empty(width_out).uniform_(-bound, bound))

    def forward(self, rows: Tensor) -> Tensor:
        return torch.addmm(self.bias, rows, self.weight)


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
        bits = torch.empty((rows.numel() + 3) // 4, dtype=torch.int64, device=rows.device)
        bits.random_(-(2**63), None, generator=self.generator)
        draws = bits.view(torch.int16)[: rows.numel()].view(rows.shape)
        kept = draws >= round(self.share * 65_536) - 32_768
        whole = torch.int16 if rows.element_size() == 2 else torch.int32
        bits = torch.tensor(1 / (1 - self.share), dtype=rows.dtype, device=rows.device).view(whole)
        return rows * (kept.to(whole) * bits).view(rows.dtype)  # integers convert far faster than bool to bfloat16
