"""What the losses that draw outputs towards given rows share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import BadInput

if TYPE_CHECKING:
    from torch import Tensor


def comparable(title: str, outputs: Tensor, targets: Tensor) -> None:
    """BadInput when the encoder's rows are not as wide as the targets: nothing could be compared (CG section 3.2)."""
    if outputs.shape[1] != targets.shape[1]:
        raise BadInput(
            f"{title}: the encoder gives rows of {outputs.shape[1]} numbers and the vectors have {targets.shape[1]}; "
            "choose another loss, or vectors as wide as the encoder."
        )


def mean_distance(title: str, outputs: Tensor, targets: Tensor) -> Tensor:
    """The mean of 1 − cos between outputs and targets, line by line."""
    from torch.nn.functional import cosine_similarity

    comparable(title, outputs, targets)
    return (1 - cosine_similarity(outputs, targets, dim=1, eps=1e-12)).mean()
