"""What every transform does, whoever adds it."""

from __future__ import annotations

import numpy as np
import pytest

from engine.learning.samplers.names import Names
from engine.models.transforms import TRANSFORMS


def names() -> Names:
    rows = np.random.default_rng(0).normal(size=(60, 7)).astype(np.float32) + 1
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    rows[4] = 0
    return Names(rows, np.arange(60) % 9, [str(i) for i in range(60)])


@pytest.mark.parametrize("name", TRANSFORMS)
def test_settings_round_trip_and_are_described(name):
    kind = TRANSFORMS[name]
    assert kind.from_dict(kind().to_dict()) == kind()
    assert kind.title != "settings"
    assert kind.__doc__
    assert all(line.label for line in kind().described(name))


@pytest.mark.parametrize("name", TRANSFORMS)
def test_unit_rows_in_and_out_and_zero_stays_zero(name):
    split, front = names(), TRANSFORMS[name]()
    before = split.rows.copy()
    state = front.fit(split)
    assert all(array.dtype == np.float32 for array in state.values())
    rows = front.apply(state, split.rows)
    assert rows.dtype == np.float32
    assert rows.shape == split.rows.shape
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), np.arange(60) != 4, atol=1e-5)
    np.testing.assert_array_equal(split.rows, before)
    assert front.apply(state, split.rows[:0]).shape == (0, 7)


@pytest.mark.parametrize("name", TRANSFORMS)
def test_fitting_again_gives_the_same_bits(name):
    first, again = (TRANSFORMS[name]().fit(names()) for _ in range(2))
    assert all(array.tobytes() == again[part].tobytes() for part, array in first.items())
