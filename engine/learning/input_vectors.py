"""The vectors that a preset trains on top of, made in the workspace when they are not there yet."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import BadInput, NotFound
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.models.open import OWN_VECTORS, VECTORS
from engine.terminology.lookup import check_file_name
from engine.workspace import Workspace

PARTS: dict[str, Any] = {"model": str, "weight": int | float, "name": str}


def with_composed_input(workspace: Workspace, recipe: Recipe) -> Recipe:
    """The recipe on top of the input that its part `compose` names, {"model", "weight", "name"}, made where missing.

    `model` is a transformer beside the shipped vectors; the two are fused with these weights as “vectors:NAME” of the
    workspace. A recipe that names another input than the shipped vectors keeps it, and where the preset's own model
    cannot be had, as without the transformer extra, the shipped vectors alone are the input. A model that a person
    names is not done without: raises NotFound or BadInput.
    """
    if not composes_input(recipe):
        return recipe
    compose = checked_composition(recipe.compose)
    folder, own = workspace.folder / "vectors", not model_is_optional(recipe)
    part = name_of_model(compose["model"])
    check_file_name(compose["name"])
    if part == compose["name"]:
        raise BadInput(f"compose.name {part} is the model's own name in the workspace; choose another compose.name.")
    try:
        _add(folder / f"{part}.json", compose["model"], own)
    except (BadInput, NotFound):
        if own:
            raise
        return recipe
    return recipe.changed(input=_fused(folder, OWN_VECTORS + part, compose))


def checked_composition(compose: Any) -> dict[str, Any]:
    """What is to be composed; BadInput where it does not say of what, how weighted and under which name."""
    if isinstance(compose, Mapping) and all(isinstance(compose.get(key), kind) for key, kind in PARTS.items()):
        return dict(compose)
    example = json.dumps(PRESETS["best"]["compose"])
    raise BadInput(f"compose must say model, weight and name, such as {example}, not {compose!r}.")


def name_of_model(model: str) -> str:
    """What the workspace calls a model by its folder, its package or the name behind its organisation's."""
    name = re.sub("[^A-Za-z0-9_-]+", "-", Path(model).name)[:40].strip("-")
    if not name:
        raise BadInput(f"The model “{model}” has no name in plain letters or digits; rename its folder.")
    return name


def composes_input(recipe: Recipe) -> bool:
    """Whether an input is to be composed: the recipe says of what, and names no input but the shipped vectors."""
    return bool(recipe.compose) and recipe.input == VECTORS


def model_is_optional(recipe: Recipe) -> bool:
    """Whether the model to compose with is the preset's own, and not one that a person names."""
    own = PRESETS.get(recipe.preset, {}).get("compose", {}).get("model")
    return bool(checked_composition(recipe.compose)["model"] == own)


def _add(path: Path, model: str, own: bool) -> None:
    """The model's vectors at `path`, where they are not there yet; raises NotFound or BadInput where it cannot be."""
    from engine.vectors import load_vectors
    from engine.vectors.transformer_file import TransformerFile, add_model
    from engine.vectors.transformer_model import folder_of

    if not path.is_file():
        add_model(path, model, precision="auto", fetch=own)  # nobody named the preset's
    elif own and TransformerFile.load(path).folder != folder_of(model, Path.cwd()):
        raise BadInput(f"{path} holds another model than {model}; remove that file, or name the input yourself.")
    load_vectors(path)


def _fused(folder: Path, part: str, compose: dict[str, Any]) -> str:
    from engine.vectors.fused_file import fuse, made_of

    path = folder / f"{compose['name']}.json"
    parts, weights = [VECTORS, part], [1.0, float(compose["weight"])]
    if not path.is_file():
        for _ in fuse(path, parts, weights):
            pass
    elif made_of(path) != (parts, weights):
        raise BadInput(
            f"{path} holds other vectors than {' and '.join(parts)} weighted {weights}; "
            "remove that file, or name the input yourself."
        )
    return OWN_VECTORS + str(compose["name"])
