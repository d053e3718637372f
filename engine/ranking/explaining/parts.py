"""A candidate's score as a sum: what a usual candidate has, then what each feature adds or takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.ranking.explaining.records import Reason, ReasonGroup
from engine.ranking.explaining.wording import ABOUT, group_of, said_of
from engine.ranking.ordering.order import FEATURES, SPREAD, LearntOrder


def points_of(order: LearntOrder, features: np.ndarray) -> float:
    """The log odds of the score of a candidate with these features, float64 [FEATURES]."""
    return float((order.sums(features[None].astype(np.float64))[0] - order.none) / SPREAD)


def parts_between(order: LearntOrder, features: np.ndarray, against: np.ndarray) -> tuple[Reason, ...]:
    """What each feature adds to the points of `against` to give those of `features`, the largest first.

    Features in which the two are alike, or which weigh nothing, are left out: they add 0.
    """
    one, other = features.astype(np.float64), against.astype(np.float64)
    points = (one - other) * order.weights / SPREAD
    return tuple(
        Reason(
            FEATURES[place],
            group_of(FEATURES[place]),
            said_of(FEATURES[place], float(one[place])),
            float(one[place]),
            float(other[place]),
            float(points[place]),
        )
        for place in np.argsort(-np.abs(points), kind="stable").tolist()
        if points[place] != 0
    )


def grouped(parts: Sequence[Reason]) -> tuple[ReasonGroup, ...]:
    """The parts by their groups, the group of most points first."""
    sums: dict[str, float] = {}
    for part in parts:
        sums[part.group] = sums.get(part.group, 0.0) + part.points
    return tuple(ReasonGroup(name, ABOUT[name], sums[name]) for name in sorted(sums, key=lambda name: -abs(sums[name])))
