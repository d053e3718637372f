"""A trained encoder at work: names in, unit rows out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from engine.errors import BadInput, Damaged
from engine.precision import autocast, device, moved, resolved
from engine.settings import named

SMALL, CHUNK = 64, 1_024
FRONT = "front."  # prefix of the front's arrays in a state; `dim` and the weights stand beside them


class TrainedEncoder:
    """A frozen network behind its front. Batches of more than 64 names use bfloat16 products where these are fast."""

    def __init__(self, recipe: Mapping[str, Any], state: Mapping[str, np.ndarray], precision: str = "auto") -> None:
        from engine.encoders import ENCODERS
        from engine.fronts import FRONTS
        from engine.recipe import upgraded

        parts, arrays = upgraded(recipe), dict(state)
        if "centre" in arrays:  # as the first versions kept it
            arrays[f"{FRONT}centre"] = arrays.pop("centre")
        settings = named(parts.get("encoder"), ENCODERS, "encoder")
        self.front = named(parts.get("front"), FRONTS, "front")
        self.dim = int(arrays.pop("dim"))
        self.front_state = {n.removeprefix(FRONT): arrays.pop(n) for n in list(arrays) if n.startswith(FRONT)}
        try:
            self.front.apply(self.front_state, np.zeros((1, self.dim), np.float32))
        except (KeyError, ValueError) as problem:
            raise Damaged(f"The stored {self.front.title} does not fit its recipe: {problem}.") from problem
        weights = {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in arrays.items()}
        with torch.device("meta"):  # no random weights are drawn only to be replaced
            self.network: nn.Module = settings.network(self.dim)
        try:
            self.network.load_state_dict(weights, assign=True)
        except RuntimeError as problem:
            raise Damaged(f"The stored weights do not fit the {settings.title} of their recipe: {problem}") from problem
        self.device = device()
        self.network.eval().requires_grad_(False).to(self.device)
        self.dim_out = int(getattr(self.network, "dim_out", self.dim))
        self.precision = resolved(precision)

    def encode(self, rows: np.ndarray) -> np.ndarray:
        """Unit float32 rows [n, dim] for such rows, where the network reads rows.

        A name with no vector, an all-zero row, stays zero. Deterministic for one batch; the bfloat16 rows of a large
        batch differ from float32 by less than 1e-3 in cosine.
        """
        rows = self._through_front(rows)
        tensor = torch.from_numpy(rows)
        known: np.ndarray = np.any(rows, axis=1)
        return self._encoded(known, lambda places: tensor[torch.from_numpy(places)])

    def encode_texts(self, texts: Sequence[str], below: Callable[[Sequence[str]], np.ndarray]) -> np.ndarray:
        """Unit float32 rows [len(texts), dim_out]; `below` is the input encoder, texts to unit rows.

        A text of which `below` knows nothing stays zero.
        """
        if not hasattr(self.network, "read"):
            return self.encode(below(texts))
        known: np.ndarray = np.any(below(texts), axis=1)
        reading = self.network.read(texts, lambda words: self._through_front(below(words)))  # type: ignore[operator]
        return self._encoded(known, reading.take)

    def _through_front(self, rows: np.ndarray) -> np.ndarray:
        rows = np.ascontiguousarray(rows, dtype=np.float32)
        if rows.ndim != 2 or rows.shape[1] != self.dim:
            raise BadInput(f"This encoder takes rows of {self.dim} numbers, not an array of shape {rows.shape}.")
        return np.ascontiguousarray(self.front.apply(self.front_state, rows), dtype=np.float32)

    def _encoded(self, known: np.ndarray, take: Callable[[np.ndarray], Any]) -> np.ndarray:
        out = np.zeros((len(known), self.dim_out), np.float32)
        precision = self.precision if len(known) > SMALL else "float32"
        with torch.inference_mode(), autocast(precision, self.device):
            for start in range(0, len(known), CHUNK):
                places = np.arange(start, min(start + CHUNK, len(known)))
                rows = self.network(moved(take(places), self.device)).float()
                out[places] = unit(rows).cpu().numpy()
        out[~known] = 0
        return out


def unit(rows: Tensor) -> Tensor:
    """Rows divided by their length; a zero row stays zero."""
    return nn.functional.normalize(rows, dim=-1, eps=1e-12)
