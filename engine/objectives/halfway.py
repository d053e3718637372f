"""Grounding each name half-way between itself and its class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.objectives.targets import mean_distance
from engine.settings import Settings, setting

if TYPE_CHECKING:
    from torch import Tensor

    from engine.objectives.view import View


@dataclass(frozen=True)
class Halfway(Settings):
    """d(f(n), ½(û_c + û_n)), each normalised first, averaged over the batch's leads (FS equation 3).

    `share` is the class's part of the target; the paper's is one half. A smaller one moves names less.
    """

    title = "half-way grounding"
    grounds: ClassVar[bool] = True  # draws towards the rows of the vectors, behind the front
    weight: float = setting(1.0, "Weight", "Its share in the sum of objectives.", low=0.0, high=1_000.0)
    share: float = setting(0.5, "Share of the class", "How far the target lies towards the class.", low=0.0, high=1.0)

    def loss(self, view: View) -> Tensor:
        import torch

        if not len(view.batch.leads):
            return view.outputs.sum() * 0
        leads = torch.from_numpy(view.batch.leads).to(view.outputs.device)
        own, ofclass = view.targets.index_select(0, leads), view.prototypes[view.classes[leads]]
        target = self.share * ofclass + (1 - self.share) * own
        return mean_distance(self.title, view.outputs.index_select(0, leads), target)
