"""A trained encoder: texts in, unit rows out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.device import NAMED, autocast, device, resolved, to_device, torch_is_loaded
from engine.errors import BadInput, Damaged
from engine.models.encoder_recipe import EncoderRecipe
from engine.models.encoder_state import state_in
from engine.models.protocol import TextEncoder

if TYPE_CHECKING:
    from torch import nn

SMALL, CHUNK = 64, 1_024


class TrainedEncoder:
    """A frozen network behind its transform, over the rows of the encoder `input`, which may itself be trained.

    `network` maps rows [n, dim of the input], or readings of texts, to rows [n, dim]; `sha256` hashes everything that
    decides the rows, the input's included. Batches of more than 64 names use bfloat16 products where these are fast;
    smaller ones, a query's, are worked out by numpy where the encoder's settings can, unless a device is named. Until
    torch is loaded so are up to 1,024, which are done before it would be.
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
        self.weights, self.transform_state, self.dim_in = state_in(state, recipe.encoder.title)
        self.transform = recipe.transform
        try:
            self.transform.apply(self.transform_state, np.zeros((1, self.dim_in), np.float32))
        except (KeyError, ValueError) as problem:
            raise Damaged(f"The stored {self.transform.title} does not fit its recipe: {problem}.") from problem
        self.settings, self._precision = recipe.encoder, precision
        self.plain = hasattr(self.settings, "outputs") and not os.environ.get(NAMED)
        if self.plain:
            self._check_weights()
        self.dim = self.dim_in if self.plain else int(getattr(self.network, "dim_out", self.dim_in))

    @cached_property
    def network(self) -> nn.Module:
        """The network with its weights, on the device where networks run; Damaged where they do not fit it."""
        import torch

        weights = {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in self.weights.items()}
        with torch.device("meta"):  # no random weights are drawn only to be replaced
            network: nn.Module = self.settings.network(self.dim_in)
        try:
            network.load_state_dict(weights, assign=True)
        except RuntimeError as problem:
            raise Damaged(self._unfit(str(problem))) from problem
        return network.eval().requires_grad_(False).to(device())

    def _check_weights(self) -> None:
        expected = self.settings.shapes(self.dim_in)
        if found := expected.keys() ^ self.weights.keys():
            raise Damaged(self._unfit(f"{', '.join(sorted(found))} is too many or missing."))
        for name, shape in expected.items():
            if self.weights[name].shape != shape:
                raise Damaged(self._unfit(f"{name} is {self.weights[name].shape} and should be {shape}."))
            if not np.issubdtype(self.weights[name].dtype, np.floating):
                raise Damaged(self._unfit(f"{name} holds no numbers with a point."))

    def _unfit(self, problem: str) -> str:
        return f"The stored weights do not fit the {self.settings.title} of their recipe: {problem}"

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit float32 rows [len(texts), dim]; zero where the input encoder knows nothing of a text."""
        if getattr(self.settings, "reads", "") != "texts":
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
        known: np.ndarray = np.any(rows, axis=1)
        if self.plain and len(rows) <= (SMALL if torch_is_loaded() else CHUNK):
            found = self.settings.outputs(self.weights, rows)
            found = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12)
            found[~known] = 0
            return np.asarray(found, np.float32)
        import torch

        return self._encoded(known, lambda places: torch.from_numpy(rows[places]))

    def _transformed(self, rows: np.ndarray) -> np.ndarray:
        rows = np.ascontiguousarray(rows, dtype=np.float32)
        if rows.ndim != 2 or rows.shape[1] != self.dim_in:
            raise BadInput(f"This encoder takes rows of {self.dim_in} numbers, not an array of shape {rows.shape}.")
        return np.ascontiguousarray(self.transform.apply(self.transform_state, rows), dtype=np.float32)

    def _encoded(self, known: np.ndarray, take: Callable[[np.ndarray], Any]) -> np.ndarray:
        import torch

        from engine.models.encoders.layers import unit

        out, network, where = np.zeros((len(known), self.dim), np.float32), self.network, device()
        precision = resolved(self._precision) if len(known) > SMALL else "float32"
        with torch.inference_mode(), autocast(precision, where):
            for start in range(0, len(known), CHUNK):
                places = np.arange(start, min(start + CHUNK, len(known)))
                out[places] = unit(network(to_device(take(places), where)).float()).cpu().numpy()
        out[~known] = 0
        return out
