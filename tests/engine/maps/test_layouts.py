"""Layouts give every name a place, the same one for the same seed."""

from __future__ import annotations

import io
import threading

import numpy as np
import pytest

from engine.errors import BadInput
from engine.maps import LAYOUTS, MapRequest
from engine.maps.layouts import PcaLayout, UmapLayout
from engine.maps.neighbours import Near, nearest


@pytest.fixture(scope="module")
def two_groups() -> tuple[np.ndarray, Near]:
    generator = np.random.default_rng(2)
    rows = np.vstack([generator.normal(centre, 0.2, (40, 6)) for centre in ([1] * 6, [1, 1, 1, -1, -1, -1])])
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    *_, near = nearest(rows, 15)
    assert isinstance(near, Near)
    return rows, near


@pytest.mark.parametrize(
    "layout",
    [
        pytest.param(PcaLayout(), id="pca"),
        pytest.param(UmapLayout(neighbours=10, epochs=40), id="umap", marks=pytest.mark.slow),  # compiles for seconds
    ],
)
def test_a_layout_is_of_its_seed_and_keeps_groups_apart(
    layout: PcaLayout | UmapLayout, two_groups: tuple[np.ndarray, Near]
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


@pytest.mark.slow
def test_a_cancelled_umap_leaves_other_progress_bars_free(two_groups: tuple[np.ndarray, Near]) -> None:
    from tqdm import tqdm

    steps = UmapLayout(epochs=500).placed(*two_groups, None, 1)
    assert isinstance(next(steps), float)
    steps.close()  # type: ignore[attr-defined]
    for thread in threading.enumerate():
        if thread.name.endswith("(work)"):
            thread.join(60)

    bar = threading.Thread(target=lambda: list(tqdm(range(3), file=io.StringIO())), daemon=True)
    bar.start()
    bar.join(10)
    assert not bar.is_alive()


def test_an_unknown_layout_gets_a_sentence() -> None:
    with pytest.raises(BadInput, match="No layout is called 'tsne'"):
        MapRequest("organs", "vectors", layout="tsne")
    assert set(LAYOUTS) == {"umap", "pca"}
