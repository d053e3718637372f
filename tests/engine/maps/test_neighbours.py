"""The nearest names by cosine, exactly and through the coarse search."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maps.neighbours import CoarseSearch, NearestRows, nearest, principal


def _unit(count: int, dim: int, seed: int) -> np.ndarray:
    rows = np.random.default_rng(seed).normal(size=(count, dim)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _found(rows: np.ndarray, k: int, exact_up_to: int) -> NearestRows:
    steps = list(nearest(rows, k, exact_up_to))
    assert isinstance(steps[-1], NearestRows) and steps[-2] == 1.0
    return steps[-1]


@pytest.mark.parametrize("exact_up_to", [1000, 10])
def test_neighbours_are_those_of_a_naive_loop(exact_up_to: int) -> None:
    rows = _unit(70, 8, 1)
    found = _found(rows, 5, exact_up_to)

    for place in range(70):
        cosines = [float(rows[place] @ rows[other]) if other != place else -9 for other in range(70)]
        best = sorted(range(70), key=lambda other: -cosines[other])[:5]
        assert set(found.positions[place].tolist()) == set(best)
        assert found.distances[place].tolist() == pytest.approx([1 - cosines[other] for other in best], abs=1e-5)


def test_equal_names_are_neighbours_but_nobody_of_itself() -> None:
    rows = np.vstack([_unit(6, 4, 2), _unit(6, 4, 2)])
    found = _found(rows, 3, 1000)

    assert found.positions[:, 0].tolist() == [*range(6, 12), *range(6)]
    assert not (found.positions == np.arange(12)[:, None]).any()


def test_where_the_lists_around_hold_too_few_all_are_read() -> None:
    points = _unit(2000, 4, 5)
    found = CoarseSearch(points).nearest(slice(0, 3), 1990)

    for place in range(3):
        far = np.linalg.norm(points - points[place], axis=1)
        assert far[found[place]].tolist() == pytest.approx(np.sort(far)[:1990].tolist(), abs=1e-5)


def test_principal_components_keep_the_variance_of_a_plane() -> None:
    plane = np.random.default_rng(4).normal(size=(60, 2)) @ np.array([[1.0, 2, 0, 0], [0, 0, 3, 1]])
    found = principal(plane, 2)

    centred = plane - plane.mean(0)
    assert (found**2).sum() == pytest.approx((centred**2).sum(), rel=1e-4)
    assert principal(plane[:2], 5).shape == (2, 5)
