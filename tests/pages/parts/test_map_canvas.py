"""A selection on its way between browser and page."""

from __future__ import annotations

import pytest

from pages.parts.map.canvas import bits_of, points_of


@pytest.mark.parametrize("points", [[], [0], [7], [8], [3, 4, 11, 200]])
def test_a_selection_comes_back_as_it_went(points: list[int]) -> None:
    assert points_of(bits_of(points)) == points
