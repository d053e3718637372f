"""What changed since a file was answered: the lines that would now be answered otherwise."""

from __future__ import annotations

from engine.errors import BadInput
from engine.workbench.jobs import Jobs
from engine.workbench.normalisations.normalisation import Normalisations
from engine.workspace import Workspace
from store import runs
from store.records.training import JobRun

KIND = "recheck"


class AnswerChanges:
    """Answers files again, and lists the lines whose answer is another one now."""

    def __init__(self, workspace: Workspace, normalisations: Normalisations, jobs: Jobs) -> None:
        self._workspace = workspace
        self._normalisations = normalisations
        self._jobs = jobs

    def queue(self, number: int) -> int:
        """The number of a queued run that compares; its result is that of
        `engine.normalisation.answered_otherwise.answered_otherwise`. BadInput where the file is gone."""
        made, ran = self._normalisations.get(number), self._normalisations.run_of(number)
        with self._workspace.reading() as db:
            run = runs.get(db, ran) if ran else None
        if run is None or not self._normalisations.has_source(number):
            raise BadInput(f"{made.file} is gone or has changed since it was answered; put it back, or load it again.")
        recipe = {"normalisation": number, "asked": run.recipe}
        return self._jobs.queue(KIND, f"What changed in {made.file}", recipe)

    def start(self, number: int) -> int:
        """Such a run in a child process; its number."""
        return self._jobs.spawn(self.queue(number))

    def run_of(self, number: int) -> JobRun | None:
        """The newest run that compared a file's answers, over or not; None before the first."""
        return self._jobs.newest_of(KIND, normalisation=number)
