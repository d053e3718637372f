"""Positives nearer than the batch's own negatives, near negatives counting more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.learning.losses.loss import Loss
from engine.settings import setting

if TYPE_CHECKING:
    from torch import Tensor

    from engine.learning.losses.view import LossView

LEAST = 1e-2  # nearer than this a negative would take all the weight


@dataclass(frozen=True)
class Margin(Loss):
    """max(d(a, p) − d(a, n) + margin, 0) over all pairs of one class in the batch, averaged over pairs.

    Each pair meets every possible negative n of its anchor in the batch, weighted by 1 / clip(d(a, n), 0.01, 1): the
    mean of what distance-weighted sampling (Wu et al. 2017) would draw, without
    the draw. It asks no triplets of the sampler.
    """

    title = "in-batch margin loss"
    margin: float = setting(0.1, "Margin", "How much farther than a positive a negative must be.", low=0.0, high=2.0)

    def loss(self, view: LossView) -> Tensor:
        first, second = np.nonzero(view.alike & view.anchors[:, None])
        if not len(first):
            return view.zero
        anchors, pairs = view.placed(first), view.placed(first * len(view.anchors) + second)
        distance = 1 - view.cosine
        shares = (1 / distance.detach().clamp(LEAST, 1)) * view.apart
        shares = shares / shares.sum(dim=1, keepdim=True).clamp_min(1e-12)
        near = distance.flatten().gather(0, pairs)
        excess = (near[:, None] - distance.index_select(0, anchors) + self.margin).clamp_min(0)
        return (excess * shares.index_select(0, anchors)).sum(dim=1).mean()
