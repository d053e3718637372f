"""The order of candidates is learnt: from lists whose answer one feature tells, and against a plain descent."""

from __future__ import annotations

import numpy as np
import pytest

from engine.search.order import FEWEST, RIDGE, Order, deal, learnt


def lists(count: int, rng: np.random.Generator) -> list[tuple[np.ndarray, int]]:
    """The right one has the highest of the second feature plus a little noise; the third never varies."""
    found = []
    for _ in range(count):
        evidence = rng.normal(size=(4, 3)) * [1.0, 5.0, 0.0] + [0.0, 2.0, 7.0]
        right = int(np.argmax(evidence[:, 1] + 0.5 * rng.normal(size=4)))
        found.append((evidence, right))
    return found


def test_what_tells_the_right_one_leads() -> None:
    rng = np.random.default_rng(0)
    order = learnt(lists(200, rng))
    assert order is not None
    fresh = lists(200, rng)
    assert np.mean([order.places(evidence)[0] == right for evidence, right in fresh]) > 0.85
    assert abs(order.weights[1]) * 5 > 5 * abs(order.weights[0])


def test_no_small_step_is_better() -> None:
    given = lists(150, np.random.default_rng(1))
    order = learnt(given)
    assert order is not None
    scale = np.concatenate([evidence for evidence, _ in given]).std(axis=0)

    def cost(weights: np.ndarray) -> float:
        losses = []
        for evidence, right in given:
            sums = evidence @ weights
            losses.append(np.log(np.exp(sums - sums[right]).sum()))
        return float(np.mean(losses) + RIDGE * np.square(weights * scale).sum())

    best = np.array(order.weights)
    for place in (0, 1):
        for step in (-0.01, 0.01):
            assert cost(best + step * np.eye(3)[place] / scale[place]) > cost(best) - 1e-9


def test_too_few_teach_nothing() -> None:
    given = lists(FEWEST, np.random.default_rng(2))
    assert learnt(given) is not None
    assert learnt(given[1:]) is None
    assert learnt([(evidence[:1], 0) for evidence, _ in given]) is None  # nothing to choose between


def test_equal_ones_stay_as_they_came() -> None:
    assert Order((1.0, 0.0)).places(np.array([[0, 9], [1, 0], [0, 3], [1, 5]])) == [1, 3, 0, 2]


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_a_document_stays_whole(parts: int) -> None:
    documents = ["a", "b", "a", "c", "d", "b"]
    dealt = deal(documents, parts)
    assert dealt == [place % parts for place in (0, 1, 0, 2, 3, 1)]
