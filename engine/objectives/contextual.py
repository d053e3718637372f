"""Keeping each name near the context that its own words bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.objectives.targets import mean_distance
from engine.settings import Settings, setting

if TYPE_CHECKING:
    from torch import Tensor

    from engine.objectives.view import View


@dataclass(frozen=True)
class Contextual(Settings):
    """d(f(n), û_n), averaged over the batch's leads: contextual meaningfulness (HLS equation 4, after BNE)."""

    title = "contextual objective"
    grounds: ClassVar[bool] = True  # draws towards the rows of the vectors, behind the front
    weight: float = setting(1.0, "Weight", "Its share in the sum of objectives.", low=0.0, high=1_000.0)

    def loss(self, view: View) -> Tensor:
        import torch

        if not len(view.batch.leads):
            return view.outputs.sum() * 0
        leads = torch.from_numpy(view.batch.leads).to(view.outputs.device)
        outputs, targets = view.outputs.index_select(0, leads), view.targets.index_select(0, leads)
        return mean_distance(self.title, outputs, targets)
