from __future__ import annotations

import numpy as np

from engine.retrieval.tensors import _widened, float32_of


def test_every_number_of_half_precision_is_widened_as_numpy_does() -> None:
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    assert np.array_equal(_widened()[every.view(np.uint16)], every.astype(np.float32), equal_nan=True)
    assert np.array_equal(float32_of(every.reshape(256, -1)), every.astype(np.float32).reshape(256, -1), equal_nan=True)
