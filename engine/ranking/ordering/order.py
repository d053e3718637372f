"""The learnt order: a weight for each feature, so that a score is a sum whose parts can be shown.

A conditional logit (McFadden 1974): the probability that candidate c is the one meant is exp(w·x_c) over the sum of
that of all candidates and of “none of these”, exp(none). Learnt from names with their concepts by `learning`.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from engine.errors import Damaged
from engine.ranking.ordering.calibration import (
    ALIKE,
    FEW_WORDS,
    FINDING_ELSEWHERE,
    NAME_ELSEWHERE,
    SAME_WORDS_READ,
    Calibration,
    LogOddsLine,
)
from engine.ranking.ordering.odds import log_odds, probability_of
from engine.ranking.ordering.properties import PROPERTIES
from engine.ranking.ordering.relatives import RELATIVES
from engine.ranking.question import BLOCKS
from engine.ranking.shelves.shelf import ALONE, SIMILARITIES
from store import ranking_orders
from store.sqlite import Database

SHIPPED = Path(__file__).with_name("order.json")
FEATURES = (
    *(f"{similarity}, {block}" for block in BLOCKS for similarity in SIMILARITIES),
    "the same text",
    "likeness",
    *(f"{name}, nothing lent" for name in ALONE),
    *RELATIVES,
    *PROPERTIES,
)
LEAF, CODE_BLOCK, AS_READ = (FEATURES.index(one) for one in ("leaf", "block", "a reading is the name"))
NEVER_HAD = frozenset(["obsolete"])  # in orders of earlier versions
SPREAD = 3.0  # divides sums before they become scores
NUMBERS = ("none", "exact")
TELLING = 0.15  # parts of a score smaller than this are not told
MOST_REASONS = 6


@dataclass(frozen=True)
class LearntOrder:
    """Weights float64 [FEATURES], the weight of none of the candidates, and what makes probabilities calibrated.

    `exact` is how often one of the names that are the text itself denotes what is meant, where there is such a name.
    `calibration` turns the log odds of a first candidate into those that names not learnt from had.
    """

    weights: np.ndarray
    none: float = 0.0
    exact: float = 0.95
    calibration: Calibration = field(default_factory=lambda: Calibration({}))

    def sums(self, features: np.ndarray) -> np.ndarray:
        """The sums of the weighted features [n, FEATURES], float64 [n]."""
        found: np.ndarray = features @ self.weights
        return found

    def probabilities(self, sums: np.ndarray) -> np.ndarray:
        """The probability that each candidate is the one meant, among all of them and none, float64 [n]."""
        if not len(sums):
            return np.empty(0)
        every = np.append(sums, self.none)
        odds = np.exp(every - every.max())
        found: np.ndarray = (odds / odds.sum())[:-1]
        return found

    def among_exact(self, scores: np.ndarray) -> np.ndarray:
        """The probability of each of the candidates that have the text itself as a name, `scores` [n], float64 [n]."""
        sums = SPREAD * log_odds(scores)
        odds = np.exp(sums - sums.max())
        found: np.ndarray = self.exact * odds / odds.sum()
        return found

    def scores(self, sums: np.ndarray) -> np.ndarray:
        """The sums as numbers from 0 to 1 that can be compared between queries: the odds against “none of these”."""
        return probability_of((sums - self.none).clip(-50, 50) / SPREAD)

    def reasons(self, features: np.ndarray, against: np.ndarray) -> tuple[tuple[str, float], ...]:
        """The largest parts of a candidate's sum beyond those of `against`, a usual candidate: feature and part.

        A part below zero takes from the score; both are features float64 [FEATURES].
        """
        parts = (features - against) * self.weights
        largest = np.argsort(-np.abs(parts), kind="stable")[:MOST_REASONS].tolist()
        return tuple((FEATURES[place], float(parts[place])) for place in largest if abs(parts[place]) >= TELLING)


def of_dict(values: dict[str, object]) -> LearntOrder:
    """The order that `as_dict` wrote; Damaged where it is of other features, but for NEVER_HAD."""
    weights = values.get("weights")
    if not isinstance(weights, dict) or set(weights) - NEVER_HAD != set(FEATURES):
        raise Damaged("This order of rankings was learnt from other features; learn it again.")
    named = {str(name): float(weight) for name, weight in weights.items()}
    return LearntOrder(
        np.array([named[name] for name in FEATURES]),
        calibration=_calibration(values),
        **{name: float(str(values[name])) for name in NUMBERS},
    )


def _calibration(values: dict[str, object]) -> Calibration:
    """The lines of an order; those of kinds that the version that wrote it did not tell apart are those of what they
    were a part of: findings of other names elsewhere, what shares few words of all that is alike."""
    lines = values.get("calibration")
    found = {str(kind): LogOddsLine(*line) for kind, line in lines.items()} if isinstance(lines, dict) else {}
    if known := found.get(f"{SAME_WORDS_READ}{NAME_ELSEWHERE}"):
        found.setdefault(FINDING_ELSEWHERE, known)
    if known := found.get(ALIKE):
        found.setdefault(FEW_WORDS, known)
    return Calibration(found)


def as_dict(order: LearntOrder) -> dict[str, object]:
    """The order as JSON: each feature with its weight."""
    weights = {name: round(float(weight), 5) for name, weight in zip(FEATURES, order.weights, strict=True)}
    numbers = {name: round(getattr(order, name), 5) for name in NUMBERS}
    lines = {kind: [round(number, 5) for number in line] for kind, line in order.calibration.lines.items()}
    return {**numbers, "calibration": lines, "weights": weights}


@lru_cache(maxsize=1)
def shipped() -> LearntOrder:
    """The order that the program brings."""
    return of_dict(json.loads(SHIPPED.read_text(encoding="utf-8")))


def order_in_force(db: Database) -> LearntOrder:
    """The newest order that was learnt from the decisions of a workspace and stands, else the shipped one; that one too
    where what was learnt is of the features of another version."""
    learnt = ranking_orders.in_force(db)
    with suppress(Damaged):
        return of_dict(learnt.weights) if learnt else shipped()
    return shipped()
