"""Trainings and other long work, from recipe to run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cases.base import Cases
from engine.encoding import VECTORS, open_encoder
from engine.errors import BadInput, NotFound
from engine.fitting import complete
from engine.hierarchy import Classes
from engine.selection import classes_for, select
from store import runs
from store.records import TrainingRun

if TYPE_CHECKING:
    from engine.settings import Field


class TrainingCases(Cases):
    """Start, follow, cancel and resume."""

    def presets(self) -> dict[str, dict[str, Any]]:
        """Recipes to start from, by name."""
        from engine.presets import PRESETS

        return PRESETS

    def settings_fields(self, recipe: dict[str, Any]) -> list[Field]:
        """The lines of a form for this recipe's settings."""
        from engine.recipe import Recipe

        return Recipe.from_dict(recipe).fields()

    def classes(self, recipe: dict[str, Any]) -> Classes:
        """The classes a recipe with "terminology" or "labels" would learn from."""
        return classes_for(self.workspace, recipe)

    def queue_training(self, recipe: dict[str, Any], title: str = "") -> int:
        """A run that trains the recipe, defaults filled in; BadInput or NotFound when it could not be trained."""
        recipe = complete({**recipe, "input": self._id(recipe.get("input", VECTORS))})
        open_encoder(self.workspace, recipe["input"])
        select(self.workspace, recipe)
        source = recipe.get("terminology") or recipe["labels"]
        return self.queue(
            "train",
            title or f"{recipe['preset']} on {source}, {recipe['sampler']['shots']} a class, onto {recipe['input']}",
            recipe,
        )

    def train(self, recipe: dict[str, Any], title: str = "") -> int:
        """Start a training in a child process; the number of the run."""
        return self._spawned(self.queue_training(recipe, title))

    def runs(self, limit: int = 20, kind: str | None = None) -> list[TrainingRun]:
        """The newest runs; those whose process fell silent are marked interrupted first."""
        self._mark_interrupted()
        with self.workspace.reading() as db:
            return runs.newest(db, limit, kind)

    def run(self, number: int) -> TrainingRun:
        """One run; NotFound when there is none with this number."""
        self._mark_interrupted()
        with self.workspace.reading() as db:
            run = runs.get(db, number)
        if run is None:
            raise NotFound(f"There is no run {number} in this workspace.")
        return run

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
