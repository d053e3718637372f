"""The vectors that a preset stands on, made in the workspace when they are not there yet."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.encoding import OWN_VECTORS, VECTORS
from engine.errors import BadInput, NotFound
from engine.importing import check_file_name
from engine.presets import PRESETS
from engine.workspace import Workspace

PARTS: dict[str, Any] = {"model": str, "weight": int | float, "name": str}


def composed(workspace: Workspace, recipe: dict[str, Any]) -> dict[str, Any]:
    """The recipe with the input that its part `compose` asks for: {"model", "weight", "name"}.

    `model` is a transformer beside the shipped vectors; the two are fused with these weights as “vectors:NAME” of the
    workspace. A recipe that names another input than the shipped vectors keeps it, and where the preset's own model
    cannot be had, as without the transformer extra, the shipped vectors alone are the input. A model that a person
    names is not done without: raises NotFound or BadInput.
    """
    if not asks(recipe):
        return recipe
    asked = checked(recipe["compose"])
    folder, own = workspace.folder / "vectors", not done_without(recipe)
    part = named(asked["model"])
    check_file_name(asked["name"])
    if part == asked["name"]:
        raise BadInput(f"compose.name {part} is the model's own name in the workspace; choose another compose.name.")
    try:
        _add(folder / f"{part}.json", asked["model"], own)
    except (BadInput, NotFound):
        if own:
            raise
        return recipe
    return {**recipe, "input": _fused(folder, OWN_VECTORS + part, asked)}


def checked(compose: Any) -> dict[str, Any]:
    """What is to be composed; BadInput where it does not say of what, how weighted and under which name."""
    if isinstance(compose, Mapping) and all(isinstance(compose.get(key), kind) for key, kind in PARTS.items()):
        return dict(compose)
    example = json.dumps(PRESETS["best"]["compose"])
    raise BadInput(f"compose must say model, weight and name, such as {example}, not {compose!r}.")


def named(model: str) -> str:
    """What the workspace calls a model by its folder, its package or the name behind its organisation's."""
    name = re.sub("[^A-Za-z0-9_-]+", "-", Path(model).name)[:40].strip("-")
    if not name:
        raise BadInput(f"The model “{model}” has no name in plain letters or digits; rename its folder.")
    return name


def asks(recipe: Mapping[str, Any]) -> bool:
    """Whether an input is to be composed: the recipe says of what, and names no input but the shipped vectors."""
    return bool(recipe.get("compose")) and recipe.get("input", VECTORS) == VECTORS


def done_without(recipe: Mapping[str, Any]) -> bool:
    """Whether the model to compose with is the preset's own, and not one that a person names."""
    return bool(recipe["compose"]["model"] == PRESETS.get(recipe.get("preset", ""), {}).get("compose", {}).get("model"))


def _add(path: Path, model: str, own: bool) -> None:
    """The model's vectors at `path`, where they are not there yet; raises NotFound or BadInput where it cannot be."""
    from engine.vectors import load_vectors
    from engine.vectors.transformer_file import TransformerFile, add_model
    from engine.vectors.transformer_model import folder_of

    if not path.is_file():
        add_model(path, model, precision="auto")
    elif own and TransformerFile.load(path).folder != folder_of(model, Path.cwd()):
        raise BadInput(f"{path} holds another model than {model}; remove that file, or name the input yourself.")
    load_vectors(path)


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
