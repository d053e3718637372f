"""Layouts give every name a place, the same one for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput
from engine.maps import LAYOUTS, MapRequest
from engine.maps.layouts import PcaLayout, UmapLayout
from engine.maps.neighbours import NearestRows, nearest


@pytest.fixture(scope="module")
def two_groups() -> tuple[np.ndarray, NearestRows]:
    generator = np.random.default_rng(2)
    rows = np.vstack([generator.normal(centre, 0.2, (40, 6)) for centre in ([1] * 6, [1, 1, 1, -1, -1, -1])])
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    *_, near = nearest(rows, 15)
    assert isinstance(near, NearestRows)
    return rows, near


@pytest.mark.parametrize(
    "layout",
    [
        pytest.param(PcaLayout(), id="pca"),
        pytest.param(UmapLayout(neighbours=10, epochs=40), id="umap"),
    ],
)
def test_a_layout_is_of_its_seed_and_keeps_groups_apart(
    layout: PcaLayout | UmapLayout, two_groups: tuple[np.ndarray, NearestRows]
) -> None:
    rows, near = two_groups
    *shares, xy = layout.placed(rows, near, None, 1)
    *_, again = layout.placed(rows, near, None, 1)

    assert isinstance(xy, np.ndarray) and xy.shape == (80, 2) and xy.dtype == np.float32
    assert np.array_equal(xy, again)
    assert all(0 <= share <= 1 for share in shares)
    between = np.linalg.norm(xy[:40].mean(0) - xy[40:].mean(0))
    within = max(np.linalg.norm(xy[:40] - xy[:40].mean(0), axis=1).mean(), 1e-9)
    assert between > 2 * within


def test_equal_names_are_laid_out_too() -> None:
    rows = np.ones((12, 4), np.float32) / 2
    *_, near = nearest(rows, 4)
    assert isinstance(near, NearestRows)
    *_, xy = UmapLayout(epochs=20).placed(rows, near, None, 1)

    assert isinstance(xy, np.ndarray) and xy.shape == (12, 2) and np.isfinite(xy).all()


def test_an_unknown_layout_gets_a_sentence() -> None:
    with pytest.raises(BadInput, match="No layout is called 'tsne'"):
        MapRequest("organs", "vectors", layout="tsne")
    assert set(LAYOUTS) == {"umap", "pca"}
