from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest


def rows_of(names: int, dim: int = 50, seed: int = 0) -> np.ndarray:
    """Unit rows around some centres, with repeats and rows of nothing, in half precision."""
    draw = np.random.default_rng(seed)
    rows = draw.standard_normal((200, dim))[draw.integers(0, 200, names)] + draw.standard_normal((names, dim))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    rows[names // 2 : names // 2 + 50] = rows[:50]
    rows[7] = 0
    return rows.astype(np.float16)


@pytest.fixture
def written(tmp_path: Path) -> tuple[Path, np.ndarray]:
    path, rows = tmp_path / "index.npy", rows_of(30_000)
    np.save(path, rows)
    return path, np.load(path, mmap_mode="r")
