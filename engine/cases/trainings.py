"""Trainings and other long work, from recipe to run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engine.cases.base import Cases
from engine.encoding import VECTORS, open_encoder
from engine.errors import BadInput, NotFound
from engine.fitting import complete, with_whole_paths
from engine.hierarchy import Classes
from engine.needs import Needs, needs
from engine.selection import classes_for
from engine.selection.report import Report, drawn_for, report, versions_of
from engine.selection.source import EVERY
from engine.time_left import with_time_left
from engine.versions import learned_from
from store import runs
from store.records.training import TrainingRun

if TYPE_CHECKING:
    from engine.settings import Field


class TrainingCases(Cases):
    """Start, follow, cancel and resume."""

    def presets(self) -> dict[str, dict[str, Any]]:
        """Recipes to start from, by name."""
        from engine.presets import PRESETS

        return PRESETS

    def about_presets(self) -> dict[str, str]:
        """What each preset is for, how long it takes and what it needs, in a sentence or two."""
        from engine.presets import ABOUT

        return ABOUT

    def settings_fields(self, recipe: dict[str, Any]) -> list[Field]:
        """The lines of a form for this recipe's settings."""
        from engine.recipe import Recipe

        return Recipe.from_dict(recipe).fields()

    def part_titles(self, recipe: dict[str, Any]) -> dict[str, str]:
        """Path of each part of the recipe that has settings -> what it is called, such as `objectives.0` -> triplet."""
        from engine.recipe import Recipe

        parts = Recipe.from_dict(recipe)
        titles = {"data": parts.data.title, "front": parts.front.title, "encoder": parts.encoder.title}
        titles |= {f"objectives.{place}": one.title for place, one in enumerate(parts.objectives)}
        return titles | {"sampler": parts.sampler.title, "optimiser": parts.optimiser.title}

    def needs(self, recipe: dict[str, Any]) -> Needs:
        """What the recipe can learn from, and what stands in its way here."""
        return needs(self.workspace, {**recipe, "input": self._id(recipe.get("input", VECTORS))})

    def selection(self, recipe: dict[str, Any]) -> Report:
        """What the recipe would learn from: names of each split, classes with their names, what is left out and why.

        Reading a terminology takes a second or more; `selection_key` tells when the answer is still the same.
        """
        return report(self.workspace, {**recipe, "input": self._id(recipe.get("input", VECTORS))})

    def selection_key(self, recipe: dict[str, Any]) -> str:
        """What decides `selection`, as one text; empty where it has to be asked anew, as for labels or files."""
        found = self.needs(recipe)
        if recipe.get("labels") or not found.terminology:
            return ""
        sampler = recipe.get("sampler", {}) if found.labels else {}
        asked = [recipe.get(part) for part in ("terminology", "data", "seed")]
        below = None if found.labels else recipe.get("input")
        return json.dumps([versions_of(self.workspace, recipe), asked, sampler, below])

    def classes(self, recipe: dict[str, Any]) -> Classes:
        """The classes a recipe with "terminology" or "labels" would learn from."""
        return classes_for(self.workspace, recipe)

    def queue_training(self, recipe: dict[str, Any], title: str = "") -> int:
        """A run that trains the recipe, defaults filled in; BadInput or NotFound when it could not be trained."""
        recipe = with_whole_paths(complete({**recipe, "input": self._id(recipe.get("input", VECTORS))}))
        open_encoder(self.workspace, recipe["input"])
        if problem := needs(self.workspace, recipe).problem:
            raise BadInput(problem)
        drawn_for(self.workspace, recipe)
        return self.queue("train", title or titled(recipe), recipe)

    def train(self, recipe: dict[str, Any], title: str = "") -> int:
        """Start a training in a child process; the number of the run."""
        return self._spawned(self.queue_training(recipe, title))

    def runs(self, limit: int = 20, kind: str | None = None) -> list[TrainingRun]:
        """The newest runs; those whose process fell silent are marked interrupted first."""
        self._mark_interrupted()
        with self.workspace.reading() as db:
            return [with_time_left(run) for run in runs.newest(db, limit, kind)]

    def run(self, number: int) -> TrainingRun:
        """One run; NotFound when there is none with this number."""
        self._mark_interrupted()
        with self.workspace.reading() as db:
            run = runs.get(db, number)
        if run is None:
            raise NotFound(f"There is no run {number} in this workspace.")
        return with_time_left(run)

    def cancel(self, number: int) -> None:
        """Ask a run to stop; it does within a second or two."""
        with self.workspace.writing() as db:
            runs.request_cancel(db, number)

    def resume(self, number: int) -> int:
        """Take up an interrupted run from its checkpoint, in a child process."""
        return self._spawned(self.reopen(number))

    def reopen(self, number: int) -> int:
        """Make an interrupted run ready to be taken up."""
        self.run(number)
        with self.workspace.writing() as db:
            if not runs.reopen(db, number):
                raise BadInput(f"Run {number} cannot be resumed; only interrupted, failed or cancelled runs can.")
        return number


def titled(recipe: dict[str, Any]) -> str:
    """What a run of this recipe is called: 'bne on hpo, onto vectors', 'few-shot on hpo, 15 a class, onto vectors'."""
    source = "all terminologies" if recipe.get("terminology") == EVERY else learned_from(recipe)
    shots = recipe["sampler"].get("shots")
    parts = [f"{recipe['preset']} on {source}", f"{shots} a class" if shots else "", f"onto {recipe['input']}"]
    return ", ".join(part for part in parts if part)
