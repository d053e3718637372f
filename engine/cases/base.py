"""What every use case stands on: the workspace, its ranker and its runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine import worker
from engine.encoding import VECTORS
from engine.ranking import Ranker
from engine.workspace import Workspace
from store import models, runs
from store.records.training import UNFINISHED, TrainingRun


class Cases:
    """One workspace, open; safe to share by threads."""

    def __init__(self, folder: Path | str | None = None, create: bool = True) -> None:
        self.workspace = Workspace(folder, create)
        self.ranker = Ranker(self.workspace)

    def queue(self, kind: str, title: str, recipe: dict[str, Any]) -> int:
        """A new run that waits for a process."""
        with self.workspace.writing() as db:
            return runs.add(db, kind, title, recipe)

    def _spawned(self, number: int) -> int:
        worker.spawn(self.workspace, number)
        return number

    def _id(self, encoder: str) -> str:
        """The encoder that “current” stands for; any other id as it is."""
        if encoder != "current":
            return encoder
        with self.workspace.reading() as db:
            history = models.current_history(db)
        return history[0].model if history else VECTORS

    def _running(self, kind: str) -> list[TrainingRun]:
        self._mark_interrupted()
        with self.workspace.reading() as db:
            return [run for run in runs.newest(db, 5, kind) if run.status in UNFINISHED]

    def _mark_interrupted(self) -> None:
        with self.workspace.reading() as db:
            silent = runs.silent(db)
        if silent:
            with self.workspace.writing() as db:
                runs.mark_interrupted(db)
