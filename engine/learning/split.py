"""One split of names as a network takes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor, nn

from engine.device import in_blocks, put_on, taken_from
from engine.learning.samplers.names import Names
from engine.models.encoders.layers import unit
from engine.models.protocol import Encode
from engine.retrieval.tensors import tensor_of


class NetworkInput(Protocol):
    """The names of a split in the form that a network reads."""

    def __len__(self) -> int: ...

    def take(self, positions: np.ndarray) -> Any:
        """What the network's forward takes for these names: tensors, which are put on its device, and arrays, which
        stay on the processor."""
        ...


@dataclass(frozen=True)
class RowReading:
    """The reading of networks from rows to rows, on the device where they fit there."""

    rows: Tensor
    device: torch.device

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, positions: np.ndarray) -> Tensor:
        return taken_from(self.rows, positions, self.device)


@dataclass(frozen=True)
class Split:
    """The names that have a vector, behind the transform, and the same as tensors on the device; `left_out` had none.

    `inputs` [n, d] are the unit rows û, `classes` int [n].
    """

    names: Names
    inputs: Tensor
    classes: Tensor
    left_out: int
    device: torch.device

    @classmethod
    def of(
        cls,
        names: Names,
        transform: Callable[[np.ndarray], np.ndarray],
        device: torch.device,
        scratch: Path | None = None,
    ) -> Split:
        known = names.at(names.known, names.known_rows(transform, scratch))
        inputs, classes = put_on(device, known.rows), put_on(device, known.classes)
        return cls(known, inputs, classes, len(names) - len(known), device)

    def read_by(self, network: nn.Module, encode: Encode | None) -> NetworkInput:
        """The split as `network` reads it; `encode` gives rows of single words to networks that read texts."""
        if hasattr(network, "read"):
            return network.read(self.names.texts, encode)  # type: ignore[operator]
        return RowReading(self.inputs, self.device)


def prototypes(names: Names, rows: np.ndarray, count: int) -> Tensor:
    """The unit mean of each class's `rows` [n, d] among these names [count, d]; zero where it has no name there."""
    sums, classes = torch.zeros(count, rows.shape[1]), torch.from_numpy(names.classes)
    for part in in_blocks(rows):
        sums.index_add_(0, classes[part], tensor_of(rows[part]))
    return unit(sums)
