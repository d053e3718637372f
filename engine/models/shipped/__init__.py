"""The encoder that ships: an exported version with its words, taken into a workspace like any other (README.md)."""

from __future__ import annotations

from pathlib import Path

from engine.models import archives
from engine.models.open import VECTORS
from engine.workspace import Workspace
from store import models
from store.records.training import ModelVersion

ARCHIVE = Path(__file__).with_name("encoder.zip")
WHO, WHY = "Nomenclator", "the encoder that ships"


def shipped_version(workspace: Workspace) -> ModelVersion | None:
    """The shipped encoder in this workspace; None where it has not been added, or was deleted."""
    shipped = archives.archived(ARCHIVE)
    with workspace.reading() as db:
        return next((model for model in models.all_models(db) if model.sha256 == shipped.sha256), None)


def add_shipped(workspace: Workspace) -> ModelVersion:
    """Take the shipped encoder into the workspace; the version that is here already where it is."""
    return shipped_version(workspace) or archives.take_in(workspace, ARCHIVE)


def begin_with_shipped(workspace: Workspace) -> str:
    """The id of the current encoder; in a workspace without versions, where none was ever made current, the shipped
    encoder is added and becomes it."""
    with workspace.reading() as db:
        history, known = models.current_history(db), models.all_models(db)
    if history:
        return history[0].model
    if known:
        return VECTORS
    model = add_shipped(workspace)
    with workspace.writing() as db:
        models.make_current(db, model.id, WHO, WHY)
    return model.id
