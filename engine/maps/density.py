"""How densely names lie on a map, and the lines of equal density around the crowded parts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

CELLS = 256  # a side of the grid on which density is measured
WIDE, NARROW = 3.0, 1.5  # smoothing in cells at 100,000 names: large regions, small districts
WIDEST = 12.0
SHARES = (0.2, 0.4, 0.6, 0.8)  # of the names, the densest first, that lie inside a line
# Which sides of a cell a line crosses, for each set of its corners that lie above the level. Corners counter-clockwise
# from the lower left are 1, 2, 4, 8; sides in the same turn from the bottom are 0, 1, 2, 3.
CROSSED = {
    1: [(3, 0)], 2: [(0, 1)], 3: [(3, 1)], 4: [(1, 2)], 5: [(3, 0), (1, 2)], 6: [(0, 2)], 7: [(3, 2)],
    8: [(2, 3)], 9: [(2, 0)], 10: [(0, 1), (2, 3)], 11: [(2, 1)], 12: [(1, 3)], 13: [(1, 0)], 14: [(0, 3)],
}  # fmt: skip
SADDLES = (5, 10)


@dataclass(frozen=True)
class Contour:
    """The line around the densest `share` of the names, as unconnected pieces: float32 [pieces, 4], x y to x y."""

    share: float
    pieces: np.ndarray


@dataclass(frozen=True)
class Density:
    """Names a cell, smoothed: float64 [side, side], x first; the cell of each point, int64 [n, 2]; the place of the
    first cell, and how far the next one lies, in the map's own units: float [2]."""

    grid: np.ndarray
    cells: np.ndarray
    low: np.ndarray
    step: np.ndarray


def density(points: np.ndarray, smoothing: float = WIDE, margin: int = 0) -> Density:
    """The density of points [n, 2], counted on a grid and smoothed by a Gaussian.

    smoothing: its width in cells at 100,000 points, wider where there are fewer (Scott's rule, 1992: the width goes
    with the sixth root of their number in two dimensions). margin: empty cells around the outermost points.
    """
    from scipy.ndimage import gaussian_filter

    low, high = points.min(0), points.max(0)
    step = np.maximum((high - low) / (CELLS - 1), 1e-9)
    cells = np.round((points - low) / step).astype(np.int64) + margin
    side = CELLS + 2 * margin
    counts = np.bincount(cells[:, 0] * side + cells[:, 1], minlength=side * side)
    width = min(WIDEST, smoothing * (100_000 / len(points)) ** (1 / 6))
    grid = gaussian_filter(counts.reshape(side, side).astype(np.float64), width, mode="constant")
    return Density(grid, cells, low - margin * step, step)


def contours(points: np.ndarray) -> list[Contour]:
    """Lines around where many names lie, points float [n, 2]; those without a place (NaN) do not count.

    Each is the border of a highest-density region (Hyndman 1996): the smallest part of the map that holds this share
    of the names. Empty where nothing has a place.
    """
    placed = points[np.isfinite(points).all(1)]
    if not len(placed):
        return []
    found = density(placed, margin=int(2 * WIDEST))
    inside = found.grid[found.cells[:, 0], found.cells[:, 1]]
    lines = []
    for share, level in zip(SHARES, np.quantile(inside, [1 - share for share in SHARES]), strict=True):
        pieces = border(found.grid, float(level))
        scaled = pieces * np.tile(found.step, 2) + np.tile(found.low, 2)
        lines.append(Contour(share, scaled.astype(np.float32)))
    return lines


def border(grid: np.ndarray, level: float) -> np.ndarray:
    """Where `grid` [n, m] rises through `level`, in cells, as pieces float [pieces, 4], by marching squares.

    A crossing lies on a side where the line between its two corners meets the level (Lorensen and Cline 1987, in two
    dimensions); where two opposite corners lie above, their mean says whether they are joined.
    """
    corners = np.stack([grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]])
    codes = np.tensordot(np.array([1, 2, 4, 8]), corners >= level, axes=1)
    x, y = np.nonzero((codes > 0) & (codes < 15))
    corners, codes = corners[:, x, y], codes[x, y]
    joined = np.isin(codes, SADDLES) & (corners.mean(0) >= level)
    codes = np.where(joined, 15 - codes, codes)
    first, second, third, fourth = corners
    with np.errstate(divide="ignore", invalid="ignore"):  # where a side is not crossed its share is not used
        along = [
            (level - start) / (end - start)
            for start, end in ((first, second), (second, third), (fourth, third), (first, fourth))
        ]
    sides = np.stack(
        [
            np.stack([x + along[0], y], 1),
            np.stack([x + 1, y + along[1]], 1),
            np.stack([x + along[2], y + 1], 1),
            np.stack([x, y + along[3]], 1),
        ]
    )
    pieces = [np.empty((0, 4))]
    for code, pairs in CROSSED.items():
        there = np.flatnonzero(codes == code)
        pieces += [np.hstack([sides[one, there], sides[other, there]]) for one, other in pairs]
    return np.vstack(pieces)
