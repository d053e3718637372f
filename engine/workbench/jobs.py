"""The long work of a workspace: runs queued, started in child processes, followed, cancelled and resumed."""

from __future__ import annotations

from typing import Any

from engine.errors import BadInput, NotFound
from engine.jobs import worker
from engine.jobs.eta import with_time_left
from engine.jobs.process import has_ended
from engine.workspace import Workspace
from store import runs
from store.records.training import JobRun
from store.runs import Claim


class Jobs:
    """Queues runs and starts their processes; every other service hands its long work to this one."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def queue(self, kind: str, title: str, recipe: dict[str, Any]) -> int:
        """The number of a new run that waits for a process; `kind` is one of `engine.jobs.kinds`."""
        with self._workspace.writing() as db:
            return runs.add(db, kind, title, recipe)

    def start(self, kind: str, title: str, recipe: dict[str, Any]) -> int:
        """A new run in a child process; its number."""
        return self.spawn(self.queue(kind, title, recipe))

    def start_one(self, kind: str, title: str, recipe: dict[str, Any]) -> int:
        """The run of a kind that goes on, or else a new one in a child process; its number. Of several who ask at once
        one starts it."""
        self.mark_interrupted()
        with self._workspace.writing() as db:
            going = runs.going_on(db, kind)
            number = going[-1].id if going else runs.add(db, kind, title, recipe)
        return number if going else self.spawn(number)

    def spawn(self, number: int) -> int:
        """Starts the child process of a queued run; the run's number."""
        worker.spawn(self._workspace, number)
        return number

    def runs(self, limit: int = 20, kind: str | None = None) -> list[JobRun]:
        """The newest runs; those whose process fell silent are marked interrupted first."""
        self.mark_interrupted()
        with self._workspace.reading() as db:
            return [with_time_left(run) for run in runs.newest(db, limit, kind)]

    def run(self, number: int) -> JobRun:
        """One run; NotFound when there is none with this number."""
        self.mark_interrupted()
        with self._workspace.reading() as db:
            run = runs.get(db, number)
        if run is None:
            raise NotFound(f"There is no run {number} in this workspace; “runs” lists those that are there.")
        return with_time_left(run)

    def newest_of(self, kind: str, /, **recipe: Any) -> JobRun | None:
        """The newest run of a kind, over or not, whose recipe has these values, None for a field that it has not; None
        before the first."""
        self.mark_interrupted()
        with self._workspace.reading() as db:
            run = runs.newest_of(db, kind, recipe)
        return with_time_left(run) if run else None

    def running(self, kind: str) -> list[JobRun]:
        """The unfinished runs of a kind, newest first."""
        self.mark_interrupted()
        with self._workspace.reading() as db:
            return runs.going_on(db, kind)[::-1]

    def cancel(self, number: int) -> None:
        """Requests that a run stops; it does within a second or two."""
        with self._workspace.writing() as db:
            runs.request_cancel(db, number)

    def resume(self, number: int) -> int:
        """Takes up an interrupted, failed or cancelled run from its checkpoint, in a child process; its number."""
        return self.spawn(self.reopen(number))

    def reopen(self, number: int) -> int:
        """Makes such a run ready to be taken up; its number. BadInput when it is of another status."""
        self.run(number)
        with self._workspace.writing() as db:
            if not runs.reopen(db, number):
                raise BadInput(f"Run {number} cannot be resumed; only interrupted, failed or cancelled runs can.")
        return number

    def mark_interrupted(self) -> None:
        """Marks the runs as interrupted whose process is gone, or silent where nobody can know that."""
        gone = self._gone()
        if gone and not self._workspace.obstacle:
            with self._workspace.writing() as db:
                for claim in gone:
                    runs.interrupt(db, claim)

    def gone(self) -> set[int]:
        """The numbers of the runs that `mark_interrupted` would mark; nothing is written."""
        return {claim.run for claim in self._gone()}

    def _gone(self) -> list[Claim]:
        with self._workspace.reading() as db:
            return [claim for claim in runs.unfinished(db) if _is_gone(claim)]


def _is_gone(claim: runs.Claim) -> bool:
    """Whether nobody works on a run any more: by its process, and by the clock only where that says nothing."""
    known = has_ended(claim.pid, claim.process) if claim.process else None
    return claim.silent > runs.SILENT_SECONDS if known is None else known
