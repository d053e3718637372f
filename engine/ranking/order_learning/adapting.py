"""An order adapted to what people decided: the shipped one as the prior, moved as far as decisions carry it.

The maximum a posteriori of the conditional logit under a normal prior at the shipped weights (Murphy 2012, 8.3.6): few
decisions leave them nearly as they are, many let them go. What is told of it is measured on decisions that it was not
learnt from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.ranking.order_learning.learning import FOLDS, Example, exact_share, first_of, fit, folds
from engine.ranking.ordering.calibration import FirstCandidate, fit_calibration
from engine.ranking.ordering.order import LearntOrder

STRENGTH = 2.0  # of the prior, in the loss of one decision for a weight that is one standard deviation away
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
    """The order that decisions make of `base`, each measured by an order learnt from decisions for other concepts."""
    fold = folds(given)
    firsts: list[FirstCandidate] = []
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
    return replace(fit(given, STRENGTH / len(given), base), exact=exact_share(given, base.exact, OF_SHIPPED))
