"""The orders against loops that anybody can follow."""

from __future__ import annotations

import numpy as np
import pytest

from engine.labelling import orders
from engine.labelling.orders import OrderFeatures, diverse, rarest, shuffled, uncertain


def names(
    count: int = 60, classes: int = 4, seed: int = 0, centres: int = 0, unread: tuple[int, ...] = ()
) -> OrderFeatures:
    rng = np.random.default_rng(seed)
    every = rng.normal(size=(count + classes + centres, 5)).astype(np.float32)
    every /= np.linalg.norm(every, axis=1, keepdims=True)
    rows = every[:count]
    rows[list(unread)] = 0
    scores = rows @ every[count : count + classes].T
    return OrderFeatures(rows, scores, rng.integers(0, 5, classes), every[count + classes :])


@pytest.mark.parametrize("seed", range(3))
def test_uncertain_takes_the_smallest_margins(seed):
    given = names(seed=seed)
    margins = []
    for line in given.scores:
        best, second = sorted(line, reverse=True)[:2]
        margins.append(best - second)
    naive = sorted(range(60), key=lambda place: (margins[place], place))

    assert uncertain(given, 15).tolist() == naive[:15]


def test_uncertain_by_hand():
    scores = np.array([[0.9, 0.1], [0.5, 0.4], [0.5, 0.5], [0.2, 0.2]], np.float32)

    assert uncertain(OrderFeatures(np.ones((4, 2), np.float32), scores, np.zeros(2), np.zeros((0, 2))), 3).tolist() == [
        2,
        3,
        1,
    ]


@pytest.mark.parametrize("centres", [0, 1, 7])
def test_diverse_takes_the_farthest_from_all_before(centres, monkeypatch):
    given = names(seed=centres, centres=centres)
    monkeypatch.setattr(orders, "AT_ONCE", 3)
    taken = [] if centres else [int(np.argmax(given.rows @ given.rows.mean(axis=0)))]
    while len(taken) < 12:
        seen = [*given.centres, *given.rows[taken]]
        nearest = [
            max(float(row @ one) for one in seen) if place not in taken else 2.0 for place, row in enumerate(given.rows)
        ]
        taken.append(int(np.argmin(nearest)))

    assert diverse(given, 12).tolist() == taken


def test_diverse_covers_what_is_there():
    rows = np.array([[1, 0], [0.99, 0.141], [0, 1], [-1, 0]], np.float32)
    given = OrderFeatures(rows, np.zeros((4, 2)), np.zeros(2), rows[:1])

    assert diverse(given, 4).tolist() == [3, 2, 1, 0]


@pytest.mark.parametrize("seed", range(3))
def test_rarest_fills_the_poorest_class_with_what_is_surest(seed):
    given = names(seed=seed)
    counts, left, taken = given.counts.tolist(), list(range(60)), []
    while len(taken) < 25:
        of = {kind: [at for at in left if int(np.argmax(given.scores[at])) == kind] for kind in range(4)}
        kind = min((kind for kind in of if of[kind]), key=lambda kind: (counts[kind], kind))
        best = max(of[kind], key=lambda at: (given.scores[at, kind], -at))
        taken.append(best)
        left.remove(best)
        counts[kind] += 1

    assert rarest(given, 25).tolist() == taken


@pytest.mark.parametrize("order", orders.ORDERS.values())
def test_what_the_encoder_cannot_read_comes_last_and_nothing_comes_twice(order):
    given = names(count=12, unread=(0, 5))
    everything = order(given, 100).tolist()

    assert sorted(everything) == list(range(12))
    assert everything[-2:] == [0, 5]
    assert order(names(count=12, unread=(0, 5)), 100).tolist() == everything


@pytest.mark.parametrize("order", orders.ORDERS.values())
def test_no_names_are_no_names(order):
    empty = OrderFeatures(
        np.zeros((0, 5), np.float32), np.zeros((0, 3), np.float32), np.zeros(3), np.zeros((0, 5), np.float32)
    )

    assert order(empty, 5).tolist() == []


def test_random_is_the_same_again_and_another_with_another_seed():
    assert shuffled(100, 1).tolist() == shuffled(100, 1).tolist()
    assert shuffled(100, 1).tolist() != shuffled(100, 2).tolist()
    assert sorted(shuffled(100, 1)) == list(range(100))


def test_random_is_unbiased():
    first = np.array([shuffled(10, seed)[:3] for seed in range(2_000)])
    drawn = np.bincount(first.ravel(), minlength=10)

    # each of ten names is among the first three 600 times of 2,000; 5 standard deviations are 102
    assert drawn.sum() == 6_000
    assert abs(drawn - 600).max() < 102
