"""Every informative pair of the batch, weighted by how it compares with the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.learning.losses.loss import Loss
from engine.settings import setting

if TYPE_CHECKING:
    from torch import Tensor

    from engine.learning.losses.view import LossView


@dataclass(frozen=True)
class MultiSimilarity(Loss):
    """The multi-similarity loss of Wang et al. 2019 (their equations 12 to 15), on cosines S, averaged over anchors.

    A negative counts when it is nearer than the farthest positive less `epsilon`, a positive when it is farther than
    the nearest negative and `epsilon` more. Of these, ln(1 + Σ e^(−α(S − λ))) / α over positives and
    ln(1 + Σ e^(β(S − λ))) / β over negatives. A name without a positive or a negative in the batch is no anchor.
    """

    title = "multi-similarity loss"
    alpha: float = setting(2.0, "Alpha", "How steeply far positives count.", low=0.01, high=1_000.0)
    beta: float = setting(50.0, "Beta", "How steeply near negatives count.", low=0.01, high=1_000.0)
    threshold: float = setting(0.5, "Lambda", "The cosine that parts near from far.", low=-1.0, high=1.0)
    epsilon: float = setting(0.1, "Epsilon", "How generously pairs are chosen.", low=0.0, high=2.0)

    def loss(self, view: LossView) -> Tensor:
        import torch

        if not view.anchors.any():
            return view.zero
        cosine = view.cosine
        with torch.no_grad():
            farthest = cosine.masked_fill(~view.same, torch.inf).amin(dim=1, keepdim=True)
            nearest = cosine.masked_fill(~view.apart, -torch.inf).amax(dim=1, keepdim=True)
            positives = view.same & (cosine < nearest + self.epsilon)
            negatives = view.apart & (cosine > farthest - self.epsilon)
        excess = cosine - self.threshold
        near = log_one_and_sum(-self.alpha * excess, positives) / self.alpha
        far = log_one_and_sum(self.beta * excess, negatives) / self.beta
        return (near + far)[view.placed(np.flatnonzero(view.anchors))].mean()


def log_one_and_sum(exponents: Tensor, chosen: Tensor) -> Tensor:
    """ln(1 + Σ eˣ) over each line's chosen exponents [u], however large they are."""
    import torch

    one = exponents.new_zeros(len(exponents), 1)
    return torch.cat([one, exponents.masked_fill(~chosen, -torch.inf)], dim=1).logsumexp(dim=1)
