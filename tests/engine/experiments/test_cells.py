from __future__ import annotations

import json

import pytest

from engine.errors import BadInput
from engine.events import Finished, Progress
from engine.experiments.cells import Cell, ExperimentReport, Table, carried_out


class Counting:
    """Work that counts how often it was done."""

    def __init__(self, value: int) -> None:
        self.value, self.times = value, 0

    def __call__(self):
        self.times += 1
        yield Progress(0, 1, "half way")
        yield Finished({"value": self.value})


def report(measured):
    total = sum(found["value"] for found in measured.values())
    return ExperimentReport([{"total": total}], f"| total |\n|---|\n| {total} |", {"bars": "<html></html>"})


def run(cells, out):
    events = list(carried_out(Table("sums", cells, report), out, {"seeds": 1}))
    return events, events[-1].result


def test_cells_are_measured_once_and_reported(tmp_path):
    works = [Counting(2), Counting(5)]
    cells = [Cell(f"a/{i}", {"value": w.value}, w) for i, w in enumerate(works)]
    events, found = run(cells, tmp_path)
    assert [e.message for e in events[:-1]] == ["a/0: half way", "a/0 is measured", "a/1: half way", "a/1 is measured"]
    assert found["rows"] == [{"total": 7}]
    assert json.loads((tmp_path / "sums.json").read_text()) == {"seeds": 1, "rows": [{"total": 7}]}
    assert (tmp_path / "sums.md").read_text() == "| total |\n|---|\n| 7 |\n"
    assert (tmp_path / "sums-bars.html").is_file()
    run(cells, tmp_path)
    assert [work.times for work in works] == [1, 1]


def test_a_killed_run_goes_on_and_a_changed_plan_is_measured_anew(tmp_path):
    first, second = Counting(1), Counting(2)
    cells = [Cell("first", 1, first), Cell("second", 1, second)]
    working = carried_out(Table("sums", cells, report), tmp_path, {})
    while not next(working).message.startswith("first is"):
        pass
    working.close()
    run(cells, tmp_path)
    assert (first.times, second.times) == (1, 1)
    run([Cell("first", 2, first), cells[1]], tmp_path)
    assert (first.times, second.times) == (2, 1)
    run(cells, tmp_path)  # what was measured by the plan before is there still
    assert (first.times, second.times) == (2, 1)


def test_a_torn_cell_is_measured_anew(tmp_path):
    work = Counting(1)
    run([Cell("one", 1, work)], tmp_path)
    (cell,) = (tmp_path / "cells").iterdir()
    cell.write_text('{"plan"')
    run([Cell("one", 1, work)], tmp_path)
    assert work.times == 2


def test_work_without_a_result_is_said(tmp_path):
    with pytest.raises(BadInput, match="ended without a result"):
        run([Cell("none", 1, lambda: iter(()))], tmp_path)
