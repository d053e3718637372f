"""Runs: claimed once, silent ones interrupted, resumed."""

import time
from pathlib import Path

import pytest

from store import database, runs


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "workspace.db"
    database.create(file)
    return file


def test_only_one_process_claims_a_run(path: Path) -> None:
    with database.writing(path) as db:
        run = runs.add(db, "train", "a", {"seed": 1})
        assert runs.start(db, run, 1)
        assert not runs.start(db, run, 2)


def test_a_silent_run_is_interrupted_and_can_be_reopened(path: Path) -> None:
    with database.writing(path) as db:
        run = runs.add(db, "train", "a", {})
        runs.start(db, run, 1)
        assert not runs.silent(db)
        db.table("runs").update(run, {"heartbeat": time.time() - 60})
        assert runs.silent(db)
        assert runs.mark_interrupted(db) == 1
        assert runs.get(db, run).status == "interrupted"
        assert runs.reopen(db, run)
        assert runs.start(db, run, 2)


def test_cancelling_a_waiting_run_ends_it_and_a_running_one_is_asked(path: Path) -> None:
    with database.writing(path) as db:
        waiting, running = runs.add(db, "train", "a", {}), runs.add(db, "train", "b", {})
        runs.start(db, running, 1)
        assert not runs.beat(db, running)
        runs.request_cancel(db, waiting)
        runs.request_cancel(db, running)
        assert runs.get(db, waiting).status == "cancelled"
        assert runs.get(db, running).status == "running"
        assert runs.beat(db, running)


def test_progress_and_result_come_back_whole(path: Path) -> None:
    with database.writing(path) as db:
        run = runs.add(db, "train", "a", {"seed": 1})
        runs.progress(db, run, 3, 10, "going", {"loss": 0.5}, [{"epoch": 1, "loss": 0.5}])
        runs.finish(db, run, "done", {"version": "v"})
        kept = runs.get(db, run)
    assert (kept.step, kept.total, kept.message, kept.metrics, kept.curve) == (
        3,
        10,
        "going",
        {"loss": 0.5},
        [{"epoch": 1, "loss": 0.5}],
    )
    assert (kept.status, kept.result, kept.recipe) == ("done", {"version": "v"}, {"seed": 1})
