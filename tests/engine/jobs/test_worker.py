"""Runs in real child processes: finished, cancelled, killed and resumed."""

import errno
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.jobs.progress_row import ProgressRow
from engine.learning.presets import recipe_from
from engine.workbench import Workbench
from engine.workspace import Workspace
from store.records.training import JobRun
from store.sqlite import Database

NAMES = ["pain", "fever", "cough", "wheeze", "gout", "rash", "itch", "stroke", "fall", "burn", "cramp", "spasm"]
PLACES = ["hand", "foot", "knee"]
SAVED_EACH_EPOCH = """
import runpy
from engine.learning import loop
loop.SAVE_EVERY = 0.0
runpy.run_module("engine.jobs.worker", run_name="__main__")
"""
LONG = ["encoder.hidden=9600", "optimiser.most_epochs=10000", "optimiser.patience=1000"]


@pytest.fixture
def bench(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """The small workspace with labels; a training in a child takes one processor while a test waits for it."""
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    workbench.labels.add("places", [(f"{name} in the {place}", place) for name in NAMES for place in PLACES], "ann")
    return workbench


def _until(bench: Workbench, run: int, wanted: Callable[[JobRun], bool], seconds: float = 120) -> JobRun:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        seen = bench.jobs.run(run)
        if wanted(seen):
            return seen
        time.sleep(0.2)
    raise AssertionError(f"run {run} is still {bench.jobs.run(run)}")


@pytest.mark.slow
def test_a_run_goes_on_in_a_child_and_its_encoder_is_made_searchable(bench: Workbench) -> None:
    run = bench.training.start(recipe_from("few-shot", ["encoder.hidden=64"], shots=5) | {"labels": "places"})
    done = _until(bench, run, lambda seen: seen.status not in ("queued", "running"))
    assert done.status == "done", done.error
    assert done.result["version"] in [model.id for model in bench.models.all()]
    assert done.curve and done.curve[-1]["epoch"] == done.result["metrics"]["epochs"]
    follower = bench.jobs.runs(1, "index")[0]
    assert _until(bench, follower.id, lambda seen: seen.status == "done").result["size"] > 0


@pytest.mark.slow
def test_a_cancelled_run_stops_and_leaves_no_version(bench: Workbench) -> None:
    run = bench.training.start(recipe_from("few-shot", LONG, shots=5) | {"labels": "places"})
    moving = _until(bench, run, lambda seen: seen.step > 0)
    assert moving.status == "running" and moving.total > moving.step
    bench.jobs.cancel(run)
    assert _until(bench, run, lambda seen: seen.status != "running").status == "cancelled"
    assert bench.models.all() == []


@pytest.mark.slow
def test_a_run_goes_on_from_its_checkpoint_when_it_was_cancelled_and_when_it_was_killed(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One run for both; its checkpoints are not ten seconds apart."""
    from engine.jobs import worker
    from engine.jobs.worker import checkpoint_path

    def command_of(workspace: Workspace, run: int) -> list[str]:
        return [sys.executable, "-c", SAVED_EACH_EPOCH, str(workspace.folder), str(run)]

    monkeypatch.setattr(worker, "command_of", command_of)
    run = bench.training.start(recipe_from("few-shot", LONG, shots=5) | {"labels": "places"})
    checkpoint = checkpoint_path(bench.workspace, run)
    _until(bench, run, lambda seen: checkpoint.exists())
    bench.jobs.cancel(run)
    cancelled = _until(bench, run, lambda seen: seen.status == "cancelled")
    assert checkpoint.exists()
    bench.jobs.resume(run)
    assert _until(bench, run, lambda seen: seen.status == "running" and seen.step > 0).step >= cancelled.step // 2

    with bench.workspace.reading() as db:
        pid = db.execute("SELECT pid FROM runs WHERE id = ?", [run]).fetchone()[0]
    os.kill(pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    with bench.workspace.writing() as db:  # a clock that was set back hides no ended process
        db.execute("UPDATE runs SET heartbeat = heartbeat + 86400 WHERE id = ?", [run])
    interrupted = _until(bench, run, lambda seen: seen.status == "interrupted")
    assert "resumed" in interrupted.error
    bench.jobs.resume(run)
    resumed = _until(bench, run, lambda seen: seen.step > interrupted.step and bool(seen.curve))
    assert resumed.status in ("running", "done")
    assert resumed.curve[0]["epoch"] > 1  # begun anew, it would tell of its first epoch
    bench.jobs.cancel(run)
    _until(bench, run, lambda seen: seen.status in ("cancelled", "done"))


def test_a_run_that_fails_says_why(bench: Workbench) -> None:
    number = bench.jobs.queue(
        "import", "gone", {"path": "/nowhere/x.csv", "name": "gone", "format": "csv", "columns": None}
    )
    from engine.jobs import worker

    failed = worker.execute(bench.workspace, number)
    assert failed.status == "failed" and "there is no such file" in failed.error
    assert [terminology.slug for terminology in bench.terminologies.all()] == ["organs"]


def test_a_run_lives_on_after_a_beat_that_the_disk_refused(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that was full for a moment ended the heartbeat, and the run looked interrupted while it worked."""
    from engine.jobs import worker

    beats: list[int] = []
    alive = threading.Event()

    def beat(db: Database, run: int) -> bool:
        beats.append(run)
        if len(beats) == 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        alive.set()
        return False

    monkeypatch.setattr(worker, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(worker.runs, "beat", beat)
    with worker._heart(bench.workspace, 7, ProgressRow(bench.workspace, 7)):
        assert alive.wait(10)


def test_what_a_run_does_is_told_though_nothing_follows_for_long(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """“Reading” stood there for the twenty seconds in which names were prepared, which came within the same moment."""
    from engine.jobs import worker

    def work(job: worker.Job) -> Iterator[Event]:
        yield Progress(0, 0, "Reading")
        yield Progress(0, 2, "Preparing names")
        told = _until(bench, job.run, lambda seen: seen.message == "Preparing names", 20)
        yield Finished({"told": told.message})

    monkeypatch.setitem(worker.KINDS, "long", work)
    assert worker.execute(bench.workspace, bench.jobs.queue("long", "long", {})).result == {"told": "Preparing names"}


def test_a_run_that_is_cancelled_when_all_is_done_is_done(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its result was thrown away, and the window said that nothing was changed."""
    from engine.jobs import worker

    def work(job: worker.Job) -> Iterator[Event]:
        yield Progress(0, 1, "Writing")
        bench.jobs.cancel(job.run)
        beaten = time.time()
        while last_beat(bench, job.run) <= beaten + 0.1:
            time.sleep(0.05)
        yield Finished({"made": 1})

    monkeypatch.setattr(worker, "BEAT_SECONDS", 0.05)
    monkeypatch.setitem(worker.KINDS, "last step", work)
    run = worker.execute(bench.workspace, bench.jobs.queue("last step", "last step", {}))
    assert (run.status, run.result) == ("done", {"made": 1})


def last_beat(bench: Workbench, run: int) -> float:
    with bench.workspace.reading() as db:
        return float(db.execute("SELECT heartbeat FROM runs WHERE id = ?", [run]).fetchone()[0])


@pytest.mark.slow
def test_vectors_trained_on_a_persons_text_become_an_encoder(bench: Workbench, tmp_path: Path) -> None:
    corpus = tmp_path / "notes.txt"
    corpus.write_text(
        "the heart pumps blood . a heart attack harms the heart .\nwheeze and cough come from the lung .\n" * 200
    )
    run = bench.vectors.start_training(
        [corpus], "ward", {"dim": 20, "buckets": 20_000, "epochs": 2, "threads": 1}, ["organs"]
    )
    done = _until(bench, run, lambda seen: seen.status not in ("queued", "running"))
    assert done.status == "done", done.error
    assert done.result["encoder"] == "vectors:ward"
    assert [path.name for path in (bench.workspace.folder / "vectors").iterdir()] == ["ward.safetensors"]
    assert bench.rankings.rank("heart attack", encoder="vectors:ward").candidates[0].concept_id == "H1"
    result = bench.training.start(
        recipe_from("few-shot", ["encoder.hidden=32"], shots=3) | {"labels": "places", "input": "vectors:ward"}
    )
    trained = _until(bench, result, lambda seen: seen.status not in ("queued", "running"))
    assert trained.status == "done", trained.error


@pytest.mark.slow
def test_a_file_of_vectors_is_added_by_a_run_and_reads_the_names(bench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "glove.txt"
    file.write_text("heart 1 0 0\nattack 0 1 0\nlung 0 0 1\n")
    done = _until(bench, bench.vectors.start_adding(file, "big"), lambda seen: seen.status not in ("queued", "running"))
    assert (done.status, done.result["encoder"], done.step) == ("done", "vectors:big", file.stat().st_size), done.error
    assert (bench.workspace.folder / "vectors" / "big.txt").read_text() == file.read_text()
    index = next(run for run in bench.jobs.runs(kind="index") if run.recipe["encoder"] == "vectors:big")
    assert _until(bench, index.id, lambda seen: seen.status not in ("queued", "running")).status == "done"


def test_vectors_are_added_from_a_file(bench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "glove.txt"
    file.write_text("heart 1 0 0\nattack 0 1 0\nlung 0 0 1\n")
    assert bench.vectors.add(file, "mine") == "vectors:mine"
    assert "vectors:mine" in [choice.id for choice in bench.rankings.encoders()]
    assert bench.rankings.rank("heart", "organs", "vectors:mine").candidates[0].name.lower().startswith("heart")
    with pytest.raises(BadInput):
        bench.vectors.add(bench.workspace.database, "wrong")
    with pytest.raises(BadInput):
        bench.vectors.start_adding(bench.workspace.database, "wrong")
    with pytest.raises(BadInput, match="cannot be a name"):
        bench.vectors.add(file, "../outside")
