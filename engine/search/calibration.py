"""From scores to the probability of being right, and the score below which no answer is given; fitted on dev."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

FEWEST = 50  # answers of a sieve that earn it a curve of its own
ALL = "all"
NEVER = -1.0


@dataclass(frozen=True)
class Calibration:
    """For each sieve a rising curve: scores and probabilities, between which lines are drawn.

    `threshold`: a lower score is no answer (CUI-less).
    """

    curves: dict[str, tuple[tuple[float, ...], tuple[float, ...]]]
    threshold: float = NEVER

    def probability(self, sieve: str, score: float) -> float:
        """Of an answer of this sieve with this score being right."""
        scores, probabilities = self.curves.get(sieve, self.curves[ALL])
        return float(np.interp(score, scores, probabilities))

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {"curves": {name: list(map(list, curve)) for name, curve in self.curves.items()}} | {
            "threshold": self.threshold
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Calibration:
        """The inverse."""
        curves = {name: (tuple(x), tuple(y)) for name, (x, y) in values["curves"].items()}
        return cls(curves, values["threshold"])


def calibrated(
    sieves: Sequence[str], scores: Sequence[float], right: Sequence[bool], threshold: float = NEVER
) -> Calibration:
    """Isotonic regression of right on score, for each sieve with enough answers and for all together.

    A wrong answer at the lowest score and a right one at the highest are added, and no probability is nearer to 0 or
    1 than one answer more would bring it.
    """
    given, x, y = np.asarray(sieves), np.asarray(scores, float), np.asarray(right, float)
    curves = {ALL: _curve(x, y)}
    for sieve in dict.fromkeys(sieves):
        here = given == sieve
        if here.sum() >= FEWEST:
            curves[sieve] = _curve(x[here], y[here])
    return Calibration(curves, threshold)


def best_threshold(scores: Sequence[float], right: Sequence[bool], nothing: Sequence[float]) -> float:
    """The score below which saying nothing is right most often.

    `scores` and `right` are of mentions with a concept, `nothing` the scores of mentions without one. The lowest such
    score; NEVER when no mention is without a concept.
    """
    if not len(nothing):
        return NEVER
    x, good, none = np.asarray(scores, float), np.asarray(right, bool), np.asarray(nothing, float)
    steps = np.unique(np.concatenate([[NEVER], none + 1e-9]))
    gains = [int((good & (x >= step)).sum() + (none < step).sum()) for step in steps]
    return float(steps[int(np.argmax(gains))])


def _curve(scores: np.ndarray, right: np.ndarray) -> tuple[tuple[float, ...], tuple[float, ...]]:
    from sklearn.isotonic import IsotonicRegression

    if not len(scores):
        return (0.0, 1.0), (0.5, 0.5)
    x = np.concatenate([scores, [scores.min(), scores.max()]])
    y = np.concatenate([right, [0.0, 1.0]])
    fit = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(x, y)
    highest = (len(right) + 1) / (len(right) + 2)
    probabilities = np.clip(fit.y_thresholds_, 1 - highest, highest)
    return tuple(map(float, fit.X_thresholds_)), tuple(map(float, probabilities))
