"""A trained encoder at work: rows in, unit rows out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from engine.encoders.centring import centred
from engine.errors import BadInput, Damaged
from engine.precision import autocast, resolved
from engine.settings import named

SMALL, CHUNK = 64, 2_048
FACTS = ("dim", "centre")  # of the state, beside the weights


class TrainedEncoder:
    """A frozen network. Batches of more than 64 rows use bfloat16 products where the processor is fast at them."""

    def __init__(self, recipe: Mapping[str, Any], state: Mapping[str, np.ndarray], precision: str = "auto") -> None:
        from engine.encoders import ENCODERS

        settings = named(recipe.get("encoder"), ENCODERS, "encoder")
        self.dim = int(state["dim"])
        self.centre = state.get("centre")
        if getattr(settings, "centre", False) != (self.centre is not None):
            raise Damaged(f"The stored weights do not fit the {settings.title} of their recipe: its centre is amiss.")
        weights = {name: torch.from_numpy(np.ascontiguousarray(a)) for name, a in state.items() if name not in FACTS}
        with torch.device("meta"):  # no random weights are drawn only to be replaced
            self.network: nn.Module = settings.network(self.dim)
        try:
            self.network.load_state_dict(weights, assign=True)
        except RuntimeError as problem:
            raise Damaged(f"The stored weights do not fit the {settings.title} of their recipe: {problem}") from problem
        self.network.eval().requires_grad_(False)
        self.precision = resolved(precision)

    def encode(self, rows: np.ndarray) -> np.ndarray:
        """Unit float32 rows [n, dim] for such rows; a name with no vector, an all-zero row, stays zero.

        Deterministic for one batch; the bfloat16 rows of a large batch differ from float32 by less than 1e-3 in cosine.
        """
        rows = np.ascontiguousarray(rows, dtype=np.float32)
        if rows.ndim != 2 or rows.shape[1] != self.dim:
            raise BadInput(f"This encoder takes rows of {self.dim} numbers, not an array of shape {rows.shape}.")
        known = rows.any(axis=1)
        if self.centre is not None:
            rows = centred(rows, self.centre)
        out = np.empty_like(rows)
        with torch.inference_mode(), autocast(self.precision if len(rows) > SMALL else "float32"):
            for start in range(0, len(rows), CHUNK):
                part = torch.from_numpy(rows[start : start + CHUNK])
                out[start : start + CHUNK] = unit(self.network(part).float()).numpy()
        out[~known] = 0
        return out


def unit(rows: Tensor) -> Tensor:
    """Rows divided by their length; a zero row stays zero."""
    return nn.functional.normalize(rows, dim=-1, eps=1e-12)
