"""The k best columns are those of a full sort."""

import numpy as np
import pytest

from engine.search.best import best_columns


@pytest.mark.parametrize(("columns", "k"), [(5_003, 7), (640, 3), (64, 64), (10, 32), (1, 1), (129, 2)])
def test_as_a_full_sort(columns: int, k: int) -> None:
    scores = np.random.default_rng(0).normal(size=(9, columns)).astype(np.float32)
    places, seen = best_columns(scores, k)
    wanted = np.argsort(-scores, axis=1)[:, :k]
    np.testing.assert_array_equal(places, wanted)
    np.testing.assert_array_equal(seen, np.take_along_axis(scores, wanted, axis=1))


def test_negative_scores_of_a_short_last_group() -> None:
    scores = -1 - np.arange(70 * 64 + 1, dtype=np.float32)[None]
    assert best_columns(scores[:, ::-1], 2)[0].tolist() == [[70 * 64, 70 * 64 - 1]]


def test_no_columns() -> None:
    places, seen = best_columns(np.zeros((3, 0), np.float32), 5)
    assert places.shape == seen.shape == (3, 0)
