"""Lines of equal density stand around where many names lie."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.maps.density import CELLS, SHARES, border, contours, density


def _two_heaps(spread: float = 0.3) -> np.ndarray:
    generator = np.random.default_rng(5)
    centres, sizes = [(0, 0), (10, 4)], [800, 200]
    points = [generator.normal(centre, spread, (size, 2)) for centre, size in zip(centres, sizes, strict=True)]
    return np.vstack(points).astype(np.float32)


def _ends(pieces: np.ndarray) -> list[tuple[float, ...]]:
    return [tuple(end) for end in np.vstack([pieces[:, :2], pieces[:, 2:]]).round(4).tolist()]


def test_density_counts_every_point_once_and_is_highest_where_they_lie() -> None:
    found = density(_two_heaps())
    top = np.unravel_index(found.grid.argmax(), found.grid.shape)

    assert found.grid.shape == (CELLS, CELLS)
    assert found.grid.sum() == pytest.approx(1_000, rel=0.05)  # what is smoothed out of the map is lost
    assert np.array(top) * found.step + found.low == pytest.approx([0, 0], abs=0.4)
    wider = density(_two_heaps(), margin=24)
    assert wider.grid.sum() == pytest.approx(1_000, rel=1e-3)
    assert wider.low + 24 * wider.step == pytest.approx(found.low, abs=1e-5)


def test_a_border_runs_half_way_between_a_high_cell_and_its_neighbours() -> None:
    grid = np.zeros((5, 5))
    grid[2, 2] = 1.0
    pieces = border(grid, 0.5)

    corners = {(1.5, 2.0), (2.5, 2.0), (2.0, 1.5), (2.0, 2.5)}
    assert len(pieces) == 4 and set(_ends(pieces)) == corners


@pytest.mark.parametrize(("other", "joined"), [(0.4, True), (-0.6, False)])
def test_two_high_corners_are_joined_where_the_middle_is_high(other: float, joined: bool) -> None:
    pieces = border(np.array([[1.0, other], [other, 1.0]]), 0.5)

    around_high = np.isclose(pieces[:, [0, 2]].mean(1), pieces[:, [1, 3]].mean(1))  # each cuts one corner off
    assert len(pieces) == 2
    assert around_high.tolist() == [not joined] * 2


def test_a_border_within_the_grid_is_closed() -> None:
    grid = density(_two_heaps(), margin=24).grid
    for share in (0.1, 0.5):
        pieces = border(grid, share * grid.max())
        ends = Counter(map(tuple, np.vstack([pieces[:, :2], pieces[:, 2:]]).tolist()))
        assert len(pieces) > 10 and set(ends.values()) == {2}


def test_a_line_holds_its_share_of_the_names() -> None:
    points = _two_heaps()
    found = contours(points)

    assert [one.share for one in found] == list(SHARES)
    assert {one.pieces.dtype for one in found} == {np.dtype(np.float32)}
    assert _within(found[1].pieces, points) == pytest.approx(0.4, abs=0.03)
    assert _within(found[3].pieces, points) == pytest.approx(0.8, abs=0.03)


def _within(pieces: np.ndarray, points: np.ndarray) -> float:
    """The share of the points from which a ray crosses an odd number of pieces."""
    x, y = points[:, :1].astype(float), points[:, 1:].astype(float)
    ax, ay, bx, by = pieces.astype(float).T
    with np.errstate(divide="ignore", invalid="ignore"):
        crossed = ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return float((crossed.sum(1) % 2).mean())


def test_names_without_a_place_do_not_count() -> None:
    points = _two_heaps()
    some = np.vstack([points, np.full((50, 2), np.nan, np.float32)])

    assert all((one.pieces == other.pieces).all() for one, other in zip(contours(some), contours(points), strict=True))
    assert contours(np.full((3, 2), np.nan, np.float32)) == []
    assert len(contours(np.zeros((4, 2), np.float32))) == len(SHARES)  # all on one place
