"""Keeping each name near the context that its own words bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.learning.losses.loss import Loss
from engine.learning.losses.targets import mean_distance

if TYPE_CHECKING:
    from torch import Tensor

    from engine.learning.losses.view import LossView


@dataclass(frozen=True)
class Contextual(Loss):
    """d(f(n), û_n), averaged over the batch's leads: contextual meaningfulness (HLS equation 4, after BNE)."""

    title = "contextual loss"
    grounds = True

    def loss(self, view: LossView) -> Tensor:
        if not len(view.leads):
            return view.zero
        outputs, targets = view.outputs.index_select(0, view.leads), view.targets.index_select(0, view.leads)
        return mean_distance(self.title, outputs, targets)
