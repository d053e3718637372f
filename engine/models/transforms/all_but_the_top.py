"""Taking away the mean and the few directions in which all names vary most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import BadInput
from engine.models.transforms.rows import known, unit
from engine.settings import Settings, setting

if TYPE_CHECKING:
    from engine.models.transforms.fitting_names import FittingNames


@dataclass(frozen=True)
class AllButTheTop(Settings):
    """Rows less the mean and less their part along the top principal components (Mu and Viswanath 2018, algorithm 1).

    The first components of word vectors say how frequent a word is rather than what it means; the authors take away
    about one in a hundred dimensions.
    """

    title = "all-but-the-top"
    components: int = setting(3, "Components", "How many top principal components are taken away.", low=0, high=1_000)

    def fit(self, names: FittingNames) -> dict[str, np.ndarray]:
        """{"centre": float32 [d], "top": float32 [components, d]}, the rows of `top` orthonormal.

        BadInput when as many components as dimensions are to go.
        """
        rows = known(names.rows)
        if self.components >= rows.shape[1]:
            raise BadInput(
                f"{self.title}: {self.components} components cannot be taken from rows of {rows.shape[1]} numbers; "
                "choose fewer."
            )
        centre = rows.mean(axis=0)
        rows -= centre
        _, axes = np.linalg.eigh(rows.T @ rows)  # by variance, the largest last
        top = axes[:, ::-1].T[: self.components]
        return {"centre": centre.astype(np.float32), "top": np.ascontiguousarray(top, dtype=np.float32)}

    def apply(self, state: Mapping[str, np.ndarray], rows: np.ndarray) -> np.ndarray:
        """Unit rows [n, d]."""
        centred = rows - state["centre"]
        return unit(centred - (centred @ state["top"].T) @ state["top"], rows)
