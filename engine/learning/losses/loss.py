"""What every loss has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.settings import Settings, setting


@dataclass(frozen=True)
class Loss(Settings):
    """Its weight, and what it asks of a training."""

    needs_triplets: ClassVar[bool] = False  # a sampler that gives none teaches nothing
    whole_classes: ClassVar[bool] = False  # a batch must hold names that stand for its leads' classes
    grounds: ClassVar[bool] = False  # draws towards the rows of the vectors, behind the transform
    weight: float = setting(1.0, "Weight", "Its share in the sum of losses.", low=0.0, high=1_000.0)
