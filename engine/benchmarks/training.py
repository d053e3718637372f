"""How fast encoders train, beside the rate at which this machine multiplies matrices."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

import numpy as np

from engine.benchmarks.names import every_name
from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.learning.selection import Source, as_rows, selected
from engine.models.open import VECTORS, open_encoder, words_of
from engine.workspace import Workspace

STEPS, EPOCHS, NAMES = 7, 3, 100_000
SIDE = 2_048  # of the matrices whose product gives the rate
Measure = Callable[[Recipe, Any, str], float]  # recipe, data and precision to seconds


def bench_train(workspace: Workspace, terminology: str = "hpo") -> Iterator[Event]:
    """Medians in seconds; Finished with {"machine", "rows": [{"what", "float32", "bfloat16"}], "left_out"}.

    A conceptual-grounding step: hidden 38,400, 64 triplets, the prototypes of their concepts, forward, backward and
    Adam. A few-shot epoch: 315 names, all their positives, hidden 9,600. bfloat16 is left out where the processor has
    no instructions for it; a row that the terminology has no names for is None, and “left_out” says why.
    """
    from engine.device import has_fast_bfloat16

    precisions = ["float32", *(["bfloat16"] if has_fast_bfloat16() else [])]
    rows: list[dict[str, Any]] = []
    yield Progress(0, 5, "Multiplying matrices")
    machine = {f"{p} GFLOP/s": matrix_rate(p) for p in precisions}
    vectors = open_encoder(workspace, VECTORS)
    encode = vectors.encode
    source = Source.of_workspace(workspace, terminology).known_by(words_of(vectors))

    trainings = {
        "conceptual-grounding step": (PRESETS["conceptual-grounding"] | {"front": {"name": "none"}}, step_seconds),
        "few-shot epoch": (PRESETS["few-shot"], epoch_seconds),
    }
    left_out = []
    for finished, (what, (recipe, measure)) in enumerate(trainings.items(), 1):
        yield Progress(finished, 5, f"A {what}")
        taken, why = training_seconds(source, Recipe.from_dict(recipe), encode, precisions, measure)
        rows.append({"what": what, **taken})
        left_out += [f"{what}: {why}"] if why else []

    yield Progress(3, 5, "CCA")
    rows.append({"what": "CCA of 30,000 names", "float32": cca_seconds(workspace, encode)})

    yield Progress(4, 5, f"The vectors of {NAMES:,} names")
    texts = every_name(workspace)[:NAMES]
    rows.append({"what": f"vectors of {len(texts):,} names", "float32": seconds(lambda: encode(texts))})
    yield Finished(
        {"machine": {"cores": os.cpu_count(), "threads": threads(), **machine}, "rows": rows, "left_out": left_out}
    )


def training_seconds(
    source: Source,
    recipe: Recipe,
    encode: Callable[[Any], np.ndarray],
    precisions: Sequence[str],
    measure: Measure,
) -> tuple[dict[str, float | None], str]:
    """The seconds by precision and nothing; or None by precision, and why the terminology cannot train the recipe."""
    try:
        data = as_rows(selected(source, recipe).sample, encode)
        return {precision: measure(recipe, data, precision) for precision in precisions}, ""
    except BadInput as problem:
        return dict.fromkeys(precisions), str(problem)


def threads() -> int:
    """How many threads torch computes with: OMP_NUM_THREADS and the like may leave some cores idle."""
    import torch

    return torch.get_num_threads()


def matrix_rate(precision: str) -> float:
    """Billion multiplications and additions a second in one product of square matrices."""
    import torch

    kind = torch.bfloat16 if precision == "bfloat16" else torch.float32
    left, right = (torch.randn(SIDE, SIDE, generator=torch.Generator().manual_seed(n)).to(kind) for n in (1, 2))
    left @ right
    return 2 * SIDE**3 / seconds(lambda: left @ right) / 1e9


def step_seconds(recipe: Recipe, data: Any, precision: str) -> float:
    """The median of a few steps after the first."""
    run = _run(recipe, data, precision)
    batches = run.batches()
    run.learn(next(batches))
    taken = []
    for _ in range(STEPS):
        batch = next(batches)
        started = time.perf_counter()
        run.learn(batch)
        taken.append(time.perf_counter() - started)
    return median(taken)


def epoch_seconds(recipe: Recipe, data: Any, precision: str) -> float:
    """The median of a few whole epochs, negatives and validation with them."""
    run = _run(recipe, data, precision)
    taken = []
    for _ in range(EPOCHS):
        started = time.perf_counter()
        run.close_epoch(float(np.mean([run.learn(batch) for batch in run.batches()])))
        taken.append(time.perf_counter() - started)
    return median(taken)


def cca_seconds(workspace: Workspace, encode: Callable[[Any], np.ndarray]) -> float:
    """Fitting CCA's map on names of pairs: 30,000 rows."""
    from engine.learning.samplers import Names
    from engine.models.transforms.cca import CCA

    texts = every_name(workspace)[:30_000]
    names = Names(encode(texts), np.arange(len(texts)) // 2, texts)
    return seconds(lambda: CCA().fit(names))


def seconds(work: Callable[[], object]) -> float:
    """The median of three."""
    taken = []
    for _ in range(3):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return median(taken)


def _run(recipe: Recipe, data: Any, precision: str) -> Any:
    from engine.learning.run import Run

    return Run(replace(recipe, optimiser=replace(recipe.optimiser, precision=precision)), data)
