"""The nearest of many names: exact where they are few, nearly so where they are many."""

from __future__ import annotations

import numpy as np
import pytest

from engine.retrieval import neighbours
from engine.retrieval.neighbours import nearest_names


def rows(number: int, seed: int = 0) -> np.ndarray:
    """Unit rows around a hundred centres."""
    rng = np.random.default_rng(seed)
    centres = np.random.default_rng(7).standard_normal((100, 24))
    made = centres[rng.integers(0, 100, number)] + 0.5 * rng.standard_normal((number, 24))
    return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)


def test_few_names_are_compared_exactly() -> None:
    here, there = rows(40), rows(300, 1)
    cosines, places = nearest_names(here, there, 5)
    best = np.argsort(-(here @ there.T), axis=1)[:, :5]
    np.testing.assert_array_equal(places, best)
    np.testing.assert_allclose(cosines, np.take_along_axis(here @ there.T, best, axis=1), atol=1e-6)


def test_among_many_nearly_all_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "MOST_COMPARED", 1_000)
    monkeypatch.setattr(neighbours, "CELL", 60)
    here, there = rows(200), rows(6_000, 1)
    cosines, places = nearest_names(here, there, 5)
    exact = np.sort(here @ there.T, axis=1)[:, ::-1][:, :5]
    assert (cosines >= exact[:, -1:] - 1e-6).mean() > 0.9
    assert (np.diff(cosines, axis=1) <= 0).all() and len(np.unique(places[0])) == 5


def test_fewer_names_than_wished_and_none() -> None:
    assert nearest_names(rows(3), rows(2, 1), 5)[1].shape == (3, 2)
    assert nearest_names(rows(3)[:0], rows(2, 1), 5)[1].shape == (0, 2)
    assert nearest_names(rows(3), rows(2, 1)[:0], 5)[1].shape == (3, 0)
