from __future__ import annotations

import pytest

from engine.benchmarks.edits import bench_edits
from engine.events import Finished
from engine.workbench import Workbench


@pytest.mark.slow
def test_every_synonym_is_found_at_once_and_a_smaller_size_does_not_pass(workbench: Workbench) -> None:
    (finished,) = [event for event in bench_edits(workbench.workspace, 90, 110) if isinstance(event, Finished)]
    found = finished.result

    assert list(found) == ["name", "results", "limit", "peer", "ratio", "passed"] and not found["passed"]
    (row,) = found["results"]
    assert (row["names"], row["synonyms"], row["not visible"]) == (90, 110, 0)
    assert row["slower"] == row["query after ms"] / row["query before ms"]
