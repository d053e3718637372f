"""What changed since a mapping project's suggestions were made: the lines whose first suggestion is another one now."""

from __future__ import annotations

from engine.terminology.lookup import all_terminologies
from engine.workbench.jobs import Jobs
from engine.workbench.mapping.mapping_projects import MappingProjects
from engine.workspace import Workspace
from store import runs
from store.records.mapping import encoders_joined
from store.records.training import JobRun

KIND = "remap"


class MappingChanges:
    """Suggests for mapping projects again without keeping it, and lists what is suggested otherwise."""

    def __init__(self, workspace: Workspace, projects: MappingProjects, jobs: Jobs) -> None:
        self._workspace = workspace
        self._projects = projects
        self._jobs = jobs

    def outdated(self, number: int) -> list[str]:
        """The titles of those of a project's two terminologies that got a newer version after its suggestions."""
        one = self._projects.get(number)
        with self._workspace.reading() as db:
            run = runs.get(db, one.run)
            made = (run.started if run else "") or one.when
            both = [some for some in all_terminologies(self._workspace, db) if some.slug in (one.source, one.target)]
        return [some.title for some in both if (some.imported or "") > made]

    def queue(self, number: int) -> int:
        """The number of a queued run that compares, by the encoders that `suggest_again` takes; its result is that of
        `engine.ranking.mapping.suggested_otherwise.suggested_otherwise`."""
        one, joined = self._projects.get(number), encoders_joined(self._projects.encoders_of(number))
        recipe = {"project": one.id, "source": one.source, "target": one.target, "encoder": joined}
        recipe |= {"branch": one.branch, "since": one.when}
        return self._jobs.queue(KIND, f"What changed in {one.title}", recipe)

    def start(self, number: int) -> int:
        """Such a run in a child process; its number."""
        return self._jobs.spawn(self.queue(number))

    def run_of(self, number: int) -> JobRun | None:
        """The newest run that compared a project's suggestions, over or not; None before the first."""
        return self._jobs.newest_of(KIND, project=number)
