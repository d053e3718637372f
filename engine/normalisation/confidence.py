"""How sure an answer is: the probability that a score is right, learnt from answers that people judged."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.formats.opening.json_text import read_json
from engine.workspace import Workspace, written_whole
from store import judged_texts

FEWEST = 50  # answers of a sieve that earn it a curve of its own
ALL_SIEVES = "all"  # the key of the curve for a sieve that has none of its own
NEVER = -1.0
ENOUGH = 200  # decisions that say more than synonyms do


@dataclass(frozen=True)
class SieveCalibration:
    """For each sieve a rising curve: scores and probabilities, between which lines are drawn.

    `threshold`: a lower score is no answer (CUI-less).
    """

    curves: dict[str, tuple[tuple[float, ...], tuple[float, ...]]]
    threshold: float = NEVER

    def probability(self, sieve: str, score: float) -> float:
        """The probability, 0 to 1, that an answer of this sieve with this score is right."""
        scores, probabilities = self.curves.get(sieve, self.curves[ALL_SIEVES])
        return float(np.interp(score, scores, probabilities))

    def to_dict(self) -> dict[str, Any]:
        """The curves and the threshold as JSON."""
        return {"curves": {name: list(map(list, curve)) for name, curve in self.curves.items()}} | {
            "threshold": self.threshold
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> SieveCalibration:
        """The calibration that `to_dict` gave; ValueError, KeyError, TypeError or AttributeError for anything else."""
        curves = {name: (_numbers(x), _numbers(y)) for name, (x, y) in values["curves"].items()}
        if ALL_SIEVES not in curves or any(len(x) != len(y) or not x for x, y in curves.values()):
            raise ValueError("a curve is missing")
        return cls(curves, float(values["threshold"]))


def _numbers(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(map(float, values))


def calibrated(
    sieves: Sequence[str], scores: Sequence[float], right: Sequence[bool], threshold: float = NEVER
) -> SieveCalibration:
    """Isotonic regression of right on score, for each sieve with enough answers and for all together.

    A wrong answer at the lowest score and a right one at the highest are added, and no probability is nearer to 0 or
    1 than one answer more would bring it.
    """
    given, x, y = np.asarray(sieves), np.asarray(scores, float), np.asarray(right, float)
    curves = {ALL_SIEVES: _curve(x, y)}
    for sieve in dict.fromkeys(sieves):
        here = given == sieve
        if here.sum() >= FEWEST:
            curves[sieve] = _curve(x[here], y[here])
    return SieveCalibration(curves, threshold)


def best_threshold(scores: Sequence[float], right: Sequence[bool], nothing: Sequence[float]) -> float:
    """The score below which giving no answer is right most often.

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


def from_decisions(workspace: Workspace, terminology: str, encoder_sha256: str) -> SieveCalibration | None:
    """The curve of what people accepted and refused of this encoder's answers; None with too few decisions."""

    with workspace.reading() as db:
        decided = judged_texts.scored(db, terminology, encoder_sha256)
    if len(decided) < ENOUGH:
        return None
    sieves, scores, right = zip(*decided, strict=True)
    return calibrated(sieves, scores, [bool(one) for one in right])


def read_calibration(workspace: Workspace, about: Sequence[str]) -> tuple[SieveCalibration | None, str]:
    """The calibration that was written for these facts, and the key to write one under; None where there is none, or a
    damaged one, which is then made again."""

    key = hashlib.sha256("\t".join(about).encode()).hexdigest()[:32]
    path = workspace.folder / "indexes" / f"calibration-{key}.json"
    with suppress(OSError, BadInput, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return SieveCalibration.from_dict(read_json(path.read_bytes(), str(path), "")), key
    return None, key


def write_calibration(workspace: Workspace, key: str, curve: SieveCalibration) -> None:
    """Write a calibration under its key, for the next run."""
    with written_whole(workspace.folder / "indexes" / f"calibration-{key}.json") as temporary:
        temporary.write_text(json.dumps(curve.to_dict()), encoding="utf-8")
