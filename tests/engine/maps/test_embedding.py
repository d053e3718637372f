"""Pairs that belong together come to lie together, others apart."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maps.embedding import Curve, embedded
from engine.maps.fuzzy_graph import FuzzyPairs

PAIRED = FuzzyPairs(np.arange(0, 60, 2, dtype=np.int32), np.arange(1, 60, 2, dtype=np.int32), np.ones(30, np.float32))


def test_the_curve_of_a_least_distance_of_a_tenth_is_the_published_one() -> None:
    curve = Curve.of(0.1)
    assert (curve.a, curve.b) == pytest.approx((1.577, 0.895), abs=2e-3)


def test_a_pull_is_the_slope_of_the_curves_logarithm() -> None:
    curve, step = Curve.of(0.25), 1e-3
    for distance in (0.3, 1.0, 2.0):
        near, far = (-np.log(1 + curve.a * (distance + by) ** (2 * curve.b)) for by in (-step, step))
        moved = curve.pull(np.array([[distance], [0.0]], np.float32))
        assert moved[:, 0] == pytest.approx([(far - near) / (2 * step), 0.0], rel=1e-2)
        assert curve.push(np.array([[distance], [0.0]], np.float32))[0, 0] > 0


def test_pairs_lie_together_and_the_rest_apart() -> None:
    start = np.random.default_rng(5).normal(size=(60, 2)) * 5
    *shares, xy = embedded(PAIRED, start, Curve.of(0.25), 100, 1)
    *_, again = embedded(PAIRED, start, Curve.of(0.25), 100, 1)
    *_, other = embedded(PAIRED, start, Curve.of(0.25), 100, 2)

    assert isinstance(xy, np.ndarray) and xy.dtype == np.float32
    assert np.array_equal(xy, again) and not np.array_equal(xy, other)
    assert shares == sorted(shares) and shares[-1] == 1.0
    far = np.linalg.norm(xy[:, None] - xy[None], axis=2)
    np.fill_diagonal(far, np.inf)
    partner = np.arange(60) ^ 1
    assert (far.argmin(1) == partner).mean() > 0.9


def test_without_pairs_names_stay_where_they_are() -> None:
    nothing = FuzzyPairs(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.float32))
    *_, xy = embedded(nothing, np.ones((3, 2)), Curve.of(0.25), 20, 1)

    assert xy.tolist() == np.ones((3, 2)).tolist()  # type: ignore[union-attr]
