"""Every encoder on human-judged pairs: what the workspace holds, and what each preset makes of its terminologies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput, NotFound
from engine.evaluation.judged_sets import chosen_sets
from engine.evaluation.pairwise import pairwise
from engine.evaluation.relatedness import JudgedPair, read_pairs, relatedness_outcome
from engine.events import Event, Finished, Progress
from engine.experiments.cells import Cell, Measured, PlannedExperiment, Table, checkpoint_of
from engine.experiments.options import ExperimentOptions
from engine.experiments.relatedness.report import Pairs, report
from engine.experiments.relatedness.rows import ONE_BY_ONE, TOGETHER, PresetRow, trained_rows
from engine.experiments.training import train_encoder
from engine.learning.drawn_names import selected
from engine.learning.selection import as_rows
from engine.models.open import VECTORS, encoder_sha256, learnt_words, open_encoder
from engine.vectors.ids import ids_in
from engine.workspace import Workspace
from store import models
from store.files import sha256_of

BASELINES = {"jaccard": "Jaccard", "tf-idf": "TF-IDF", "word-movers": "word mover's"}
MEASURES = 2  # goes up when what is measured changes: older cells are then measured anew


def run(workspace: Workspace, options: ExperimentOptions, out: Path) -> Iterator[Event | PlannedExperiment]:
    """A cell for each encoder of the workspace and each baseline, and for each preset and seed.

    `only` names the rows to do: encoders, baselines, presets; the vectors, against which the others are held, and the
    inputs of what is trained are always among them. BadInput for a row that there is not.
    """
    if options.preset != ExperimentOptions("").preset:
        raise BadInput(f"The presets are rows of relatedness: write --only {options.preset}, not --preset.")
    if options.root:
        raise BadInput("relatedness learns from whole terminologies: leave --root out, or name a part with --file.")
    files = chosen_sets(workspace, options.relatedness)
    pairs = {path.stem: read_pairs(path) for path in files}
    judged = [MEASURES, [[path.stem, sha256_of(path)] for path in files]]
    yield Progress(0, 0, "Reading the terminologies")
    trained = trained_rows(workspace, options)
    there = encoders(workspace)  # what a preset stands on is among them by now
    known = [*there, *BASELINES, *TOGETHER, *ONE_BY_ONE, *(row.name for row in trained)]
    if wrong := [name for name in options.only if name not in known]:
        raise BadInput(f"There is no row “{wrong[0]}”; the rows are {', '.join(dict.fromkeys(known))}.")
    always = {VECTORS, *(row.input for row in trained)}
    cells = []
    for id in there:
        if not options.only or id in always or id in options.only:
            plan: list[Any] = [encoder_sha256(workspace, id), judged]
            cells.append(Cell(id, plan, partial(of_encoder, workspace, id, pairs)))
    for name, title in BASELINES.items():
        if not options.only or name in options.only:
            plan = [name, encoder_sha256(workspace, VECTORS), judged]
            cells.append(Cell(title, plan, partial(of_baseline, workspace, title, pairs)))
    for row in trained:
        below = [row.input, encoder_sha256(workspace, row.input)]
        for seed in options.seed_list:
            plan = [replace(row.recipe, seed=seed).to_dict(), judged, below, row.source.title, row.sha256]
            work = partial(of_recipe, workspace, row, seed, pairs, checkpoint_of(plan, out))
            cells.append(Cell(f"{row.name}/{seed}", plan, work))
    yield PlannedExperiment(Table(options.name, cells, partial(report, pairs, trained)), options.about())


def encoders(workspace: Workspace) -> list[str]:
    """The shipped vectors, the workspace's own, and its model versions."""
    with workspace.reading() as db:
        return [VECTORS, *ids_in(workspace.folder / "vectors"), *(model.id for model in models.all_models(db))]


def of_encoder(workspace: Workspace, id: str, pairs: Pairs) -> Iterator[Event]:
    """An encoder as it stands."""
    yield Progress(0, 1, "Encoding the pairs")
    yield Finished(measured(pairs, by_cosine(open_encoder(workspace, id).encode)))


def of_baseline(workspace: Workspace, name: str, pairs: Pairs) -> Iterator[Event]:
    """A baseline on the pairs alone; word mover's distance is that of the shipped vectors."""
    yield Progress(0, 1, "Comparing the pairs")
    yield Finished(measured(pairs, pairwise(name, open_encoder(workspace, VECTORS).encode)))


def of_recipe(workspace: Workspace, row: PresetRow, seed: int, pairs: Pairs, passing: Path) -> Iterator[Event]:
    """An encoder trained for this: on the names of concepts that are not held out, never on the pairs.

    A training that was killed goes on from the file `passing`. Where a hierarchy has not what the preset asks for,
    Finished with {"left_out": why}.
    """
    recipe = replace(row.recipe, seed=seed)
    input = open_encoder(workspace, row.input)
    started = time.perf_counter()
    try:
        sample = selected(row.source.known_by(learnt_words(input)), recipe).sample
    except (BadInput, NotFound) as why:  # NotFound: a root of another hierarchy
        if recipe.preset not in ONE_BY_ONE:
            raise
        yield Finished({"left_out": str(why)})
        return
    made = yield from train_encoder(recipe, as_rows(sample, input.encode), input, passing)
    found = measured(pairs, by_cosine(made.encode))
    passing.unlink(missing_ok=True)
    yield Finished(found | {"seconds": time.perf_counter() - started, "epochs": made.epochs})


def by_cosine(encode: Callable[[Sequence[str]], np.ndarray]) -> Callable[[Sequence[JudgedPair]], np.ndarray]:
    """An encoder as a function of pairs: the cosine of each."""
    return lambda judged: relatedness_outcome(judged, encode).numbers["spearman"]


def measured(pairs: Pairs, similarities: Callable[[Sequence[JudgedPair]], np.ndarray]) -> Measured:
    """The similarity of each pair, by set."""
    return {"cosines": {name: similarities(judged).tolist() for name, judged in pairs.items()}}
