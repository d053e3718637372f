"""Points in the plane at known angles, as a batch that objectives look at."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from engine.objectives.view import View
from engine.samplers.names import Batch, Names


def at(*degrees: float, length: float = 1.0) -> Tensor:
    """Points at these angles, one a row, float64."""
    angles = torch.tensor(degrees, dtype=torch.float64).deg2rad()
    return torch.stack([angles.cos(), angles.sin()], dim=1) * length


def view(outputs: Tensor, triplets: list[tuple[int, int, int]], inputs: Tensor | None = None, **others) -> View:
    """All rows lead; `classes`, `prototypes`, `targets`, `texts` and `batch` may be given."""
    met = np.array(triplets, dtype=np.int64).reshape(-1, 3)
    places = np.arange(len(outputs))
    inputs = outputs.detach() if inputs is None else inputs
    classes = others.get("classes", torch.zeros(len(outputs), dtype=torch.int64))
    return View(
        others.get("batch", Batch(places, places, met[:, 0], met[:, 1], met[:, 2])),
        outputs,
        inputs,
        classes,
        others.get("prototypes", at(0)),
        others.get("targets", inputs),
        Names(inputs.numpy(), classes.numpy(), others.get("texts", [f"name {i}" for i in places])),
    )


def cosine(a: Tensor, b: Tensor) -> float:
    return float(a @ b / a.norm() / b.norm())
