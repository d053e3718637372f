"""How fast encoders train, beside the rate at which this machine multiplies matrices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.benchmarks.names import every_name
from engine.benchmarks.on_gpu import WITHOUT, beside, gpu, precisions_of, processor, synchronize
from engine.benchmarks.result import bench_result
from engine.errors import BadInput
from engine.events import Event, Finished, Progress
from engine.learning.drawn_names import selected
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.learning.selection import Source, as_rows
from engine.models.open import VECTORS, learnt_words, open_encoder
from engine.workspace import Workspace

if TYPE_CHECKING:
    import torch

STEPS, EPOCHS, NAMES = 7, 3, 100_000
SIDE = 2_048  # of the matrices whose product gives the rate
SHARE, EPOCH, WHOLE = 0.85, 0.6, 30.0  # of the matrix rate, of a step; seconds of an epoch, and of a whole training
STEP, EPOCH_ROW, WHOLE_ROW = "conceptual-grounding step", "few-shot epoch", "few-shot training"
Measure = Callable[[Recipe, Any, str], float]  # recipe, data and precision to seconds


def bench_train(workspace: Workspace, terminology: str = "hpo", seeds: int = 3) -> Iterator[Event]:
    """Medians in seconds by precision on the processor, then on a GPU; Finished with what `bench_result` has.

    A conceptual-grounding step: hidden 38,400, 64 triplets, the prototypes of their concepts, forward, backward and
    Adam. A few-shot epoch: 315 names, all their positives, hidden 9,600. A whole few-shot training for each of the
    seeds, its slowest. bfloat16 is left out where the processor has no instructions for it; a row that the terminology
    has no names for says why it is skipped, and then the bench has not passed. The limit are the rates of matrix
    products; a step's share of them counts its products alone. The peer is a step of as many products in plain PyTorch.
    """
    here, there = processor(), gpu()
    precisions = precisions_of(here)
    total = 6 + seeds
    yield Progress(0, total, "Multiplying matrices")
    rates = {precision: matrix_rate(precision) for precision in precisions}
    vectors = open_encoder(workspace, VECTORS)
    encode = vectors.encode
    source = Source.of_workspace(workspace, terminology).known_by(learnt_words(vectors))
    rows: list[dict[str, Any]] = []
    plain = None
    trainings = {
        STEP: (PRESETS["conceptual-grounding"] | {"front": {"name": "none"}}, step_seconds),
        EPOCH_ROW: (PRESETS["few-shot"], epoch_seconds),
    }

    def work(what: str, on: torch.device) -> tuple[dict[str, float | None], str]:
        recipe, measure = trainings[what]
        measure_there = partial(measure, on=on)
        return training_seconds(source, Recipe.from_dict(recipe), encode, precisions_of(on), measure_there)

    for finished, (what, (recipe, _)) in enumerate(trainings.items(), 1):
        yield Progress(finished, total, f"A {what}")
        taken, why = work(what, here)
        row: dict[str, Any] = {"what": what, **taken} | ({"skipped": why} if why else {})
        if what == STEP and not why:
            products = step_products(source, Recipe.from_dict(recipe), encode)
            row |= {f"{one} share": products / float(taken[one] or 0) / rates[one] / 1e9 for one in precisions}
            plain = plain_step_seconds(products, vectors.dim)
        rows.append(row)
    slowest = 0.0
    for seed in range(seeds if "skipped" not in rows[-1] else 0):
        yield Progress(3 + seed, total, f"A whole {WHOLE_ROW}")
        slowest = max(slowest, whole_seconds(source, Recipe.from_dict(PRESETS["few-shot"] | {"seed": seed}), encode))
    rows.append({"what": WHOLE_ROW, "seeds": seeds, "slowest": slowest or None})
    yield Progress(total - 3, total, "CCA")
    rows.append({"what": "CCA of 30,000 names", "float32": cca_seconds(workspace, encode)})
    yield Progress(total - 2, total, f"The vectors of {NAMES:,} names")
    texts = every_name(workspace)[:NAMES]
    rows.append({"what": f"vectors of {len(texts):,} names", "float32": seconds(lambda: encode(texts))})
    yield Progress(total - 1, total, "Steps and epochs on a GPU")
    measured = [{one: row.get(one) for one in precisions} for row in rows[: len(trainings)]]
    rows += (
        [beside(what, taken, there, partial(work, what)) for what, taken in zip(trainings, measured, strict=True)]
        if there
        else [WITHOUT]
    )
    limit = {f"{one} GFLOP/s": rate for one, rate in rates.items()} | {"threads": threads()}
    fastest = min((rows[0][one] for one in precisions if rows[0][one]), default=None)
    ratio = plain / fastest if plain and fastest else None
    yield Finished(bench_result("train", rows, limit, {"plain PyTorch step s": plain}, ratio, meets(rows, precisions)))


def meets(rows: Sequence[dict[str, Any]], precisions: Sequence[str]) -> bool:
    """Whether step, epoch and whole training reach what is written for them; one that was not measured does not."""
    step, epoch, whole = rows[:3]
    shares = [step.get(f"{one} share") for one in precisions]
    fastest = min((epoch[one] for one in precisions if epoch[one]), default=None)
    return bool(
        all(share and share >= SHARE for share in shares)
        and fastest
        and fastest <= EPOCH
        and whole["slowest"]
        and whole["slowest"] <= WHOLE
    )


def step_products(source: Source, recipe: Recipe, encode: Callable[[Any], np.ndarray]) -> float:
    """How many multiplications and additions the matrix products of one step are, forward and backward."""
    from torch.utils.flop_counter import FlopCounterMode

    run = _run(recipe, as_rows(selected(source, recipe).sample, encode), "float32", processor())
    batch = next(run.batches())
    with FlopCounterMode(display=False) as counted:
        run.learn(batch)
    return float(counted.get_total_flops())


def plain_step_seconds(products: float, dim: int) -> float:
    """A step of as many products as a person would write it in PyTorch: float32, forward, backward and Adam."""
    import torch
    from torch import nn

    hidden = PRESETS["conceptual-grounding"]["encoder"]["hidden"]
    network = nn.Sequential(nn.Linear(dim, hidden), nn.ReLU(), nn.Dropout(0.5), nn.Linear(hidden, dim))
    names = torch.randn(max(1, round(products / (10 * dim * hidden))), dim)  # five products of 2 · dim · hidden a name
    adam = torch.optim.Adam(network.parameters())

    def step() -> None:
        adam.zero_grad()
        (network(names) - names).square().mean().backward()
        adam.step()

    step()
    return seconds(step)


def whole_seconds(source: Source, recipe: Recipe, encode: Callable[[Any], np.ndarray]) -> float:
    """A whole training, its names drawn and encoded."""
    from engine.learning.loop import train

    started = time.perf_counter()
    for _ in train(recipe, as_rows(selected(source, recipe).sample, encode), on=processor()):
        pass
    return time.perf_counter() - started


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


def step_seconds(recipe: Recipe, data: Any, precision: str, on: torch.device) -> float:
    """The median of a few steps after the first."""
    run = _run(recipe, data, precision, on)
    batches = run.batches()
    run.learn(next(batches))
    taken = []
    for _ in range(STEPS):
        batch = next(batches)
        synchronize(on)
        started = time.perf_counter()
        run.learn(batch)
        synchronize(on)
        taken.append(time.perf_counter() - started)
    return median(taken)


def epoch_seconds(recipe: Recipe, data: Any, precision: str, on: torch.device) -> float:
    """The median of a few whole epochs, negatives and validation with them."""
    run = _run(recipe, data, precision, on)
    taken = []
    for _ in range(EPOCHS):
        started = time.perf_counter()
        run.close_epoch([run.learn(batch) for batch in run.batches()])
        taken.append(time.perf_counter() - started)
    return median(taken)


def cca_seconds(workspace: Workspace, encode: Callable[[Any], np.ndarray]) -> float:
    """Fitting CCA's projections on names of pairs: 30,000 rows."""
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


def _run(recipe: Recipe, data: Any, precision: str, on: torch.device) -> Any:
    from engine.learning.run import Run

    return Run(replace(recipe, optimiser=replace(recipe.optimiser, precision=precision)), data, on)
