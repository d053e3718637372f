"""What the bench of memory measures, and what counts as reached."""

from __future__ import annotations

from typing import Any

import pytest

from engine.benchmarks.memory import meets as reached
from engine.benchmarks.memory import side_by_side
from engine.workbench import Workbench

HOUR: dict[str, Any] = {"names": 153_625, "encoders": 3, "minutes": 60.0, "most bytes": 1.1e9}
LARGE: dict[str, Any] = {"names": 1_500_000, "encoders": 1, "minutes": 2.0, "most bytes": 2.4e9}


@pytest.mark.slow
def test_encoders_that_have_read_the_names_come_first_and_a_third_one_reads_them(sample: Workbench) -> None:
    """A workspace as a first start makes it has two that have read them: an hour with three could not be measured."""
    chosen = side_by_side(sample)
    assert [sample.rankings.searchable(id) for id in chosen] == [True, True, False]


def test_an_hour_with_three_encoders_and_a_large_terminology_must_stay_within_their_bounds() -> None:
    assert reached([HOUR, LARGE])
    for changed in ({"minutes": 2.0}, {"encoders": 2}, {"most bytes": 1.3e9}):
        assert not reached([HOUR | changed, LARGE])
    for rows in ([HOUR], [HOUR, LARGE | {"names": 300_000}], [HOUR, LARGE | {"most bytes": 2.6e9}]):
        assert not reached(rows)
