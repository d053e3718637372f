"""Grounding each name half-way between itself and its class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.learning.losses.loss import Loss
from engine.learning.losses.targets import mean_distance
from engine.settings import setting

if TYPE_CHECKING:
    from torch import Tensor

    from engine.learning.losses.view import LossView


@dataclass(frozen=True)
class Halfway(Loss):
    """d(f(n), ½(û_c + û_n)), each normalised first, averaged over the batch's leads (FS equation 3).

    `share` is the class's part of the target; the paper's is one half. A smaller one moves names less.
    """

    title = "half-way grounding"
    grounds = True
    share: float = setting(0.5, "Share of the class", "How far the target lies towards the class.", low=0.0, high=1.0)

    def loss(self, view: LossView) -> Tensor:
        leads = view.leads
        if not len(leads):
            return view.zero
        own, ofclass = view.targets.index_select(0, leads), view.prototypes[view.classes[leads]]
        target = self.share * ofclass + (1 - self.share) * own
        return mean_distance(self.title, view.outputs.index_select(0, leads), target)
