"""Which names become candidates of a question."""

from __future__ import annotations

import numpy as np

from engine.ranking.candidates import _first_names, as_likely
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


def test_a_relative_without_names_lends_its_place_to_none() -> None:
    """The first name of the next concept was taken for one of concept 4, which has none."""
    concepts = np.array([2, 2, 3, 5, 5, 7])
    assert _first_names(concepts, [2, 4, 5, 9]).tolist() == [0, 3]
    assert _first_names(concepts, []).tolist() == []
