"""What changed since a mapping project's suggestions were made: the lines whose first suggestion is another one now."""

from __future__ import annotations

from engine.workbench.jobs import Jobs
from engine.workbench.mapping_projects import MappingProjects
from store.records.training import TrainingRun

KIND = "remap"


class MappingChanges:
    """Suggests for mapping projects again without keeping it, and lists what is suggested otherwise."""

    def __init__(self, projects: MappingProjects, jobs: Jobs) -> None:
        self._projects = projects
        self._jobs = jobs

    def queue(self, number: int) -> int:
        """The number of a queued run that compares; its result is that of
        `engine.ranking.mapping.suggested_otherwise.suggested_otherwise`."""
        one = self._projects.get(number)
        recipe = {"project": one.id, "source": one.source, "target": one.target, "encoder": one.encoder}
        return self._jobs.queue(KIND, f"What changed in {one.title}", recipe)

    def start(self, number: int) -> int:
        """Such a run in a child process; its number."""
        return self._jobs.spawn(self.queue(number))

    def run_of(self, number: int) -> TrainingRun | None:
        """The newest run that compared a project's suggestions, over or not; None before the first."""
        return self._jobs.newest_of(KIND, project=number)
