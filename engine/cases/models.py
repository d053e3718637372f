"""Model versions: lineage, current, export and import."""

from __future__ import annotations

from pathlib import Path

from engine import versions
from engine.cases.base import Cases
from engine.encoding import find_model, open_encoder
from engine.errors import BadInput
from store import models
from store.records.training import CurrentModel, ModelVersion


class ModelCases(Cases):
    """Everything about versions."""

    def models(self) -> list[ModelVersion]:
        """Every model version, oldest first."""
        with self.workspace.reading() as db:
            return models.all_models(db)

    def model(self, id: str) -> ModelVersion:
        """One version."""
        return find_model(self.workspace, id)

    def lineage(self, id: str) -> list[ModelVersion]:
        """A version and what it was trained on top of, oldest first."""
        return versions.lineage(self.workspace, id)

    def current(self) -> CurrentModel | None:
        """The encoder that is current, with who made it so; None while it is the shipped vectors from the start."""
        return next(iter(self.current_history()), None)

    def current_history(self) -> list[CurrentModel]:
        """Who made what current, newest first."""
        with self.workspace.reading() as db:
            return models.current_history(db)

    def make_current(self, id: str, who: str, reason: str) -> None:
        """Make an encoder the current one: forward, or a roll back."""
        open_encoder(self.workspace, id)
        with self.workspace.writing() as db:
            models.make_current(db, id, who, reason)

    def rename(self, id: str, name: str) -> None:
        """Give a version another name; its id stays."""
        if not name.strip() or len(name) > 100:
            raise BadInput("A version's name has 1 to 100 characters.")
        find_model(self.workspace, id)
        with self.workspace.writing() as db:
            models.update(db, id, name=name.strip())

    def export_model(self, id: str, out: Path | None = None) -> Path:
        """A version with its parents as one .zip."""
        return versions.export(self.workspace, id, out)

    def import_model(self, path: Path) -> ModelVersion:
        """Take in an exported version."""
        return versions.take_in(self.workspace, path)

    def delete_model(self, id: str) -> None:
        """Delete a version that nothing builds on and that is not current."""
        versions.delete(self.workspace, id)
