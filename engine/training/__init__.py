"""Training: one loop over any front, encoder, objectives and sampler."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.events import Event, Finished, Progress
from engine.recipe import Recipe
from engine.samplers.names import TrainingData

SAVE_EVERY = 10.0  # seconds between checkpoints
TELL_EVERY = 1.0  # seconds between events


def train(recipe: Mapping[str, Any], data: TrainingData, checkpoint: Path | None = None) -> Iterator[Event]:
    """Train the encoder that `recipe` describes; stop when what it watches is no better for `patience` epochs.

    Yields Progress about every second, with a curve point {"epoch", "train_loss", "validation_loss" or
    "validation_map"} at each epoch's end, then Finished with {"state": {name: array}, "metrics", "epochs", "recipe"}:
    the weights of the best epoch, the validation names' mAP before and after, and the recipe with every default and the
    precision written out. An encoder without weights, such as `identity`, is its front alone: no epoch is run.

    With `checkpoint`, the run is kept there every ten seconds at an epoch's end, and a file found there is resumed:
    the result is the same, bit for bit, on one machine and thread count. Closing the generator stops the run.
    """
    from engine.precision import resolved
    from engine.training.run import Run

    plan = Recipe.from_dict(recipe)
    plan = replace(plan, optimiser=replace(plan.optimiser, precision=resolved(plan.optimiser.precision)))
    run = Run(plan, data)
    if checkpoint is not None and checkpoint.exists():
        run.restore(checkpoint)
        yield Progress(run.step, run.total, f"Resumed after epoch {run.epoch}", run.figures())

    saved = told = time.monotonic()
    while not run.ended:
        losses = []
        yield Progress(run.step, run.total, run.message(), run.figures())
        for batch in run.batches():
            losses.append(run.learn(batch))
            if time.monotonic() - told >= TELL_EVERY:
                yield Progress(run.step, run.total, run.message(), run.figures())
                told = time.monotonic()
        run.close_epoch(float(np.mean(losses)))
        yield Progress(run.step, run.total, run.message(), run.figures(), curve=run.curve[-1])
        if checkpoint is not None and time.monotonic() - saved >= SAVE_EVERY:
            run.save(checkpoint)
            saved = time.monotonic()

    yield Finished(run.result())
