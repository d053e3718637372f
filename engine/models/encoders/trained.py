"""A trained encoder: texts in, unit rows out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from engine.device import autocast, device, resolved, to_device
from engine.errors import BadInput, Damaged
from engine.models.encoder_recipe import EncoderRecipe
from engine.models.protocol import TextEncoder

SMALL, CHUNK = 64, 1_024
TRANSFORM = "front."  # prefix of the transform's arrays in a state; `dim` and the weights stand beside them


class TrainedEncoder:
    """A frozen network behind its transform, over the rows of the encoder `input`, which may itself be trained.

    `network` maps rows [n, dim of the input], or readings of texts, to rows [n, dim]; `sha256` hashes everything that
    decides the rows, the input's included. Batches of more than 64 names use bfloat16 products where these are fast.
    """

    def __init__(
        self,
        recipe: EncoderRecipe,
        state: Mapping[str, np.ndarray],
        input: TextEncoder,
        sha256: str = "",
        precision: str = "auto",
    ) -> None:
        """Put the weights of `state` into the recipe's network; Damaged where they do not fit it."""
        self.input, self.sha256 = input, sha256
        arrays = dict(state)
        if "centre" in arrays:  # as the first versions kept it
            arrays[f"{TRANSFORM}centre"] = arrays.pop("centre")
        if "dim" not in arrays or arrays["dim"].size != 1:
            raise Damaged(f"The stored weights of the {recipe.encoder.title} do not say how wide their input is.")
        self.dim_in = int(arrays.pop("dim").item())
        self.transform = recipe.transform
        self.transform_state = {
            name.removeprefix(TRANSFORM): arrays.pop(name) for name in list(arrays) if name.startswith(TRANSFORM)
        }
        try:
            self.transform.apply(self.transform_state, np.zeros((1, self.dim_in), np.float32))
        except (KeyError, ValueError) as problem:
            raise Damaged(f"The stored {self.transform.title} does not fit its recipe: {problem}.") from problem
        weights = {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in arrays.items()}
        with torch.device("meta"):  # no random weights are drawn only to be replaced
            self.network: nn.Module = recipe.encoder.network(self.dim_in)
        try:
            self.network.load_state_dict(weights, assign=True)
        except RuntimeError as problem:
            title = recipe.encoder.title
            raise Damaged(f"The stored weights do not fit the {title} of their recipe: {problem}") from problem
        self.device = device()
        self.network.eval().requires_grad_(False).to(self.device)
        self.dim = int(getattr(self.network, "dim_out", self.dim_in))
        self.precision = resolved(precision)

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit float32 rows [len(texts), dim]; zero where the input encoder knows nothing of a text."""
        if not hasattr(self.network, "read"):
            return self.encode_rows(self.input.encode(texts))
        known: np.ndarray = np.any(self.input.encode(texts), axis=1)
        rows_of_words = lambda words: self._transformed(self.input.encode(words))  # noqa: E731
        reading = self.network.read(texts, rows_of_words)  # type: ignore[operator]
        return self._encoded(known, reading.take)

    def encode_rows(self, rows: np.ndarray) -> np.ndarray:
        """Unit float32 rows [n, dim] for the input's rows [n, dim_in], where the network reads rows.

        A name with no vector, an all-zero row, stays zero. Deterministic for one batch; the bfloat16 rows of a large
        batch differ from float32 by less than 1e-3 in cosine. BadInput for rows of another width.
        """
        rows = self._transformed(rows)
        tensor = torch.from_numpy(rows)
        known: np.ndarray = np.any(rows, axis=1)
        return self._encoded(known, lambda places: tensor[torch.from_numpy(places)])

    def _transformed(self, rows: np.ndarray) -> np.ndarray:
        rows = np.ascontiguousarray(rows, dtype=np.float32)
        if rows.ndim != 2 or rows.shape[1] != self.dim_in:
            raise BadInput(f"This encoder takes rows of {self.dim_in} numbers, not an array of shape {rows.shape}.")
        return np.ascontiguousarray(self.transform.apply(self.transform_state, rows), dtype=np.float32)

    def _encoded(self, known: np.ndarray, take: Callable[[np.ndarray], Any]) -> np.ndarray:
        out = np.zeros((len(known), self.dim), np.float32)
        precision = self.precision if len(known) > SMALL else "float32"
        with torch.inference_mode(), autocast(precision, self.device):
            for start in range(0, len(known), CHUNK):
                places = np.arange(start, min(start + CHUNK, len(known)))
                rows = self.network(to_device(take(places), self.device)).float()
                out[places] = unit(rows).cpu().numpy()
        out[~known] = 0
        return out


def unit(rows: Tensor) -> Tensor:
    """Rows divided by their length; a zero row stays zero."""
    return nn.functional.normalize(rows, dim=-1, eps=1e-12)
