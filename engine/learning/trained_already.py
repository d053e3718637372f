"""Whether a training has been done: a version of the same recipe, on top of the same input, from the same names."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from engine.errors import NomenclatorError
from engine.learning.input_vectors import composes_input
from engine.learning.recipe import Recipe
from engine.learning.selection_report import drawn_for
from engine.models.open import OWN_VECTORS, encoder_sha256
from engine.workspace import Workspace
from store import models
from store.records.training import ModelVersion

FOUND_OUT = ("input", "input_sha256")  # while it trains


def version_of(workspace: Workspace, recipe: Recipe) -> ModelVersion | None:
    """The newest version that a complete recipe would make again from the names it draws now; None for none."""
    settings, inputs = recipe.to_dict(), {recipe.input}
    if composes_input(recipe):
        inputs.add(OWN_VECTORS + str(recipe.compose["name"]))
    with workspace.reading() as db:
        newest_first = models.all_models(db)[::-1]
    alike = [one for one in newest_first if one.recipe["input"] in inputs and _same(one.recipe, settings)]
    with suppress(NomenclatorError):  # an input that is gone, or names that cannot be drawn
        for made in alike:
            same_input = encoder_sha256(workspace, made.recipe["input"]) == made.recipe.get("input_sha256")
            if same_input and drawn_for(workspace, recipe).fingerprint == made.data_fingerprint:
                return made
    return None


def _same(made: Mapping[str, Any], settings: Mapping[str, Any]) -> bool:
    """Whether a version was made by these settings; a precision that was left open is what it came to there."""
    if settings["optimiser"]["precision"] == "auto":
        precision = made.get("optimiser", {}).get("precision")
        settings = {**settings, "optimiser": {**settings["optimiser"], "precision": precision}}
    return {**made, **dict.fromkeys(FOUND_OUT)} == {**settings, **dict.fromkeys(FOUND_OUT)}
