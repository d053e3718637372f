"""Training: one loop over any transform, encoder, losses and sampler."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.events import Event, Finished, Progress
from engine.learning.recipe import Recipe
from engine.learning.samplers.names import TrainingData
from engine.workspace import Within

if TYPE_CHECKING:
    import torch

SAVE_EVERY = 10.0  # seconds between checkpoints
REPORT_EVERY = 1.0  # seconds between events


def train(
    recipe: Recipe,
    data: TrainingData,
    checkpoint: Path | None = None,
    within: Within = nullcontext,
    on: torch.device | None = None,
) -> Iterator[Event]:
    """Train the encoder that `recipe` describes; stop when what it watches is no better for `patience` epochs.

    Yields Progress about every second, with a curve point {"epoch", "train_loss", "validation_loss" or
    "validation_map"} at each epoch's end, then Finished with {"state": {name: array}, "metrics", "epochs", "recipe"}:
    the weights of the best epoch, the validation names' mAP before and after, and the recipe's JSON with every default
    and the precision written out. An encoder without weights, such as `identity`, is its transform alone, and has no
    epochs.

    With `checkpoint`, the run is kept there every ten seconds at an epoch's end, and a file found there is resumed:
    the result is the same, bit for bit, on one processor and thread count. It takes its place inside `within`, which
    raises where another process has the run. It runs `on` a device, that of `engine.device` where none is given, and a
    run begun on one is resumed on another. Closing the generator stops the run.
    """
    from engine.device import resolved
    from engine.learning.run import Run
    from engine.learning.saving import restore, save

    precision = resolved(recipe.optimiser.precision, on)
    run = Run(replace(recipe, optimiser=replace(recipe.optimiser, precision=precision)), data, on)
    if checkpoint is not None and checkpoint.exists():
        restore(run, checkpoint)
        yield Progress(run.step, run.total, f"Resumed after epoch {run.epoch}", run.figures())

    saved = reported = time.monotonic()
    while not run.ended:
        losses = []
        yield Progress(run.step, run.total, run.message(), run.figures())
        for batch in run.batches():
            losses.append(run.learn(batch))
            if time.monotonic() - reported >= REPORT_EVERY:
                yield Progress(run.step, run.total, run.message(), run.figures())
                reported = time.monotonic()
        run.close_epoch(losses)
        yield Progress(run.step, run.total, run.message(), run.figures(), curve=run.curve[-1])
        if checkpoint is not None and time.monotonic() - saved >= SAVE_EVERY:
            save(run, checkpoint, within)
            saved = time.monotonic()

    yield Finished(run.result())
