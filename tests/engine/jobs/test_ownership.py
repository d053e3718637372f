"""One run has one owner: who slept while another took it over writes no checkpoint, no version and no row."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine.errors import LostRun, Unavailable
from engine.jobs import worker
from engine.jobs.process import has_ended, process_identity
from engine.learning.checkpoint import read_checkpoint, write_checkpoint
from engine.learning.presets import recipe_from
from engine.models import versions
from engine.workbench import Workbench
from engine.workspace import Workspace
from store import runs

LONG = ["encoder.hidden=9600", "optimiser.most_epochs=10000", "optimiser.patience=1000"]
NAMES = ["pain", "fever", "cough", "wheeze", "gout", "rash", "itch", "stroke", "fall", "burn", "cramp", "spasm"]


def claimed(workspace: Workspace, owner: str, run: int = 0) -> tuple[Workspace, int]:
    """The workspace of a process that has just taken up a run, the first time or again."""
    with workspace.writing() as db:
        if run:
            runs.interrupt(db, runs.unfinished(db)[0])
            runs.reopen(db, run)
        run = run or runs.add(db, "train", "a run", {})
        assert runs.start(db, run, owner, os.getpid(), process_identity(os.getpid()))
    return workspace.owned(run, owner), run


def saved(workspace: Workspace, run: int) -> versions.ModelVersion:
    recipe = {"preset": "few-shot", "labels": "places", "input": "vectors", "data": {}}
    return versions.save(workspace, recipe, {"weight": np.ones(3, np.float32)}, {}, "data", run)


def test_a_worker_that_was_killed_is_seen_at_once(workbench: Workbench) -> None:
    """15 s after a kill the window still showed an epoch, with a time left that grew."""
    child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    try:
        with workbench.workspace.writing() as db:
            run = runs.add(db, "train", "a run", {})
            assert runs.start(db, run, "child", child.pid, process_identity(child.pid))
        workbench.jobs.mark_interrupted()
        assert workbench.jobs.run(run).status == "running"
    finally:
        child.kill()
        child.communicate()
    workbench.jobs.mark_interrupted()
    assert workbench.jobs.run(run).status == "interrupted"


def test_who_lost_a_run_writes_nothing(workbench: Workbench, tmp_path: Path) -> None:
    first, run = claimed(workbench.workspace, "first")
    place = tmp_path / "checkpoint"
    write_checkpoint(place, {"a": np.zeros(2)}, {"by": "first"}, first.writing)
    second, _ = claimed(workbench.workspace, "second", run)
    write_checkpoint(place, {"a": np.zeros(2)}, {"by": "second"}, second.writing)

    with pytest.raises(LostRun, match=f"taken over run {run}"):
        write_checkpoint(place, {"a": np.zeros(2)}, {"by": "first"}, first.writing)
    with pytest.raises(LostRun):
        saved(first, run)
    with pytest.raises(LostRun), first.writing() as db:
        runs.progress(db, run, 5, 10, "going", {}, [])
    assert read_checkpoint(place)[1] == {"by": "second"} and not list(tmp_path.glob(".*"))
    assert workbench.models.all() == [] and not list((workbench.workspace.folder / "models").iterdir())
    assert saved(second, run).run == run


def test_a_run_killed_after_its_version_was_saved_makes_no_second_one(workbench: Workbench) -> None:
    first, run = claimed(workbench.workspace, "first")
    version = saved(first, run)
    again, _ = claimed(workbench.workspace, "second", run)
    assert saved(again, run) == version and workbench.models.all() == [version]
    (workbench.workspace.folder / version.artefact).unlink()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no process can be put to sleep there")
def test_a_worker_that_slept_through_a_take_over_stops_when_it_wakes(workbench: Workbench) -> None:
    pairs = [(f"{name} in the {place}", place) for name in NAMES for place in ("hand", "foot", "knee")]
    workbench.labels.add("places", pairs, "ann")
    run = workbench.training.start(recipe_from("few-shot", LONG, shots=5) | {"labels": "places"})
    while not (first := claim(workbench)).pid or not workbench.jobs.run(run).step:
        time.sleep(0.1)
    stop_between_writes(workbench, first.pid)
    try:
        assert workbench.jobs.run(run).status == "running"  # it is there, and asleep
        with workbench.workspace.writing() as db:  # as another machine decides by the clock
            assert runs.interrupt(db, first)
        workbench.jobs.resume(run)
        while (second := claim(workbench)).pid in (0, first.pid) or not workbench.jobs.run(run).step:
            time.sleep(0.1)
    finally:
        os.kill(first.pid, signal.SIGCONT)
    ends = time.monotonic() + 60
    while not has_ended(first.pid, first.process):
        assert time.monotonic() < ends, "the first worker goes on"
        time.sleep(0.1)
    assert claim(workbench).owner == second.owner and workbench.jobs.run(run).status == "running"
    workbench.jobs.cancel(run)
    while workbench.jobs.run(run).status == "running":
        time.sleep(0.1)
    assert workbench.jobs.run(run).status == "cancelled"
    assert not worker.checkpoint_path(workbench.workspace, run).exists()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_worker_that_is_told_to_go_closes_its_row_and_leaves_no_lock(workbench: Workbench, name: str) -> None:
    pairs = [(f"{text} in the {place}", place) for text in NAMES for place in ("hand", "foot", "knee")]
    workbench.labels.add("places", pairs, "ann")
    run = workbench.training.start(recipe_from("few-shot", LONG, shots=5) | {"labels": "places"})
    while not workbench.jobs.run(run).step:
        time.sleep(0.1)
    found = claim(workbench)
    os.kill(found.pid, getattr(signal, name))
    while not has_ended(found.pid, found.process):
        time.sleep(0.05)
    with workbench.workspace.reading() as db:
        assert runs.get(db, run).status == "interrupted"
    workbench.synonyms.add("organs", "H1", "coronary", "ann")


def stop_between_writes(workbench: Workbench, pid: int) -> None:
    """Puts a worker to sleep while it holds no lock of the database; nobody could write before it woke."""
    while True:
        os.kill(pid, signal.SIGSTOP)
        try:
            with workbench.workspace.writing(wait=0.2):
                return
        except Unavailable:
            os.kill(pid, signal.SIGCONT)
            time.sleep(0.05)


def claim(workbench: Workbench) -> runs.Claim:
    with workbench.workspace.reading() as db:
        return runs.unfinished(db)[0]
