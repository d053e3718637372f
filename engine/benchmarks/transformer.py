"""How fast a small transformer trains on names, beside the same in plain PyTorch."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.benchmarks.on_gpu import WITHOUT, beside, gpu, precisions_of, processor, synchronize
from engine.benchmarks.result import bench_result
from engine.benchmarks.training import matrix_rate, seconds
from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.learning.selection import Source
from engine.workspace import Workspace

if TYPE_CHECKING:
    import torch

NAMES, TOKENS = 256, 8
FASTER = 1.8
EACH = 4  # names of a concept in the batch, at most
LOOKED_AT = 4  # concepts, by how many names are wanted


def bench_train_triplet(workspace: Workspace, terminology: str = "hpo", names: int = NAMES) -> Iterator[Event]:
    """Finished with what `bench_result` has: a step of `triplet-search` on so many names whose tokens are TOKENS in
    the mean, in the precision that the machine is fast in: forward, batch-hard loss, backward and Adam.

    The limit is the step's products at the rate of square matrices; the peer the same model and loss in plain PyTorch:
    float32, every name padded to the longest. BadInput where the transformer extra or its model is not installed.
    """
    from engine.device import resolved

    here, there = processor(), gpu()
    if importlib.util.find_spec("transformers") is None:
        raise BadInput("The transformer extra is not installed; install it with requirements-transformer.txt.")
    recipe = Recipe.from_dict(PRESETS["triplet-search"])
    precision = resolved("auto", here)
    yield Progress(0, 4, "Choosing names")
    texts, classes, tokens = chosen(Source.of_workspace(workspace, terminology), recipe, names)
    yield Progress(1, 4, f"A step of {len(texts)} names in {precision}")
    taken, products = own_step(recipe, texts, classes, precision, here)
    yield Progress(2, 4, "The same in plain PyTorch")
    plain = plain_step_seconds(recipe, texts, classes)
    row: dict[str, Any] = {"names": len(texts), "tokens": tokens, "precision": precision, "step s": taken}
    yield Progress(3, 4, "The same on a GPU")

    def work(on: torch.device) -> tuple[dict[str, float | None], str]:
        return {one: own_step(recipe, texts, classes, one, on)[0] for one in precisions_of(on)}, ""

    rows = [row, beside("the step", {precision: taken}, there, work) if there else WITHOUT]
    limit = {f"products at the {precision} rate s": products / matrix_rate(precision) / 1e9}
    ratio = plain / taken
    passed = ratio >= FASTER and len(texts) >= NAMES
    yield Finished(bench_result("train-triplet", rows, limit, {"plain PyTorch step s": plain}, ratio, passed))


def chosen(source: Source, recipe: Recipe, count: int) -> tuple[list[str], np.ndarray, float]:
    """`count` names of concepts with several, a number for each one's concept, and their mean tokens: concepts of long
    and of short names in turn, so that the mean stays at TOKENS while there are both. BadInput for too few."""
    network = recipe.encoder.network(1)
    held = [names[:EACH] for names in source.names.values() if len(names) > 1][: LOOKED_AT * count]
    sizes = [sum(map(len, network.read(names).ids)) for names in held]
    kinds: tuple[list[int], list[int]] = ([], [])
    for place in reversed(range(len(held))):
        kinds[sizes[place] > TOKENS * len(held[place])].append(place)
    texts: list[str] = []
    classes: list[int] = []
    total = 0
    while len(texts) < count and any(kinds):
        preferred = kinds[total <= TOKENS * len(texts)]
        place = (preferred or kinds[0] or kinds[1]).pop()
        texts += held[place]
        classes += [place] * len(held[place])
        total += sizes[place]
    if len(texts) < count:
        raise BadInput(
            f"“{source.title}” has too few concepts with several names for a batch of {count}; name another one."
        )
    return texts[:count], np.array(classes[:count]), total / len(texts)


def own_step(
    recipe: Recipe, texts: Sequence[str], classes: np.ndarray, precision: str, on: torch.device
) -> tuple[float, float]:
    """The seconds of a step on a device, and the multiplications and additions of its products."""
    from torch.utils.flop_counter import FlopCounterMode

    from engine.learning.run import Run
    from engine.learning.samplers.names import Names, TrainingData

    rows = np.ones((len(texts), 1), np.float32)
    held = Names(rows, classes, list(texts))
    settings = replace(recipe.optimiser, precision=precision, batch=len(texts))
    run = Run(replace(recipe, optimiser=settings), TrainingData(held, held), on)
    batch = next(run.batches())
    with FlopCounterMode(display=False) as counted:
        run.learn(batch)

    def step() -> None:
        run.learn(batch)
        synchronize(on)

    return seconds(step), float(counted.get_total_flops())


def plain_step_seconds(recipe: Recipe, texts: Sequence[str], classes: np.ndarray) -> float:
    """The same step as a person would write it with transformers: float32, one padded batch, batch-hard, Adam."""
    import torch
    import transformers

    from engine.vectors.transformer_model import folder_of

    encoder: Any = recipe.encoder
    folder = folder_of(encoder.model, Path.cwd())
    reader = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
    model = transformers.AutoModel.from_pretrained(folder, dtype=torch.float32, local_files_only=True).train()
    adam = torch.optim.Adam(model.parameters(), lr=recipe.optimiser.learning_rate)
    same = torch.from_numpy(classes[:, None] == classes[None, :])
    batch = reader(list(texts), padding=True, truncation=True, max_length=encoder.most_tokens, return_tensors="pt")
    real = batch["attention_mask"][:, :, None].float()

    def step() -> None:
        adam.zero_grad()
        rows = (model(**batch).last_hidden_state * real).sum(1) / real.sum(1)
        distances = torch.cdist(rows, rows)
        positive = distances.masked_fill(~same, -torch.inf).amax(1)
        negative = distances.masked_fill(same, torch.inf).amin(1)
        torch.nn.functional.softplus(positive - negative).mean().backward()
        adam.step()

    step()
    return seconds(step)
