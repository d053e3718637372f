"""The graph of a layout weighs pairs as the paper says."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maps.fuzzy_graph import fuzzy_pairs
from engine.maps.neighbours import NearestRows, nearest

K = 5


@pytest.fixture(scope="module")
def near() -> NearestRows:
    rows = np.random.default_rng(3).normal(size=(40, 6)).astype(np.float32)
    *_, found = nearest(rows / np.linalg.norm(rows, axis=1, keepdims=True), 9)
    assert isinstance(found, NearestRows)
    return found


def test_pairs_are_those_of_a_naive_loop(near: NearestRows) -> None:
    one_way = np.zeros((40, 40))
    for name in range(40):
        beyond = near.distances[name, :K].astype(float) - near.distances[name, 0]
        scales = np.geomspace(1e-4, 10, 200_000)
        sums = sum(np.exp(-one / scales) for one in beyond)
        scale = scales[np.abs(sums - np.log2(K + 1)).argmin()]
        one_way[name, near.positions[name, :K]] = np.exp(-beyond / scale)
    wished = one_way + one_way.T - one_way * one_way.T
    found = fuzzy_pairs(near, K)

    assert (found.first < found.second).all()
    assert wished[found.first, found.second] == pytest.approx(found.weights, abs=1e-3)
    assert len(found.weights) == (np.triu(wished) > 0).sum()


def test_equal_names_belong_together_surely() -> None:
    found = fuzzy_pairs(NearestRows(np.array([[1], [0]], np.int32), np.zeros((2, 1), np.float32)), 1)

    assert found.weights.tolist() == [1.0]
