"""One batch, encoded: everything that an objective may look at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from torch import Tensor, nn

from engine.samplers.names import Batch


@dataclass(frozen=True)
class View:
    """`outputs` [u, d] are the network's, before they are made unit; `inputs` [u, d] the unit rows û that went in.

    `classes` int [u] and `prototypes` [classes, d], the unit mean û_c of each class's training names. Places in
    `batch` are places in these rows.
    """

    batch: Batch
    outputs: Tensor
    inputs: Tensor
    classes: Tensor
    prototypes: Tensor

    @cached_property
    def rows(self) -> Tensor:
        """The outputs as unit rows [u, d]."""
        return nn.functional.normalize(self.outputs, dim=1, eps=1e-12)

    @cached_property
    def cosine(self) -> Tensor:
        """Every row against every row [u, u], once for all objectives."""
        return self.rows @ self.rows.T

    def distance(self, left: np.ndarray, right: np.ndarray) -> Tensor:
        """1 − cos between rows by place [t]."""
        # Unlike indexing, gather adds its gradients up in order, however many threads there are.
        return 1 - self.cosine.flatten().gather(0, torch.from_numpy(left * len(self.rows) + right))
