"""One batch, encoded: everything that a loss may look at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from torch import Tensor, nn

from engine.learning.samplers.names import Batch, Names


@dataclass(frozen=True)
class LossView:
    """`outputs` [u, d] are the network's, before they are made unit; `classes` int [u].

    `targets` [u, d] is what grounding draws each name towards (the unit rows û that went in), `prototypes`
    [classes, d] the unit mean of each class's training targets. Places in `batch` are places in these rows; `names` is
    the split that `batch.rows` are positions of.
    """

    batch: Batch
    outputs: Tensor
    classes: Tensor
    prototypes: Tensor
    targets: Tensor
    names: Names

    @property
    def zero(self) -> Tensor:
        """What a loss gives with nothing to compare: zero, with zero gradients."""
        return self.outputs.sum() * 0

    def placed(self, array: np.ndarray) -> Tensor:
        """An array of the batch as a tensor where the outputs are."""
        return torch.from_numpy(array).to(self.outputs.device)

    @cached_property
    def leads(self) -> Tensor:
        """The places of the names that lead the batch [b]."""
        return self.placed(self.batch.leads)

    @cached_property
    def rows(self) -> Tensor:
        """The outputs as unit rows [u, d]."""
        return nn.functional.normalize(self.outputs, dim=1, eps=1e-12)

    @cached_property
    def cosine(self) -> Tensor:
        """Every row against every row [u, u], once for all losses."""
        return self.rows @ self.rows.T

    @cached_property
    def same(self) -> Tensor:
        """Which rows are of one class, a row and itself not among them: bool [u, u]."""
        return self.placed(self.alike)

    @cached_property
    def apart(self) -> Tensor:
        """Which rows may be negatives of each row: another class's, whose text is not also the own class's."""
        return self.placed(self.parted)

    @cached_property
    def alike(self) -> np.ndarray:
        """`same` on the processor: what is looked up there, no device has to be waited for."""
        classes = self.names.classes[self.batch.rows]
        alike = np.equal(classes[:, None], classes[None, :])
        np.fill_diagonal(alike, False)
        return alike

    @cached_property
    def parted(self) -> np.ndarray:
        """`apart` on the processor."""
        return self.names.apart(self.batch.rows, self.batch.rows)

    @cached_property
    def anchors(self) -> np.ndarray:
        """Which rows have a row of their class in the batch and one that may be a negative: bool [u]."""
        return np.asarray(self.alike.any(axis=1) & self.parted.any(axis=1))

    def distance(self, left: np.ndarray, right: np.ndarray) -> Tensor:
        """1 − cos between rows by place [t]."""
        # Unlike indexing, gather adds its gradients up in order, however many threads there are.
        return 1 - self.cosine.flatten().gather(0, self.placed(left * len(self.rows) + right))
