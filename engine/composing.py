"""The vectors that a preset stands on, made in the workspace when they are not there yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.encoding import OWN_VECTORS, VECTORS
from engine.errors import BadInput, NotFound
from engine.workspace import Workspace


def composed(workspace: Workspace, recipe: dict[str, Any]) -> dict[str, Any]:
    """The recipe with the input that its part `compose` asks for: {"model", "weight", "name"}.

    `model` is a transformer beside the shipped vectors; the two are fused with these weights as “vectors:NAME” of the
    workspace. A recipe that names another input than the shipped vectors keeps it, and so does every recipe where the
    transformer extra is not installed: the shipped vectors alone are the input then.
    """
    asked = recipe.get("compose")
    if not asked or recipe.get("input", VECTORS) != VECTORS:
        return recipe
    folder = workspace.folder / "vectors"
    try:
        part = _model(folder, asked["model"])
    except (BadInput, NotFound):
        return recipe
    return {**recipe, "input": _fused(folder, part, asked)}


def _model(folder: Path, model: str) -> str:
    """The id of the model's vectors; raises NotFound or BadInput where it cannot be had."""
    from engine.vectors import load_vectors
    from engine.vectors.transformer_file import add_model

    path = folder / f"{model}.json"
    if not path.is_file():
        add_model(path, model, precision="auto")
    load_vectors(path)
    return OWN_VECTORS + model


def _fused(folder: Path, part: str, asked: dict[str, Any]) -> str:
    from engine.vectors.fused_file import fuse, made_of

    path = folder / f"{asked['name']}.json"
    parts, weights = [VECTORS, part], [1.0, float(asked["weight"])]
    if not path.is_file():
        for _ in fuse(path, parts, weights):
            pass
    elif made_of(path) != (parts, weights):
        raise BadInput(
            f"{path} holds other vectors than {' and '.join(parts)} weighted {weights}; "
            "remove that file, or name the input yourself."
        )
    return OWN_VECTORS + str(asked["name"])
