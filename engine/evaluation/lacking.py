"""Concepts of a reference mapping asked as if the target lacked them: what is suggested then is wrong; how sure is it?

The answers `without` are those of concepts whose right targets were not there, see `engine.ranking.mapping.batch`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256

import numpy as np

from engine.ranking.mapping.coverage import FEATURES
from engine.ranking.mapping.joining import EncoderAnswers
from engine.ranking.ordering.order import LearntOrder

ONE_IN = 3  # concepts of a reference that lack their targets, by a hash of the id

Reference = Mapping[str, Mapping[str, str]]


def turn_of(code: str) -> int:
    """0, 1 or 2 by a hash of an id, which has nothing to do with its half; concepts of turn 0 lack their targets."""
    return int.from_bytes(sha256(code.encode()).digest()[:4]) % ONE_IN


def with_lacking(
    found: EncoderAnswers, without: EncoderAnswers, reference: Reference, turn: int = 0
) -> tuple[EncoderAnswers, dict[str, dict[str, str]]]:
    """The answers, and the reference, where the concepts of a turn have no target: their answers are those of
    `without`."""
    gone = {code for code in reference if turn_of(code) == turn}
    answers = {
        encoder: [
            one
            for given, here in ((found, False), (without, True))
            for one in given.by_encoder[encoder]
            if (one.source in gone) is here
        ]
        for encoder in found.by_encoder
    }
    left = {code: {} if code in gone else dict(right) for code, right in reference.items()}
    return replace(found, by_encoder=answers), left


def learnt(
    found: EncoderAnswers, without: EncoderAnswers, reference: Reference, order: LearntOrder
) -> dict[str, float]:
    """What `engine.ranking.mapping.coverage` weighs its FEATURES with, and “intercept”, learnt from a reference.

    Each concept is there ONE_IN times, once without its targets, and with it as many others as in one in ONE_IN.
    """
    rows, right = [], []
    for turn in range(ONE_IN):
        answers, left = with_lacking(found, without, reference, turn)
        firsts = [some[0] for some in answers.suggestions(order) if some[0].source in left]
        rows += [one.evidence for one in firsts]
        right += [one.target in left[one.source] for one in firsts]
    weights, intercept = logistic_regression(np.array(rows, np.float64), np.array(right, bool))
    return {name: round(float(weight), 3) for name, weight in zip(FEATURES, weights, strict=True)} | {
        "intercept": round(intercept, 3)
    }


def logistic_regression(features: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights float64 [k] and intercept that make what is right, bool [n], likeliest by its features [n, k]."""
    from scipy.optimize import minimize

    sign = 2.0 * right - 1

    def loss(values: np.ndarray) -> float:
        return float(np.logaddexp(0, -sign * (features @ values[:-1] + values[-1])).mean())

    found = minimize(loss, np.append(np.ones(features.shape[1]), 0.0))
    return found.x[:-1], float(found.x[-1])
