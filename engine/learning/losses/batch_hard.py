"""Each name against the hardest positive and the hardest negative that its batch holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.learning.losses.loss import Loss

if TYPE_CHECKING:
    from torch import Tensor

    from engine.learning.losses.view import LossView

LEAST = 1e-12  # under the root, whose slope at zero is endless


@dataclass(frozen=True)
class BatchHard(Loss):
    """ln(1 + e^(max D(a, p) − min D(a, n))), averaged over the batch's names (TS equation 6; Hermans et al. 2017).

    D is the Euclidean distance between outputs as the network gives them, not squared and not of unit length. A name
    without a positive or without a negative in the batch is no anchor, but may be a negative.
    """

    title = "batch-hard loss"

    def loss(self, view: LossView) -> Tensor:
        import torch
        from torch.nn.functional import softplus

        if not view.anchors.any():
            return view.zero
        anchors = view.placed(np.flatnonzero(view.anchors))
        with torch.no_grad():  # the slope runs through the two chosen distances only, which are then summed exactly
            squares = view.outputs.square().sum(dim=1)
            near = squares[:, None] + squares[None, :] - 2 * view.outputs @ view.outputs.T
            positives = near.masked_fill(~view.same, -torch.inf).argmax(dim=1)[anchors]
            negatives = near.masked_fill(~view.apart, torch.inf).argmin(dim=1)[anchors]
        # Unlike indexing, index_select adds its gradients up in order, however many threads there are.
        anchor, positive, negative = (view.outputs.index_select(0, at) for at in (anchors, positives, negatives))
        return softplus(distance(anchor, positive) - distance(anchor, negative)).mean()


def distance(left: Tensor, right: Tensor) -> Tensor:
    """Euclidean, row by row."""
    return ((left - right).square().sum(dim=1) + LEAST).sqrt()
