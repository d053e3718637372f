"""An order adapted to decisions: few leave it nearly as it is, many move it, and what is told of it was held out."""

import numpy as np

from engine.ranking.order_learning.adapting import adapt
from engine.ranking.order_learning.learning import Example
from engine.ranking.ordering.order import FEATURES, LearntOrder

BASE = LearntOrder(np.append(5.0, np.zeros(len(FEATURES) - 1)), none=-5.0)  # it looks at the first feature alone


def _decided(count: int, column: int) -> list[Example]:
    """Decisions for the one of four candidates that is highest in a column."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(count):
        features = np.zeros((4, len(FEATURES)), np.float32)
        features[:, :2] = rng.random((4, 2))
        found.append(Example(features, np.arange(4) == features[:, column].argmax(), 1.0))
    return found


def test_decisions_against_the_order_turn_it_round_and_more_of_them_turn_it_further() -> None:
    few, many = (adapt(_decided(count, 1), BASE) for count in (8, 300))
    assert 0 < few.order.weights[1] < many.order.weights[1]
    assert few.order.weights[0] > many.order.weights[0]
    assert many.judged == 300 and many.before < 0.5 < 0.85 < many.after


def test_decisions_with_the_order_leave_first_candidates_right() -> None:
    found = adapt(_decided(60, 0), BASE)
    assert found.before == 1 and found.after > 0.9


def test_what_is_told_is_of_decisions_that_were_not_learnt_from() -> None:
    rng = np.random.default_rng(2)
    noise = [Example(one.features, rng.permutation(one.right), 1.0) for one in _decided(100, 1)]
    assert adapt(noise, BASE).after < 0.5  # nothing can be learnt, so nothing is claimed


def test_where_no_candidate_was_right_the_weight_of_none_grows() -> None:
    nothing = [Example(one.features, np.zeros(4, bool), 1.0) for one in _decided(80, 0)]
    found = adapt(nothing, BASE)
    assert found.order.none > BASE.none + 1 and found.judged == 0


def test_decisions_for_a_concept_are_not_judged_by_an_order_that_others_for_it_taught() -> None:
    rng, given = np.random.default_rng(3), []
    for concept in range(24):
        features, right = rng.random((4, len(FEATURES))).astype(np.float32), np.arange(4) == rng.integers(4)
        given += [Example(features, right, 1.0, meant=str(concept))] * 8  # nothing but the concept tells which is right
    assert adapt(given, BASE).after < 0.5
