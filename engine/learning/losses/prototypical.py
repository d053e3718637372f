"""The mean of a concept's encoded names, drawn to where the concept's own words put it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.learning.losses.loss import Loss
from engine.learning.losses.targets import mean_distance
from engine.settings import setting

if TYPE_CHECKING:
    from torch import Tensor

    from engine.learning.losses.view import LossView


@dataclass(frozen=True)
class Prototypical(Loss):
    """d(mean of f(n) over the concept's kept names, its target), averaged over the leads' concepts (CG equation 4).

    `dropout` is the share of a concept's names left out, drawn anew in each batch (synonym dropout; the paper's is one
    half). At most `most_names` names stand for one concept, so that a large one does not fill a batch.
    """

    title = "prototypical grounding"
    grounds = True
    whole_classes = True
    dropout: float = setting(0.5, "Synonym dropout", "Share of a concept's names left out.", low=0.0, high=0.99)
    most_names: int = setting(100, "Most names", "Names that stand for one concept at most.", low=1, high=10_000)

    def loss(self, view: LossView) -> Tensor:
        batch = view.batch
        if not len(batch.members):
            return view.zero
        outputs = view.outputs.index_select(0, view.placed(batch.members))
        sums = outputs.new_zeros(len(batch.group_classes), outputs.shape[1])
        sums = sums.index_add(0, view.placed(batch.groups), outputs)
        means = sums / view.placed(np.bincount(batch.groups, minlength=len(sums)))[:, None]
        targets = view.prototypes.index_select(0, view.placed(batch.group_classes))
        return mean_distance(self.title, means, targets)
