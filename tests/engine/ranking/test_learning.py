"""An order is learnt from candidates, and calibrated on names that it was not learnt from."""

import numpy as np
import pytest

from engine.ranking.learning import Example, calibration, learn
from engine.ranking.order import FEATURES, LearntOrder, as_dict, of_dict


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
        said.append(order.calibrated(float(order.probabilities(sums).max())))
        right.append(one.right[sums.argmax()])
    assert np.mean(said) == pytest.approx(np.mean(right), abs=0.05)


def test_few_names_that_count_more_are_not_drowned_by_many() -> None:
    """Of 100 names with probability 1/2 90 are right, of 900 others 45%; the sets count the same."""
    firsts = np.array([(0.5, place < 90) for place in range(100)] + [(0.5, place < 405) for place in range(900)], float)
    _, alike = calibration(firsts)
    _, balanced = calibration(firsts, np.array([1 / 100] * 100 + [1 / 900] * 900))
    assert 1 / (1 + np.exp(-alike)) == pytest.approx(0.495, abs=0.01)
    assert 1 / (1 + np.exp(-balanced)) == pytest.approx(0.675, abs=0.01)


def test_an_order_is_written_and_read_again() -> None:
    order = LearntOrder(np.arange(len(FEATURES), dtype=float), 1.0, 0.9, 0.8, 0.1)
    again = of_dict(as_dict(order))
    assert (again.weights == order.weights).all()
    assert (again.none, again.exact, again.slope, again.intercept) == (1.0, 0.9, 0.8, 0.1)
    assert order.calibrated(0.5) == pytest.approx(0.525, abs=0.001)
