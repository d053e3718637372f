"""One training inside an experiment: what it gives is measured and thrown away."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.events import Event, Finished

if TYPE_CHECKING:
    from engine.samplers import TrainingData

Encode = Callable[[Sequence[str]], np.ndarray]


@dataclass(frozen=True)
class Learned:
    """A trained encoder: texts to unit rows, through what is below it; seconds and curve since it was last taken up."""

    encode: Encode
    seconds: float
    epochs: int
    metrics: dict[str, Any]
    curve: list[dict[str, float]]


def learned(
    recipe: Mapping[str, Any], data: TrainingData, below: Encode, checkpoint: Path | None = None
) -> Generator[Event, None, Learned]:
    """Train, passing its progress on: `made = yield from learned(…)`. See `engine.training.train`.

    A training that was killed goes on from `checkpoint`; whoever asked takes the file away once it has measured.
    """
    from engine.encoders import load_encoder
    from engine.training import train

    started, curve, made = time.perf_counter(), list[dict[str, float]](), dict[str, Any]()
    for event in train(recipe, data, checkpoint):
        if isinstance(event, Finished):
            made = event.result
        else:
            if event.curve:
                curve.append(event.curve)
            yield event
    seconds = time.perf_counter() - started
    encoder = load_encoder(made["recipe"], made["state"])
    return Learned(partial(encoder.encode_texts, below=below), seconds, made["epochs"], made["metrics"], curve)
