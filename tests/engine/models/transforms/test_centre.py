from __future__ import annotations

import numpy as np
import pytest

from engine.errors import BadInput
from engine.learning.samplers.names import Names
from engine.models.transforms.centre import Centre, centre_of, centred


def test_by_hand():
    rows = np.array([[1, 0], [0, 1], [0, 0]], dtype=np.float32)
    assert centre_of(rows).tolist() == [0.5, 0.5]
    half = 0.5**0.5
    np.testing.assert_allclose(centred(rows, centre_of(rows)), [[half, -half], [-half, half], [0, 0]], atol=1e-6)
    assert rows[0].tolist() == [1, 0]  # the given rows are not touched


def test_a_split_without_any_vector_is_refused():
    with pytest.raises(BadInput, match="No training name has a vector"):
        Centre().fit(Names(np.zeros((2, 3)), np.arange(2), ["a", "b"]))
