"""What the file of a trained encoder holds: the network's weights, what its transform has learnt, the input's width."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from engine.errors import Damaged

TRANSFORM, WIDTH = "front.", "dim"  # before the names of the transform's arrays; the name of the input's width
CENTRE = "centre"  # the transform's only array, without what stands before it, as the first versions wrote it


class EncoderState(NamedTuple):
    """The arrays of a network and of its transform by name, and how many numbers a row of the input has."""

    weights: dict[str, np.ndarray]
    transform: dict[str, np.ndarray]
    dim: int

    def arrays(self) -> dict[str, np.ndarray]:
        """All of it as arrays by name, as the file has them."""
        of_transform = {f"{TRANSFORM}{name}": array for name, array in self.transform.items()}
        return {**self.weights, WIDTH: np.array(self.dim), **of_transform}


def state_in(arrays: Mapping[str, np.ndarray], title: str) -> EncoderState:
    """The state in the arrays of a file; Damaged where those of the encoder called `title` say no width."""
    weights = dict(arrays)
    if CENTRE in weights:
        weights[f"{TRANSFORM}{CENTRE}"] = weights.pop(CENTRE)
    if WIDTH not in weights or weights[WIDTH].size != 1:
        raise Damaged(f"The stored weights of the {title} do not say how wide their input is.")
    dim = int(weights.pop(WIDTH).item())
    of_transform = [name for name in weights if name.startswith(TRANSFORM)]
    return EncoderState(weights, {name.removeprefix(TRANSFORM): weights.pop(name) for name in of_transform}, dim)
