"""Linear, ReLU, dropout and Linear with a hidden layer so wide that memory, not sums, would be much of a step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable

from engine.models.encoders.layers import Linear, draw_mask, keep

UNITS = 2_400  # hidden units at once: they, their weights and gradients stay in the processor's cache


class WideNetwork(nn.Sequential):
    """ReLU(x W + b), silenced by `share`, V + c: rows [n, dim] to rows [n, dim] of the weights' precision.

    The sums are those of four layers one after another; on a processor, of some hidden units at a time. `backward()`
    writes `.grad` itself, where the gradients of the step before were (`torch.autograd.grad` has none of the weights):
    with fresh memory for 38,400 units and their gradients a step of 64 triplets took a sixth longer.
    """

    def __init__(self, dim: int, hidden: int, share: float) -> None:
        layers = {"0": Linear(dim, hidden), "3": Linear(hidden, dim)}
        super().__init__(OrderedDict(layers))  # numbered as in versions saved when each of the four was a layer
        self.share, self.hidden = share, hidden
        self.generator: torch.Generator | None = None  # which a training sets
        self.spare: dict[str, Tensor] = {}  # memory that a step takes and gives back

    def forward(self, rows: Tensor) -> Tensor:
        device = rows.device.type
        cast = torch.is_autocast_enabled(device)
        kind = torch.get_autocast_dtype(device) if cast else self.layers[0].weight.dtype
        if torch.is_grad_enabled():
            found: Tensor = _Wide.apply(rows, self, kind, *self.parameters())
            return found
        return self.outputs(rows.to(kind), None, None)

    @property
    def layers(self) -> tuple[Linear, Linear]:
        """The layer into the hidden units, and the one out of them."""
        into, last = self
        assert isinstance(into, Linear) and isinstance(last, Linear)
        return into, last

    def blocks(self) -> list[slice]:
        """The hidden units that are worked out together: all of them on a GPU."""
        units = UNITS if self.layers[0].weight.device.type == "cpu" else self.hidden
        return [slice(start, min(start + units, self.hidden)) for start in range(0, self.hidden, units)]

    def outputs(self, rows: Tensor, held: Tensor | None, mask: Tensor | None) -> Tensor:
        """The outputs; `held` takes the hidden units, of which `mask` [n, hidden] keeps some."""
        into, last = self.layers
        found = last.bias.repeat(len(rows), 1)
        scale = 1.0 if mask is None else 1 / (1 - self.share)
        for block in self.blocks():
            bias, weight = into.bias[block].to(rows.dtype), into.weight[:, block].to(rows.dtype)
            units = torch.addmm(bias, rows, weight, out=None if held is None else _of(block, held, rows)).relu_()
            if mask is not None:
                keep(units, mask[:, block])
            found.add_(units @ last.weight[block].to(rows.dtype), alpha=scale)
        return found

    def descend(self, rows: Tensor, held: Tensor, slopes: Tensor, scale: float, on: bool) -> Tensor | None:
        """The weights' gradients written, for the slopes of the outputs [n, dim]; those of the rows, if `on`."""
        into, last = self.layers
        scaled, turned = (slopes * scale).to(rows.dtype), rows.T.contiguous()
        back = torch.zeros_like(slopes) if on else None
        puts = [self.put(name) for name in ("0.weight", "0.bias", "3.weight", "3.bias")]
        puts[3](slice(None), slopes.sum(0))
        for block in self.blocks():
            units = _of(block, held, rows)
            puts[2](block, units.T @ scaled)
            slope = scaled @ last.weight[block].to(rows.dtype).T
            torch.ops.aten.threshold_backward.grad_input(slope, units, 0, grad_input=slope)
            puts[0]((slice(None), block), turned @ slope)
            puts[1](block, slope.sum(0))
            if back is not None:
                back += slope @ into.weight[:, block].to(rows.dtype).T
        return back

    def put(self, name: str) -> Callable[[Any, Tensor], Any]:
        """What puts a part of a parameter's gradient in its place: added to a gradient that stands there already."""
        parameter = self.get_parameter(name)
        if parameter.grad is not None:
            there = parameter.grad
            return lambda place, part: there[place].add_(part)
        mine = self.spare.get(name)
        if mine is None or mine.device != parameter.device:
            mine = self.spare[name] = torch.empty_like(parameter)
        parameter.grad = mine
        return lambda place, part: mine[place].copy_(part)

    def room(self, name: str, numbers: int, kind: torch.dtype, device: torch.device) -> Tensor:
        """Memory for so many numbers, taken from what is spare where it is enough."""
        found = self.spare.pop(name, None)
        if found is None or found.dtype != kind or found.device != device or len(found) < numbers:
            found = torch.empty(numbers + numbers // 8, dtype=kind, device=device)  # the next batch may be larger
        return found


class _Wide(torch.autograd.Function):
    """The sums of a WideNetwork, and what comes back."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, network: WideNetwork, kind: torch.dtype, *_: Tensor) -> Tensor:
        numbers, mask, ctx.scale = len(rows) * network.hidden, None, 1.0
        ctx.network, ctx.rows = network, rows.to(kind)
        ctx.held = network.room("units", numbers, kind, rows.device)
        if network.training and network.share:
            ctx.scale = 1 / (1 - network.share)
            drawn = network.room("mask", numbers, torch.int16, rows.device)
            mask = draw_mask(drawn[:numbers], network.share, network.generator).view(len(rows), -1)
            network.spare["mask"] = drawn
        return network.outputs(ctx.rows, ctx.held, mask)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *slopes: Tensor) -> tuple[Tensor | None, ...]:
        network: WideNetwork = ctx.network
        back = network.descend(ctx.rows, ctx.held, slopes[0], ctx.scale, ctx.needs_input_grad[0])
        network.spare["units"], ctx.held = ctx.held, None
        return back, *(None,) * (len(ctx.needs_input_grad) - 1)


def _of(block: slice, held: Tensor, rows: Tensor) -> Tensor:
    """The hidden units of a block [n, units] where they are held."""
    return held[len(rows) * block.start : len(rows) * block.stop].view(len(rows), -1)
