"""Names placed by the laid-out names that are nearest to them."""

from __future__ import annotations

import numpy as np

from engine.maps.placing import placed_between

LAID = np.eye(3, dtype=np.float32)
XY = np.array([[0, 0], [4, 0], [0, 8]], np.float32)


def test_a_name_that_is_laid_out_lies_on_it_and_others_between() -> None:
    half = np.array([1, 1, 0], np.float32) / np.sqrt(np.float32(2))
    places, nearest = placed_between(np.stack([LAID[2], half]), LAID, XY, 2)

    assert np.abs(places[0] - XY[2]).max() < 0.02
    assert np.allclose(places[1], [2, 0], atol=1e-5)
    assert nearest[0, 0] == 2 and set(nearest[1].tolist()) == {0, 1}
    assert places.dtype == np.float32 and nearest.dtype == np.int32


def test_fewer_laid_out_than_neighbours_wanted() -> None:
    places, nearest = placed_between(LAID[:1], LAID, XY, 3)
    assert nearest.shape == (1, 3) and np.isfinite(places).all()
