"""An order adapted to what people decided: the shipped one as the prior, moved as far as decisions carry it.

The maximum a posteriori of the conditional logit under a normal prior at the shipped weights (Murphy 2012, 8.3.6): few
decisions leave them nearly as they are, many let them go. What is told of it is measured on decisions that it was not
learnt from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.ranking.calibration import First, fit_calibration
from engine.ranking.learning import Example, first_of, fit
from engine.ranking.order import FEATURES, LearntOrder

STRENGTH = 2.0  # of the prior, in the loss of one decision for a weight that is one standard deviation away
FOLDS = 5
CALIBRATED = 100  # decisions from which probabilities are calibrated anew
OF_SHIPPED = 20  # decisions that the shipped share of right exact names counts as


@dataclass(frozen=True)
class AdaptedOrder:
    """An order with the shares of decisions whose first candidate is right, held out: before and after; `judged` of
    them have a right candidate."""

    order: LearntOrder
    judged: int
    before: float
    after: float


def adapt(given: Sequence[Example], base: LearntOrder) -> AdaptedOrder:
    """The order that decisions make of `base`, each measured by an order learnt from the others' folds."""
    fold = np.random.default_rng(0).permutation(len(given)) % FOLDS
    firsts: list[First] = []
    before: list[bool] = []
    after: list[bool] = []
    for held_out in range(FOLDS):
        learnt = [one for one, of in zip(given, fold, strict=True) if of != held_out]
        order = _fitted(learnt, base) if learnt else base
        for one in (one for one, of in zip(given, fold, strict=True) if of == held_out):
            firsts.append(first_of(order, one))
            if one.right.any():
                after.append(firsts[-1].right)
                before.append(first_of(base, one).right)
    order = _fitted(given, base)
    if len(given) >= CALIBRATED:
        order = replace(order, calibration=fit_calibration(firsts, STRENGTH))
    return AdaptedOrder(order, len(after), _share(before), _share(after))


def _share(right: Sequence[bool]) -> float:
    return sum(right) / len(right) if right else 0.0


def _fitted(given: Sequence[Example], base: LearntOrder) -> LearntOrder:
    column = FEATURES.index("the same text")
    exact = [bool(one.right[one.features[:, column] > 0].any()) for one in given if one.features[:, column].any()]
    share = (OF_SHIPPED * base.exact + sum(exact)) / (OF_SHIPPED + len(exact))
    return replace(fit(given, STRENGTH / len(given), base), exact=share)
