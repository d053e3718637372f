"""The child process of one run: `python -m engine.jobs.worker FOLDER RUN`. It writes, the window only reads."""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from engine.errors import Cancelled, LostRun, NomenclatorError
from engine.errors.log import in_one_sentence, log_path, note
from engine.events import Event, Finished, Progress
from engine.jobs.job import Job
from engine.jobs.kinds import KINDS, follow_up
from engine.jobs.process import interrupt_on_signals, process_identity
from engine.jobs.progress_row import ProgressRow
from engine.workspace import Workspace
from store import runs
from store.files import PRIVATE_FILE, private_umask
from store.records.training import CANCELLED, COMPLETED, FAILED, INTERRUPTED, JobRun

BEAT_SECONDS = 1.0
GIVE_WAY = 5  # the child yields the processor to the window
DETACHED_PROCESS, NEW_PROCESS_GROUP, BELOW_NORMAL_PRIORITY = 0x0008, 0x0200, 0x4000  # as Windows calls them
ROOT = Path(__file__).resolve().parents[2]
_children: list[subprocess.Popen[bytes]] = []  # kept so that ended ones are reaped


def spawn(workspace: Workspace, run: int) -> None:
    """Start the run in a child process of its own session, so that it outlives the window."""
    _children[:] = [child for child in _children if child.poll() is None]
    detached: dict[str, Any] = (
        {"creationflags": DETACHED_PROCESS | NEW_PROCESS_GROUP | BELOW_NORMAL_PRIORITY}
        if sys.platform == "win32"
        else {"start_new_session": True}
    )
    with open(log_path(workspace.folder), "ab", opener=partial(os.open, mode=PRIVATE_FILE)) as log:
        _children.append(
            subprocess.Popen(
                command_of(workspace, run),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **detached,
            )
        )


def command_of(workspace: Workspace, run: int) -> list[str]:
    """What starts the child process of a run."""
    return [sys.executable, "-m", "engine.jobs.worker", str(workspace.folder), str(run)]


def checkpoint_path(workspace: Workspace, run: int) -> Path:
    """Where a run keeps what it can be resumed from."""
    return workspace.folder / "runs" / f"{run}.checkpoint"


def execute(workspace: Workspace, number: int, watch: Callable[[Progress], None] | None = None) -> JobRun:
    """Do the run in this process, keeping its row true at every moment, then what follows of itself.

    The run has one owner. Whoever loses it, because it slept and another process took it over, writes nothing more.
    """
    owner = secrets.token_hex(16)
    with workspace.writing() as db:
        claimed = runs.start(db, number, owner, os.getpid(), process_identity(os.getpid()))
        run = runs.get(db, number)
    assert run is not None
    if not claimed:
        return run
    mine = workspace.owned(number, owner)
    try:
        with private_umask():
            follower = _carry_out(Job(mine, number, run.recipe, checkpoint_path(workspace, number)), run.kind, watch)
    except LostRun:
        follower = None
    if follower is not None:
        execute(workspace, follower, watch)
    with workspace.reading() as db:
        finished = runs.get(db, number)
    assert finished is not None
    return finished


def _carry_out(job: Job, kind: str, watch: Callable[[Progress], None] | None) -> int | None:
    """Do the work and close its row; the number of the run that follows, None where none does."""
    status, error, result, follow = INTERRUPTED, "", None, None
    try:
        progress = ProgressRow(job.workspace, job.run)
        with _heart(job.workspace, job.run, progress) as stop:
            result = _drain(job, KINDS[kind](job), stop, progress, watch)
        follow = follow_up(kind, job, result)
        status = COMPLETED
    except LostRun:
        raise
    except Cancelled:
        status = CANCELLED
    except Exception as problem:
        status, error = FAILED, str(in_one_sentence(problem, job.workspace.folder))
    finally:
        if not isinstance(sys.exception(), LostRun):
            with job.workspace.writing() as db:
                runs.finish(db, job.run, status, result, error)
                follower = runs.add(db, *follow) if follow else None
            if status == COMPLETED:
                job.checkpoint.unlink(missing_ok=True)
    return follower


def _drain(
    job: Job,
    events: Iterator[Event],
    stop: threading.Event,
    progress: ProgressRow,
    watch: Callable[[Progress], None] | None,
) -> dict[str, Any]:
    with contextlib.closing(events):  # type: ignore[type-var]
        for event in events:
            if isinstance(event, Finished):  # all of it is there, also where somebody cancels at this moment
                progress.write()
                return event.result
            if stop.is_set():
                with job.workspace.writing():  # LostRun where that is why
                    raise Cancelled("Cancelled.")
            if watch:
                watch(event)
            progress.take(event)
    raise NomenclatorError("The work ended without a result; start it again.")


@contextlib.contextmanager
def _heart(workspace: Workspace, run: int, progress: ProgressRow) -> Iterator[threading.Event]:
    """A thread that says each second that this process lives, writes what progress waits, and hears when it is to stop:
    asked, or no owner."""
    stop, stopped = threading.Event(), threading.Event()

    def beat() -> None:
        while not stopped.wait(BEAT_SECONDS):
            try:
                with workspace.writing() as db:
                    if runs.beat(db, run):
                        stop.set()
                progress.write()
            except LostRun:
                stop.set()
            except (NomenclatorError, OSError) as problem:  # a lock or a full disk: the next beat may get through
                note(workspace.folder, f"run {run}: {problem}")

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield stop
    finally:
        stopped.set()
        thread.join()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(GIVE_WAY)
    interrupt_on_signals()
    with suppress(KeyboardInterrupt):
        execute(Workspace(sys.argv[1], create=False), int(sys.argv[2]))
