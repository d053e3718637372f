"""How far a run is, written to its row now and then."""

from __future__ import annotations

import threading
import time
from contextlib import suppress

from engine.errors import Unavailable
from engine.events import Progress
from engine.workspace import Workspace
from store import runs

WRITE_SECONDS = 0.25


class ProgressRow:
    """The progress of a run as its row has it: the newest is written at once where the last one was a while ago, else
    with the next, or by the heart where none comes."""

    def __init__(self, workspace: Workspace, run: int) -> None:
        self._workspace, self._run = workspace, run
        self._curve, self._lock = list[dict[str, float]](), threading.Lock()
        self._latest = self._last_written = Progress(0, 0)
        self._written = 0.0

    def take(self, event: Progress) -> None:
        """Takes the newest progress."""
        self._latest = event
        if event.curve:
            self._curve.append(event.curve)
        if time.monotonic() - self._written > WRITE_SECONDS:
            self.write()

    def write(self) -> None:
        """Writes the newest progress, where it is not written yet."""
        # A lock that lasts must not end the work, nor stop it: an import writes for long, in one transaction.
        with self._lock, suppress(Unavailable):
            latest, self._written = self._latest, time.monotonic()
            if latest is not self._last_written:
                with self._workspace.writing(wait=WRITE_SECONDS) as db:
                    runs.progress(db, self._run, latest.step, latest.total, latest.message, latest.metrics, self._curve)
                self._last_written = latest
