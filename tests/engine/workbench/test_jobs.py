"""The newest run that was about a thing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from engine.jobs import worker
from engine.workbench import Workbench
from engine.workbench.mapping import mapping_changes, mapping_projects
from engine.workbench.normalisations import answer_changes


def test_the_newest_run_for_a_thing_stands_behind_any_number_of_others(workbench: Workbench) -> None:
    """“None before the first” was said after twenty runs for others."""
    asked = {
        "audit": ({"terminology": "organs"}, lambda: workbench.audits.run_of("organs")),
        answer_changes.KIND: ({"normalisation": 1, "asked": {}}, lambda: workbench.answer_changes.run_of(1)),
        mapping_changes.KIND: ({"project": 1}, lambda: workbench.mapping_changes.run_of(1)),
        mapping_projects.KIND: ({"project": 1}, lambda: workbench.mapping_projects.run_of(1)),
    }
    for kind, (recipe, run_of) in asked.items():
        assert run_of() is None
        older, newest = (workbench.jobs.queue(kind, "a", recipe) for _ in range(2))
        for _ in range(25):
            workbench.jobs.queue(kind, "b", {"terminology": "others", "normalisation": 2, "project": 2})
        assert older < newest == run_of().id
    made = workbench.jobs.queue(mapping_projects.KIND, "makes a project", {"source": "organs"})
    workbench.jobs.queue(mapping_projects.KIND, "for a project", {"project": 3})
    assert workbench.mapping_projects.run_of().id == made == workbench.mapping_projects.run_of(0).id


@pytest.mark.parametrize(("root", "found"), [("", 0), ("H", 1), ("L", None)])
def test_every_value_that_is_asked_for_must_be_that_of_the_recipe(
    workbench: Workbench, root: str, found: int | None
) -> None:
    made = [workbench.jobs.queue("levels", "a", {"terminology": "organs", "root": one}) for one in ("", "H")]
    workbench.jobs.queue("levels", "b", {"terminology": "others", "root": root})
    run = workbench.jobs.newest_of("levels", terminology="organs", root=root)
    assert (run.id if run else None) == (None if found is None else made[found])


def test_of_two_tabs_at_the_first_start_one_starts_it(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both looked, both started, and the second failed on a short name that the first had given."""
    started: list[int] = []
    monkeypatch.setattr(worker, "spawn", lambda workspace, run: started.append(run))
    tabs = [Workbench(workbench.workspace.folder) for _ in range(8)]
    together = Barrier(len(tabs))

    def start(tab: Workbench) -> int:
        together.wait()
        return tab.terminologies.start_sample()

    with ThreadPoolExecutor(len(tabs)) as threads:
        numbers = set(threads.map(start, tabs))
    assert list(numbers) == started and len(workbench.jobs.runs(kind="init")) == 1
