"""Weights by which the right one of a list leads: held against the loss written out, and what made the lists."""

from __future__ import annotations

import numpy as np
import pytest

from engine.normalisation.conditional_logit import PENALTY, ConditionalLogit, learn_conditional_logit


def lists(count: int, strength: float) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """Lists of three to five; the right one is drawn by its first feature, the third never varies."""
    rng = np.random.default_rng(0)
    sizes = rng.integers(3, 6, count).tolist()
    rows, right = [], []
    for size in sizes:
        features = rng.normal(size=(size, 3)) * [1.0, 2.0, 0.0] + [0.0, 5.0, 7.0]
        odds = np.exp(strength * features[:, 0])
        chosen = rng.choice(size, p=odds / odds.sum())
        rows.append(features)
        right.append(np.arange(size) == chosen)
    return np.concatenate(rows), np.concatenate(right), sizes


def loss(found: ConditionalLogit, rows: np.ndarray, right: np.ndarray, sizes: list[int]) -> float:
    """The loss as it is written in a book, a list at a time."""
    total, at = PENALTY / 2 * float((found.weights**2).sum()), 0
    for size in sizes:
        odds = np.exp(found.scores(rows[at : at + size]))
        total -= float(np.log(odds[right[at : at + size]] / odds.sum()).sum())
        at += size
    return total


def test_no_weights_nearby_are_better() -> None:
    rows, right, sizes = lists(60, 2.0)
    found = learn_conditional_logit(rows, right, sizes)
    best = loss(found, rows, right, sizes)
    for place in range(3):
        for step in (-0.05, 0.05):
            weights = found.weights.copy()
            weights[place] += step
            assert loss(ConditionalLogit(found.mean, found.deviation, weights), rows, right, sizes) > best


@pytest.mark.parametrize("strength", [0.0, 2.0, -2.0])
def test_what_drew_the_right_one_weighs(strength: float) -> None:
    found = learn_conditional_logit(*lists(2_000, strength))
    assert found.weights[0] == pytest.approx(strength, abs=0.3)
    assert found.weights[1] == pytest.approx(0, abs=0.3)
    assert found.weights[2] == pytest.approx(0, abs=1e-6)  # it never varies
