"""The child process of one run: `python -m engine.worker FOLDER RUN`. It writes, the window only reads."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.errors import Cancelled, NomenclatorError
from engine.events import Event, Finished, Progress
from engine.work import WORK, Job, follow_up
from engine.workspace import Workspace
from store import runs
from store.records.training import CANCELLED, DONE, FAILED, INTERRUPTED, TrainingRun

WRITE_SECONDS = 0.25
BEAT_SECONDS = 1.0
GIVE_WAY = 5  # the child yields the processor to the window
DETACHED_PROCESS, NEW_PROCESS_GROUP, BELOW_NORMAL_PRIORITY = 0x0008, 0x0200, 0x4000  # as Windows calls them
ROOT = Path(__file__).resolve().parents[1]
_children: list[subprocess.Popen[bytes]] = []  # kept so that ended ones are reaped


def spawn(workspace: Workspace, run: int) -> None:
    """Start the run in a child process of its own session, so that it outlives the window."""
    _children[:] = [child for child in _children if child.poll() is None]
    detached: dict[str, Any] = (
        {"creationflags": DETACHED_PROCESS | NEW_PROCESS_GROUP | BELOW_NORMAL_PRIORITY}
        if sys.platform == "win32"
        else {"start_new_session": True}
    )
    with open(log_path(workspace, run), "ab") as log:
        _children.append(
            subprocess.Popen(
                [sys.executable, "-m", "engine.worker", str(workspace.folder), str(run)],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **detached,
            )
        )


def log_path(workspace: Workspace, run: int) -> Path:
    """Where a run's unexpected troubles are written."""
    return workspace.folder / "runs" / f"{run}.log"


def checkpoint_path(workspace: Workspace, run: int) -> Path:
    """Where a run keeps what it can be resumed from."""
    return workspace.folder / "runs" / f"{run}.checkpoint"


def execute(workspace: Workspace, number: int, watch: Callable[[Progress], None] | None = None) -> TrainingRun:
    """Do the run in this process, keeping its row true at every moment, then what follows of itself."""
    with workspace.writing() as db:
        claimed = runs.start(db, number, os.getpid())
        run = runs.get(db, number)
    assert run is not None
    if not claimed:
        return run
    job = Job(workspace, number, run.recipe, checkpoint_path(workspace, number))
    status, result, error = INTERRUPTED, {}, ""
    try:
        with _heart(workspace, number) as cancelled:
            result = _drain(job, WORK[run.kind](job), cancelled, watch)
        status = DONE
    except Cancelled:
        status = CANCELLED
    except NomenclatorError as problem:
        status, error = FAILED, str(problem)
    except Exception as problem:
        status = FAILED
        what = f"{type(problem).__name__}: {problem}"
        error = f"Something unexpected happened ({what}); details are in {log_path(workspace, number)}."
        traceback.print_exc()
    finally:
        with workspace.writing() as db:
            runs.finish(db, number, status, result, error)
            follow = follow_up(run.kind, result) if status == DONE else None
            follower = runs.add(db, *follow) if follow else None
            finished = runs.get(db, number)
        if status in (DONE, CANCELLED):
            job.checkpoint.unlink(missing_ok=True)
    if follower is not None:
        execute(workspace, follower, watch)
    assert finished is not None
    return finished


def _drain(
    job: Job, events: Iterator[Event], cancelled: threading.Event, watch: Callable[[Progress], None] | None
) -> dict[str, Any]:
    curve: list[dict[str, float]] = []
    latest, written = Progress(0, 0), 0.0

    def write() -> None:
        with job.workspace.writing() as db:
            runs.progress(db, job.run, latest.step, latest.total, latest.message, latest.metrics, curve)

    with contextlib.closing(events):  # type: ignore[type-var]
        for event in events:
            if cancelled.is_set():
                raise Cancelled("Cancelled.")
            if isinstance(event, Finished):
                write()
                return event.result
            latest = event
            if event.curve:
                curve.append(event.curve)
            if watch:
                watch(event)
            if time.monotonic() - written > WRITE_SECONDS:
                write()
                written = time.monotonic()
    raise NomenclatorError("The work ended without a result; start it again.")


@contextlib.contextmanager
def _heart(workspace: Workspace, run: int) -> Iterator[threading.Event]:
    """A thread that says each second that this process lives, and hears when it is asked to stop."""
    cancelled, stopped = threading.Event(), threading.Event()

    def beat() -> None:
        while not stopped.wait(BEAT_SECONDS):
            with workspace.writing() as db:
                if runs.beat(db, run):
                    cancelled.set()

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield cancelled
    finally:
        stopped.set()
        thread.join()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(GIVE_WAY)
    execute(Workspace(sys.argv[1], create=False), int(sys.argv[2]))
