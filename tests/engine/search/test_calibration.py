"""Probabilities that rise with the score, and a threshold that leaves as few as possible wrong."""

import numpy as np
import pytest

from engine.search.calibration import NEVER, Calibration, best_threshold, calibrated


def test_the_curve_is_near_the_share_right_and_never_falls() -> None:
    rng = np.random.default_rng(0)
    scores = rng.random(4_000)
    right = rng.random(4_000) < scores**2
    curve = calibrated(["O-T"] * 4_000, scores, right)
    told = [curve.probability("O-T", score) for score in np.linspace(0, 1, 50)]
    assert all(np.diff(told) >= 0)
    for score in (0.3, 0.6, 0.9):
        assert curve.probability("O-T", score) == pytest.approx(score**2, abs=0.1)
    assert Calibration.from_dict(curve.to_dict()) == curve


def test_a_sieve_with_few_answers_takes_the_common_curve() -> None:
    curve = calibrated(["exact"] * 60 + ["O-T"] * 4, [1.0] * 60 + [0.5] * 4, [True] * 45 + [False] * 19)
    assert curve.probability("exact", 1.0) == pytest.approx(46 / 62)  # and one right, one wrong answer more
    assert curve.probability("O-T", 0.5) == curve.probability("never seen", 0.5) < 0.5


def test_few_answers_make_no_certainty() -> None:
    curve = calibrated(["O-T"] * 3, [0.2, 0.5, 0.9], [True, True, True])
    assert 0 < curve.probability("O-T", 0.1) < curve.probability("O-T", 1.0) < 1


def test_the_threshold_leaves_most_right() -> None:
    threshold = best_threshold([0.9, 0.8, 0.3], [True, True, False], [0.4, 0.5, 0.95])
    assert 0.5 < threshold <= 0.8
    assert best_threshold([0.9], [True], []) == NEVER
