"""Higher-level semantics (HLS tables 4 and 5): names ranked on each level of a hierarchy, and their hypernyms found.

Both experiments have the same cells, so the second costs nothing in the folder of the first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from engine.errors import BadInput
from engine.evaluation import baselines
from engine.evaluation.baselines import Compare, by_encoder
from engine.evaluation.outcome import Outcome
from engine.evaluation.tasks import hypernym_detection, ranking_per_level
from engine.events import Event, Finished
from engine.experiments.cells import Cell, Measured, PlannedExperiment, Table, checkpoint_of
from engine.experiments.levels.report import report
from engine.experiments.levels.rows import trained_on
from engine.experiments.levels.subgraphs import SPLIT, LevelSubgraph, chosen
from engine.experiments.options import ExperimentOptions
from engine.experiments.training import train_encoder
from engine.learning.presets import recipe_from
from engine.learning.recipe import Recipe
from engine.learning.selection import as_rows
from engine.models.open import encoder_sha256, open_encoder
from engine.models.protocol import NameEncoder
from engine.workspace import Workspace

PRESET, HIDDEN = "higher-level", 4_800  # the paper's 76,800 units take sixteen times as long
QUICK_HIDDEN, QUICK = 256, ("optimiser.most_epochs=2",)
MEASURES = 1  # goes up when what is measured changes: older cells are then measured anew
Make = Callable[[LevelSubgraph, NameEncoder], Compare]
BASELINES: dict[str, Make] = {
    "vectors": lambda part, below: by_encoder(below.encode),
    "Jaccard": lambda part, below: baselines.by_jaccard,
    "TF-IDF": lambda part, below: baselines.by_tfidf,
    "word mover's, relaxed": lambda part, below: baselines.by_word_movers(below.encode, exact=False),
    "CCA vectors": lambda part, below: cca_of(part, below),
}


def run(workspace: Workspace, options: ExperimentOptions, out: Path) -> Iterator[Event | PlannedExperiment]:
    """Measure the baselines and an encoder for each subgraph, level and seed; Finished with {"rows", "files"}.

    `only` names trained rows: level-1, level-2 and so on. `file` gives other subgraphs than the workspace's, `root` and
    `levels` one part of it; BadInput where there is none that can be used.
    """
    trained = levels_of(options)
    below = open_encoder(workspace, options.encoder)
    recipe = recipe_of(options)
    parts = chosen(workspace, options)
    cells = []
    for part in parts:
        plan = [MEASURES, part.fingerprint, encoder_sha256(workspace, options.encoder)]
        for row, make in BASELINES.items():
            cells.append(Cell(f"{part.key} {row}", [*plan, row], partial(measure, part, row, make, below)))
        for level in trained:
            for seed in options.seed_list:
                one = replace(recipe, data=part.data(level), seed=seed)
                key = f"{part.key} {trained_on(level)} seed {seed}"
                whole = [*plan, one.to_dict()]
                cells.append(Cell(key, whole, partial(learn, part, level, below, one, checkpoint_of(whole, out))))
    sizes = {part.title: part.sizes() for part in parts}
    about = {
        **options.about(),
        "input": options.encoder,
        "recipe": recipe.to_dict(),
        "split": SPLIT,
        "subgraphs": sizes,
    }
    yield PlannedExperiment(Table(options.name, cells, partial(report, options.name, about)), about)


def levels_of(options: ExperimentOptions) -> list[int]:
    """The levels to train on; BadInput for a row that is none."""
    every = {f"level-{level}": level for level in range(1, options.levels + 1)}
    if unknown := set(options.only) - set(every):
        raise BadInput(f"{options.name} has no row {', '.join(sorted(unknown))}; its rows are {', '.join(every)}.")
    return [level for row, level in every.items() if not options.only or row in options.only]


def recipe_of(options: ExperimentOptions) -> Recipe:
    """The paper's recipe, with what is asked of it; the level and the seed are each cell's own."""
    width = options.hidden or (QUICK_HIDDEN if options.quick else HIDDEN)
    quick = QUICK if options.quick else ()
    return Recipe.from_dict(recipe_from(PRESET, [f"encoder.hidden={width}", *quick, *options.changes]))


def cca_of(part: LevelSubgraph, below: NameEncoder) -> Compare:
    """CCA of the training names with the means of their classes on the last level."""
    train = as_rows(part.samples[part.levels], below.encode).train
    return baselines.by_cca(below.encode, train.texts, train.classes)


def measure(part: LevelSubgraph, row: str, make: Make, below: NameEncoder) -> Iterator[Event]:
    """A baseline's numbers."""
    started = time.perf_counter()
    found = numbers(part, make(part, below))
    yield Finished({"part": part.title, "row": row, **found, "seconds": time.perf_counter() - started})


def learn(part: LevelSubgraph, level: int, below: NameEncoder, recipe: Recipe, passing: Path) -> Iterator[Event]:
    """Train on one level, and measure on all; a training that was killed goes on from the file `passing`."""
    made = yield from train_encoder(recipe, as_rows(part.samples[level], below.encode), below, passing)
    found = numbers(part, by_encoder(made.encode))
    about = {"part": part.title, "row": trained_on(level), "seed": recipe.seed, "seconds": made.seconds}
    passing.unlink(missing_ok=True)
    yield Finished({**about, "epochs": made.epochs, "metrics": made.metrics, **found})


def numbers(part: LevelSubgraph, compare: Compare) -> Measured:
    """One number a test name on each level: average precision (“map”) and reciprocal rank of a hypernym (“mrr”)."""
    names = part.test_names
    ranking = ranking_per_level(compare(names.queries, names.pool), names.members)
    above = {
        level: (compare(names.queries, texts), names.members[level][0], classes)
        for level, (texts, classes) in names.hypernyms.items()
    }
    return {
        "map": numbers_by_level(ranking),
        "mrr": numbers_by_level(hypernym_detection(above)),
        "without_vector": ranking.silent,
    }


def numbers_by_level(outcome: Outcome) -> list[list[float | None]]:
    """The numbers by level for JSON; None where nothing was to be found."""
    return [[None if np.isnan(n) else round(float(n), 6) for n in values] for values in outcome.numbers.values()]
