"""Which names of a pool come next."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput
from engine.labelling import queue
from engine.labelling.orders import RANDOM, UNCERTAIN, OrderFeatures, shuffled, uncertain
from engine.labelling.pool import NamePool, pool_from
from engine.labelling.prototypes import prototypes
from engine.labelling.queue import LIST, FeatureSource, QueueSettings, next_positions

RNG = np.random.default_rng(3)
ROWS = RNG.normal(size=(50, 4)).astype(np.float32)
ROWS /= np.linalg.norm(ROWS, axis=1, keepdims=True)
POOL = NamePool(tuple(f"Name {i}" for i in range(50)), tuple(f"name {i}" for i in range(50)))
CLASSES = prototypes(["a", "b"], {"a": ROWS[:3], "b": ROWS[3:6]}, {})


def features() -> FeatureSource:
    return FeatureSource(
        lambda positions: ROWS[positions], lambda: CLASSES, lambda: np.zeros(2, np.int64), lambda: ROWS[:0]
    )


def unasked(*_) -> None:
    raise AssertionError("a random order owes the model nothing")


def test_random_follows_its_permutation_past_what_is_taken_and_asks_no_encoder():
    order = [int(place) for place in shuffled(50, 7)]
    taken = {POOL.norms[order[0]], POOL.norms[order[2]]}
    asked = FeatureSource(unasked, unasked, unasked, unasked)
    positions = next_positions(POOL, QueueSettings(RANDOM, "vectors", seed=7), taken, 0, asked, 5)

    assert positions == [order[1], *order[3:7]]


def test_uncertain_looks_at_what_is_left():
    taken = set(POOL.norms[:10])
    positions = next_positions(POOL, QueueSettings(UNCERTAIN, "vectors"), taken, 0, features(), 6)
    left = OrderFeatures(ROWS[10:], CLASSES.scores(ROWS[10:]), np.zeros(2), ROWS[:0])

    assert positions == [10 + int(at) for at in uncertain(left, 6)]
    assert next_positions(POOL, QueueSettings(UNCERTAIN, "vectors"), set(POOL.norms), 0, features(), 6) == []


def test_of_a_large_pool_each_block_looks_at_a_sample_of_its_own(monkeypatch):
    monkeypatch.setattr(queue, "SAMPLE", 12)
    settings = QueueSettings(UNCERTAIN, "vectors")
    first, again, later = (next_positions(POOL, settings, (), drawn, features(), 12) for drawn in (0, 0, 20))

    assert first == again
    assert set(first) != set(later)


def test_a_list_leaves_out_what_is_no_name_and_what_stands_twice():
    assert pool_from([" Heart  attack ", "heart attack", "!!", "", "cough"]).texts == ("Heart attack", "cough")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (QueueSettings("best", "vectors"), "no order “best”"),
        (QueueSettings(RANDOM, "vectors", LIST), "no name in the list"),
        (QueueSettings(RANDOM, "vectors", "moon"), "not from “moon”"),
    ],
)
def test_settings_that_make_no_queue_are_a_sentence(settings, said):
    with pytest.raises(BadInput, match=said):
        settings.check()
