from __future__ import annotations

import pytest

from engine.benchmarks.clustering import bench_cluster, meets
from engine.events import Finished
from engine.workbench import Workbench
from tests.engine.benchmarks.test_whole import in_process

__all__ = ["in_process"]


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_workers_suggest_what_one_process_does(workbench: Workbench) -> None:
    pytest.importorskip("distributed", reason="the cluster extra is not installed")
    (found,) = [one.result for one in bench_cluster(workbench.workspace, 60, (1,)) if isinstance(one, Finished)]
    alone, one = found["results"]
    assert (alone["workers"], one["workers"], one["times one worker"]) == (0, 1, 1)
    assert alone["suggested"] == one["suggested"] > 0 and found["ratio"] == alone["seconds"] / one["seconds"]
    assert not found["passed"], "two workers were not measured"


def test_it_passes_with_the_same_suggestions_and_two_workers_faster_than_one() -> None:
    good = [{"workers": count, "seconds": 9.0 - count, "suggested": 5} for count in (0, 1, 2)]
    assert meets(good) and not meets(good[:2])
    assert not meets([good[0], good[1], good[2] | {"suggested": 4}])
    assert not meets([good[0], good[1], good[2] | {"seconds": 8.5}])
