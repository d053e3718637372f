"""Runs: claimed once, silent ones interrupted, resumed."""

import time
from pathlib import Path

from store import database, runs


def test_only_one_process_claims_a_run(path: Path) -> None:
    with database.writing(path) as db:
        run = runs.add(db, "train", "a", {"seed": 1})
        assert runs.start(db, run, "a", 1, "")
        assert not runs.start(db, run, "b", 2, "")


def test_a_run_is_interrupted_once_and_can_be_reopened_and_then_has_another_owner(path: Path) -> None:
    with database.writing(path) as db:
        run = runs.add(db, "train", "a", {})
        runs.start(db, run, "first", 1, "")
        db.table("runs").update(run, {"heartbeat": time.time() - 60})
        (claim,) = runs.unfinished(db)
        assert (claim.run, claim.owner, claim.pid) == (run, "first", 1) and 59 < claim.silent < 62
        assert runs.interrupt(db, claim) and not runs.interrupt(db, claim)
        assert runs.get(db, run).status == "interrupted" and runs.is_owner(db, run, "first")
        assert runs.reopen(db, run) and not runs.is_owner(db, run, "first")
        assert runs.start(db, run, "second", 2, "") and runs.is_owner(db, run, "second")
        assert not runs.interrupt(db, claim)  # what was found about the first is nothing about the second


def test_an_owner_thought_gone_that_nobody_replaced_goes_on(path: Path) -> None:
    with database.writing(path) as db:
        run = runs.add(db, "train", "a", {})
        runs.start(db, run, "first", 1, "")
        runs.interrupt(db, runs.unfinished(db)[0])
        runs.beat(db, run)
        assert runs.get(db, run).status == "running" and runs.get(db, run).error == ""


def test_cancelling_a_waiting_run_ends_it_and_a_running_one_is_asked(path: Path) -> None:
    with database.writing(path) as db:
        waiting, running = runs.add(db, "train", "a", {}), runs.add(db, "train", "b", {})
        runs.start(db, running, "a", 1, "")
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


def test_what_goes_on_is_found_however_many_ended_since(path: Path) -> None:
    with database.writing(path) as db:
        first = runs.add(db, "map", "a", {})
        other = runs.add(db, "train", "a", {})
        for _ in range(30):
            runs.request_cancel(db, runs.add(db, "map", "a", {}))
        assert [one.id for one in runs.going_on(db, "map")] == [first]
        assert [one.id for one in runs.going_on(db, "train")] == [other]
