"""An experiment's cells by workers: the rows of one process, a killed worker's cell measured again, no cell twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Unavailable
from engine.events import Event, Progress
from engine.experiments import run
from engine.experiments.options import ExperimentOptions
from engine.jobs.cluster import LOCAL, ClusterAddress
from engine.workbench import Workbench
from engine.workbench.cluster.cluster_experiments import cell_measured, experiment_by
from tests.engine.jobs.test_experiment import tiny_recipe
from tests.engine.workbench.cluster.test_cluster_parts import killing

__all__ = ["killing"]
pytest.importorskip("distributed", reason="the cluster extra is not installed")
TWO = ClusterAddress(LOCAL, workers=2)


def options_of(folder: Path) -> ExperimentOptions:
    return ExperimentOptions.from_dict(tiny_recipe(folder))


def rows(out: Path) -> Any:
    """The rows of an experiment without the seconds that they took."""

    def timeless(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: timeless(one) for key, one in value.items() if "seconds" not in key}
        return [timeless(one) for one in value] if isinstance(value, list) else value

    return timeless(json.loads((out / "few-shot.json").read_text(encoding="utf-8"))["rows"])


def numbers(value: Any) -> Iterator[float | str | None]:
    """The leaves of rows in their order."""
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from numbers(one)
    else:
        yield value


@pytest.mark.slow
def test_the_rows_are_those_of_one_process(workbench: Workbench, tmp_path: Path, killing: list[int]) -> None:
    options, alone, shared = options_of(tmp_path), tmp_path / "alone", tmp_path / "shared"
    list(run(workbench.workspace, options, alone))
    events: list[Event] = list(experiment_by(TWO, workbench.workspace, options, shared))
    said = [event for event in events if isinstance(event, Progress) and event.metrics.get("workers")]
    assert [event.step for event in said] == list(range(1, said[-1].total + 1)) and killing
    for one, other in zip(numbers(rows(alone)), numbers(rows(shared)), strict=True):
        assert one == (pytest.approx(other, abs=1e-5) if isinstance(other, float) else other)
    assert {path.name for path in (alone / "cells").iterdir()} == {path.name for path in (shared / "cells").iterdir()}

    times = {path: path.stat().st_mtime_ns for path in (shared / "cells").iterdir()}
    list(experiment_by(TWO, workbench.workspace, options, shared))
    assert times == {path: path.stat().st_mtime_ns for path in (shared / "cells").iterdir()}


def test_a_worker_with_other_content_measures_nothing(workbench: Workbench, tmp_path: Path) -> None:
    asked = (str(workbench.workspace.folder), options_of(tmp_path), str(tmp_path))
    with pytest.raises(Unavailable, match="has other content than yours"):
        cell_measured(*asked, ("S, 2 names a class, seed 0", "another plan"))
