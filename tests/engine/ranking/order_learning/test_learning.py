"""An order is learnt from candidates, and calibrated on names that it was not learnt from."""

import numpy as np
import pytest

from engine.ranking.order_learning.learning import Example, learn
from engine.ranking.ordering.calibration import ALIKE, FEW_WORDS, SAME_TEXT, Calibration, LogOddsLine
from engine.ranking.ordering.order import FEATURES, LearntOrder, as_dict, of_dict


def _examples(count: int, noise: float) -> list[Example]:
    """Names with five candidates each, of which the one with the highest cosine is right but for the noise."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(count):
        features = np.zeros((5, len(FEATURES)), np.float32)
        features[:, 0] = rng.random(5)
        right = np.arange(5) == (features[:, 0] + noise * rng.standard_normal(5)).argmax()
        found.append(Example(features, right, 1.0))
    return found


def test_what_tells_right_candidates_from_wrong_ones_gets_the_weight() -> None:
    order = learn(_examples(200, 0.1))
    assert int(np.abs(order.weights).argmax()) == 0 and order.weights[0] > 1


def test_calibrated_probabilities_are_as_often_right_as_they_say() -> None:
    given = _examples(2_000, 0.3)
    order = learn(given[:1_000])
    said, right = [], []
    for one in given[1_000:]:
        sums = order.sums(one.features)
        said.append(order.calibration.of(float(order.probabilities(sums).max()), ALIKE))
        right.append(one.right[sums.argmax()])
    assert np.mean(said) == pytest.approx(np.mean(right), abs=0.05)


def test_each_set_counts_the_same_in_the_calibration_however_many_names_it_has() -> None:
    """Of 100 names 9 in 10 are right, of 900 others 45 in 100, and nothing tells the one from the other."""
    small, large = (
        [
            Example(np.zeros((2, len(FEATURES)), np.float32), np.array([place % 20 < share, False]), count**-0.5)
            for place in range(count)
        ]
        for count, share in ((100, 18), (900, 9))
    )
    order = learn([*small, *large])
    first = float(order.probabilities(np.zeros(2))[0])
    assert order.calibration.of(first, ALIKE) == pytest.approx((0.9 + 0.45) / 2, abs=0.02)


def test_names_of_the_same_concepts_judge_together() -> None:
    """The right candidate is known by a feature that all names of its concept share and no others have: held out with
    its concept, that tells nothing."""
    given = []
    for concept in range(40):
        features = np.zeros((2, len(FEATURES)), np.float32)
        features[concept % 2, concept] = 1.0
        given += [Example(features, np.arange(2) == concept % 2, 1.0, meant=str(concept))] * 3
    order = learn(given)
    held_out = float(order.probabilities(np.zeros(2))[0])  # of a concept whose feature has no weight
    assert order.calibration.of(held_out, ALIKE) == pytest.approx(0.5, abs=0.1)


def test_an_order_is_written_and_read_again() -> None:
    lines = Calibration(
        {SAME_TEXT: LogOddsLine(0.8, 0.1), ALIKE: LogOddsLine(1.2, -0.1), FEW_WORDS: LogOddsLine(0.7, -0.2)}
    )
    order = LearntOrder(np.arange(len(FEATURES), dtype=float), 1.0, 0.9, lines)
    again = of_dict(as_dict(order))
    assert (again.weights == order.weights).all()
    assert (again.none, again.exact, again.calibration) == (1.0, 0.9, lines)
