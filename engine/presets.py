"""Recipes to start from, named for what they are for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.errors import BadInput
from engine.recipe import Recipe

PRESETS: dict[str, dict[str, Any]] = {
    "few-shot": {
        "preset": "few-shot",
        "data": {"name": "top-classes"},
        "front": {"name": "centre"},
        "encoder": {"name": "residual-dan", "hidden": 9_600, "dropout": 0.5},
        "objectives": [
            {"name": "triplet", "weight": 1.0, "margin": 0.1, "hinge": "batch"},
            {"name": "halfway", "weight": 1.0, "share": 0.25},
        ],
        "sampler": {
            "name": "few-shot",
            "shots": 15,
            "most_classes": 21,
            "negatives": "inverse distance",
            "nearest": 0,
        },
        "optimiser": {
            "learning_rate": 1e-3,
            "batch": 16,
            "watch": "loss",
            "patience": 10,
            "most_epochs": 200,
            "clip": 0.0,
            "precision": "auto",
        },
        "seed": 0,
    },
}


def recipe_from(preset: str, changes: Sequence[str] = (), shots: int | None = None, seed: int = 0) -> dict[str, Any]:
    """A preset's recipe with settings changed, each change as “path=value”, such as “encoder.hidden=4800”."""
    if preset not in PRESETS:
        raise BadInput(f"There is no preset “{preset}”; choose one of {', '.join(PRESETS)}.")
    recipe = Recipe.from_dict(PRESETS[preset]).to_dict() | {"seed": seed}
    if shots is not None:
        recipe["sampler"]["shots"] = shots
    for change in changes:
        path, _, value = change.partition("=")
        part: Any = recipe
        *above, last = path.split(".")
        try:
            for key in above:
                part = part[int(key)] if isinstance(part, list) else part[key]
            part[last]  # a setting that the recipe does not have is a misspelling
        except (KeyError, IndexError, ValueError, TypeError):
            raise BadInput(
                f"“{path}” is no setting of the preset {preset}; an example is encoder.hidden=4800."
            ) from None
        try:
            part[last] = json.loads(value)
        except json.JSONDecodeError:
            part[last] = value
    return recipe
