"""A version of each encoder with weights as they are before training, behind a fitted transform."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.learning.samplers.names import Names
from engine.models import versions
from engine.models.encoders import ENCODERS
from engine.models.open import open_encoder
from engine.models.transforms import TRANSFORMS
from engine.workbench import Workbench

SMALL: dict[str, dict[str, Any]] = {"bne": {"characters": 4, "character_hidden": 5, "hidden": 6}}
FITTED_ON = ["heart attack", "cardiac infarction", "heart failure", "cardiac failure", "asthma", "wheezing", "angina"]


def version(workbench: Workbench, name: str, below: str, dim: int, transform: str, **more: Any) -> str:
    """The id of a new version of the encoder `name` on top of `below`, whose rows have `dim` numbers."""
    settings = {"name": name, **SMALL.get(name, {}), **more}
    network = ENCODERS[name].from_dict({key: value for key, value in settings.items() if key != "name"}).network(dim)
    rows = open_encoder(workbench.workspace, below).encode(FITTED_ON)
    fitted = TRANSFORMS[transform]().fit(Names(rows, np.arange(len(rows)) // 2, FITTED_ON))
    state = {key: value.numpy().copy() for key, value in network.state_dict().items()}
    state |= {"dim": np.array([dim])} | {f"front.{key}": array for key, array in fitted.items()}
    recipe = {
        "preset": name,
        "input": below,
        "front": {"name": transform},
        "encoder": settings,
        "terminology": "organs",
    }
    return versions.save(workbench.workspace, recipe, state, {}, "none", None).id
