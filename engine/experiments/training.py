"""One training inside an experiment: what it gives is measured and thrown away."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.events import Event, Progress, result_of

if TYPE_CHECKING:
    from engine.learning.recipe import Recipe
    from engine.learning.samplers import TrainingData
    from engine.models.protocol import TextEncoder
    from engine.models.trained_encoder import TrainedEncoder


@dataclass(frozen=True)
class TrainingOutcome:
    """A trained encoder with its metrics; `seconds` and `curve` count since the training was last taken up."""

    encoder: TrainedEncoder
    seconds: float
    epochs: int
    metrics: dict[str, Any]
    curve: list[dict[str, float]]

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Unit float32 rows [len(texts), dim] of the trained encoder."""
        return self.encoder.encode(texts)


def train_encoder(
    recipe: Recipe, data: TrainingData, input: TextEncoder, checkpoint: Path | None = None
) -> Generator[Event, None, TrainingOutcome]:
    """Train on top of `input`, passing progress on: `outcome = yield from train_encoder(…)`.

    A training that was killed goes on from `checkpoint`; the caller removes that file once it has measured. See
    `engine.learning.loop.train`.
    """
    from engine.learning.loop import train
    from engine.models.encoder_recipe import EncoderRecipe
    from engine.models.trained_encoder import TrainedEncoder

    started, curve = time.perf_counter(), list[dict[str, float]]()

    def watched() -> Iterator[Event]:
        for event in train(recipe, data, checkpoint):
            if isinstance(event, Progress) and event.curve:
                curve.append(event.curve)
            yield event

    made = yield from result_of(watched())
    seconds = time.perf_counter() - started
    encoder = TrainedEncoder(EncoderRecipe.from_dict(made["recipe"]), made["state"], input)
    return TrainingOutcome(encoder, seconds, made["epochs"], made["metrics"], curve)
