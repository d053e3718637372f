"""Layers that torch does not have as we need them."""

from __future__ import annotations

from typing import Any

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
        bits = torch.empty((rows.numel() + 3) // 4, dtype=torch.int64, device=rows.device)
        bits.random_(-(2**63), None, generator=self.generator)
        draws = bits.view(torch.int16)[: rows.numel()].view(rows.shape)
        surviving = draws >= round(self.share * 65_536) - 32_768
        whole = WHOLE[rows.element_size()]
        bits = torch.tensor([1 / (1 - self.share)], dtype=rows.dtype, device=rows.device).view(whole)
        return rows * (surviving.to(whole) * bits).view(rows.dtype)  # integers convert far faster than bool to bfloat16


class SilencedReLU(_Draws):
    """ReLU and then Dropout, to the bit, in place: what comes in is used up.

    At a hidden width of 38,400 the two took a quarter of a step as separate layers, most of it for fresh memory.
    """

    def forward(self, rows: Tensor) -> Tensor:
        if not self.training or self.share == 0:
            return rows.relu_()
        return _Silence.apply(rows, self.share, self.generator)


class _Silence(torch.autograd.Function):
    """The rows above zero that are kept, divided by the share kept; the slope is the same for these, else zero."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, share: float, generator: torch.Generator | None) -> Tensor:
        ctx.scale = torch.tensor(1 / (1 - share), dtype=rows.dtype).item()
        whole = WHOLE[rows.element_size()]
        flat = rows.view(-1)
        bits = torch.empty(AT_ONCE // 4, dtype=torch.int64, device=rows.device)
        for part in flat.split(AT_ONCE):
            some = bits[: (len(part) + 3) // 4].random_(-(2**63), None, generator=generator)
            surviving = some.view(torch.int16)[: len(part)].ge_(round(share * 65_536) - 32_768)
            part.relu_().view(whole).bitwise_and_(surviving.to(whole).neg_())  # −1 is all ones
            part.mul_(ctx.scale)
        ctx.mark_dirty(rows)
        ctx.save_for_backward(rows)
        return rows

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        (rows,) = ctx.saved_tensors
        return torch.ops.aten.threshold_backward(gradients[0], rows, 0).mul_(ctx.scale), None, None
