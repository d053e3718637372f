"""Which names become candidates of a question."""

from __future__ import annotations

import numpy as np

from engine.ranking.candidates import as_likely
from engine.ranking.shelves.shelf import Likeness


def alike(*cosines: float) -> Likeness:
    column = np.array(cosines, np.float32)[:, None]
    nothing = np.zeros_like(column)
    return Likeness(column, nothing, nothing, nothing)


def test_added_names_count_that_come_as_near_as_as_many_imported_ones() -> None:
    """Once, ten thousand added names gave each query as many candidates again, however far they were."""
    added, imported = alike(0.9, 0.2, 0.5, 0.1), alike(0.1, 0.5, 0.3, 0.8)
    assert as_likely(added, imported, 2).tolist() == [0, 2]
    assert as_likely(added, imported, 3).tolist() == [0, 2]
    assert as_likely(added, imported, 4).tolist() == [0, 1, 2, 3]
    assert as_likely(added, alike(), 4).tolist() == [0, 1, 2, 3]
    assert added.at(np.array([2])).cosines.tolist() == [[0.5]]
