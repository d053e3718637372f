"""An order is read back from what was written of it, also by an earlier version."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import Damaged
from engine.ranking.ordering.order import as_dict, of_dict, shipped


def test_an_order_of_an_earlier_version_is_read() -> None:
    """It has a weight of a property that no candidate ever had."""
    written = as_dict(shipped())
    weights = written["weights"]
    assert isinstance(weights, dict)
    earlier = of_dict({**written, "weights": {**weights, "obsolete": 0.0}})
    np.testing.assert_array_equal(earlier.weights, shipped().weights)
    with pytest.raises(Damaged, match="learn it again"):
        of_dict({**written, "weights": {**weights, "colour": 0.0}})
