"""The papers' experiments on the workspace's terminologies: started as runs, and what they found."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput
from engine.terminology.lookup import find
from engine.workbench.jobs import Jobs
from engine.workspace import Workspace

if TYPE_CHECKING:
    from engine.experiments.descriptions import ExperimentDescription
    from engine.experiments.reading import FinishedExperiment

KIND = "experiment"


@dataclass(frozen=True)
class ExperimentKind:
    """An experiment that can be started: its title, the options that it reads, and what is said about it."""

    title: str
    options: frozenset[str]
    about: ExperimentDescription


class Experiments:
    """Starts experiments, and reads their tables and figures."""

    def __init__(self, workspace: Workspace, jobs: Jobs) -> None:
        self._workspace = workspace
        self._jobs = jobs

    def kinds(self) -> dict[str, ExperimentKind]:
        """Every experiment by name, in the order of the papers."""
        from engine.experiments import EXPERIMENTS, OF_ALL
        from engine.experiments.descriptions import DESCRIPTIONS
        from engine.experiments.pages.results_page import TITLES

        return {
            name: ExperimentKind(TITLES[name], EXPERIMENTS[name].options | OF_ALL, about)
            for name, about in DESCRIPTIONS.items()
        }

    def queue(self, recipe: Mapping[str, Any]) -> int:
        """The number of a queued run; `recipe` holds fields of ExperimentOptions, files as paths.

        BadInput or NotFound for what no experiment can be made of.
        """
        from engine.experiments import check
        from engine.experiments.options import ExperimentOptions

        options = ExperimentOptions.from_dict(recipe)
        check(options)
        kind = self.kinds()[options.name]
        for slug in options.terminologies:
            find(self._workspace, slug)
        if kind.about.pair and options.terminologies and len(options.terminologies) != len(kind.about.preferred):
            raise BadInput(f"{kind.title}: choose two terminologies, one to begin with and one to go on with.")
        for path in filter(None, (options.file, options.chapters, *options.relatedness)):
            if not path.is_file():
                raise BadInput(f"There is no file at {path}; check its path.")
        return self._jobs.queue(KIND, kind.title, dict(recipe))

    def start(self, recipe: Mapping[str, Any]) -> int:
        """Such a run in a child process; its number. It goes on from what earlier ones have measured."""
        return self._jobs.spawn(self.queue(recipe))

    def results(self, run: int) -> FinishedExperiment:
        """The tables and figures of a run that is done; NotFound before that, or where its files are gone."""
        from engine.experiments.reading import read_experiment

        recipe = self._jobs.run(run).recipe
        return read_experiment(self._workspace.folder / "experiments" / str(run), str(recipe.get("name", "")))

    def archive(self, run: int) -> bytes:
        """All files of a finished run, its tables as Markdown and JSON and its plots as pages, as a zip."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, path in self.results(run).files.items():
                archive.write(path, name)
        return packed.getvalue()
