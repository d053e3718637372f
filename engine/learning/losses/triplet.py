"""Anchors nearer to their positives than to their negatives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.learning.losses.loss import Loss
from engine.settings import setting

if TYPE_CHECKING:
    from torch import Tensor

    from engine.learning.losses.view import LossView


@dataclass(frozen=True)
class Triplet(Loss):
    """max(d(a, p) − d(a, n) + margin, 0), averaged (FS equation 2).

    `hinge="triplet"` applies the maximum to each triplet, as in the papers; "batch" to the batch's mean, so that easy
    triplets keep counting until the batch as a whole is far enough apart.
    """

    title = "triplet loss"
    needs_triplets = True
    margin: float = setting(0.1, "Margin", "How much farther than a positive a negative must be.", low=0.0, high=2.0)
    hinge: str = setting(
        "triplet", "Hinge", "Over each triplet, or over the batch's mean.", choices=("triplet", "batch")
    )

    def loss(self, view: LossView) -> Tensor:
        batch = view.batch
        if not len(batch.anchors):  # every class here has one name
            return view.zero
        excess = (
            view.distance(batch.anchors, batch.positives) - view.distance(batch.anchors, batch.negatives) + self.margin
        )
        return excess.mean().clamp_min(0) if self.hinge == "batch" else excess.clamp_min(0).mean()
