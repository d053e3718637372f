"""Layers that torch does not have as we need them."""

from __future__ import annotations

import torch
from torch import Tensor, nn

WHOLE = {2: torch.int16, 4: torch.int32, 8: torch.int64}  # as wide as the floats whose bits they mask
AT_ONCE = 1 << 19  # numbers whose random bits stay in the processor's cache


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


class _Draws(nn.Module):
    """Something that drops a share of its inputs by draws from `generator`, which a training sets."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share
        self.generator: torch.Generator | None = None


class Dropout(_Draws):
    """Dropout that draws from a generator of its own, so that a run can be repeated and resumed exactly.

    It compares random 16-bit numbers with the share to drop, which is rounded to 1/65,536; on a processor that is
    many times faster than drawing a float for each unit, and dropout was half of a training step.
    """

    def forward(self, rows: Tensor) -> Tensor:
        if not self.training or self.share == 0:
            return rows
        words = torch.empty((rows.numel() + 3) // 4, dtype=torch.int64, device=rows.device)
        words.random_(-(2**63), None, generator=self.generator)
        draws = words.view(torch.int16)[: rows.numel()].view(rows.shape)
        surviving = draws >= round(self.share * 65_536) - 32_768
        whole = WHOLE[rows.element_size()]
        bits = int(torch.tensor([1 / (1 - self.share)], dtype=rows.dtype, device="cpu").view(whole))
        return rows * (surviving.to(whole) * bits).view(rows.dtype)  # integers convert far faster than bool to bfloat16


def draw_mask(place: Tensor, share: float, generator: torch.Generator | None) -> Tensor:
    """−1, all ones, for each number that Dropout would keep by the same draws, and 0 for the others: int16, in place.

    `place` starts at a multiple of eight bytes.
    """
    for part in place.split(AT_ONCE):
        bits = part if len(part) % 4 == 0 else part.new_empty(len(part) + -len(part) % 4)
        bits.view(torch.int64).random_(-(2**63), None, generator=generator)
        part.copy_(bits[: len(part)].ge_(round(share * 65_536) - 32_768).neg_())
    return place


def keep(rows: Tensor, mask: Tensor) -> Tensor:
    """The rows where the mask is −1, zero elsewhere, in place."""
    whole = WHOLE[rows.element_size()]
    rows.view(whole).bitwise_and_(mask.to(whole))
    return rows


def unit(rows: Tensor) -> Tensor:
    """Rows divided by their length; a zero row stays zero."""
    return nn.functional.normalize(rows, dim=-1, eps=1e-12)
