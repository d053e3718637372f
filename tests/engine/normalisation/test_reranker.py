"""The order of candidates is learnt: from lists whose answer one feature tells."""

from __future__ import annotations

import numpy as np
import pytest

from engine.normalisation.reranker import FEWEST, beside, deal, learn_reranker


def lists(count: int, rng: np.random.Generator) -> list[tuple[np.ndarray, int]]:
    """The right one has the highest of the second feature plus a little noise; the third never varies."""
    found = []
    for _ in range(count):
        features = rng.normal(size=(4, 3)) * [1.0, 5.0, 0.0] + [0.0, 2.0, 7.0]
        right = int(np.argmax(features[:, 1] + 0.5 * rng.normal(size=4)))
        found.append((features, right))
    return found


def test_what_tells_the_right_one_leads() -> None:
    rng = np.random.default_rng(0)
    order = learn_reranker(lists(200, rng))
    assert order is not None
    fresh = lists(200, rng)
    places = order.places([features for features, _ in fresh])
    assert np.mean([found[0] == right for found, (_, right) in zip(places, fresh, strict=True)]) > 0.85
    assert all(sorted(found) == [0, 1, 2, 3] for found in places)


@pytest.mark.slow
def test_the_same_lists_teach_the_same() -> None:
    one, other = (learn_reranker(lists(150, np.random.default_rng(1))) for _ in range(2))
    assert one is not None and other is not None
    asked = [features for features, _ in lists(50, np.random.default_rng(2))]
    assert one.places(asked) == other.places(asked)


def test_last_digits_neither_teach_nor_order() -> None:
    """A product over other batches or with other cores differs in them, and told candidates apart that were alike."""
    rng = np.random.default_rng(4)
    given = [(features.round(2), right) for features, right in lists(FEWEST, rng)]
    others = [(features + rng.uniform(-2e-4, 2e-4, features.shape), right) for features, right in given]
    one, other = learn_reranker(given), learn_reranker(others)
    assert one is not None and other is not None
    assert (one.weighted.weights == other.weighted.weights).all()
    assert one.places([features for features, _ in given]) == other.places([features for features, _ in others])


def test_too_few_teach_nothing() -> None:
    given = lists(FEWEST, np.random.default_rng(2))
    assert learn_reranker(given) is not None
    assert learn_reranker(given[1:]) is None
    assert learn_reranker([(features[:1], 0) for features, _ in given]) is None  # nothing to choose between


def test_equal_ones_stay_as_they_came() -> None:
    order = learn_reranker(lists(FEWEST, np.random.default_rng(3)))
    assert order is not None
    assert order.places([np.ones((3, 3)), np.zeros((2, 3))]) == [[0, 1, 2], [0, 1]]
    assert order.places([]) == []


def test_a_candidate_is_seen_beside_the_best_of_its_list() -> None:
    given = np.array([[1.0, 5.0], [3.0, 2.0]])
    assert beside(given).tolist() == [[1, 5, -2, 0], [3, 2, 0, -3]]


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_a_document_stays_whole(parts: int) -> None:
    documents = ["a", "b", "a", "c", "d", "b"]
    dealt = deal(documents, parts)
    assert dealt == [place % parts for place in (0, 1, 0, 2, 3, 1)]
