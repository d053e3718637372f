"""Higher-level semantics (HLS tables 4 and 5): names ranked on each level of a hierarchy, and their hypernyms found.

Both experiments have the same cells, so the second costs nothing in the folder of the first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.encoding import NameEncoder, encoder_sha256, open_encoder
from engine.errors import BadInput
from engine.evaluation import baselines
from engine.evaluation.baselines import Compare, by_encoder
from engine.evaluation.tasks import Outcome, hypernym_detection, ranking_per_level
from engine.events import Event, Finished
from engine.experiments.cells import Cell, Measured, Table, carried_out, checkpoint_of
from engine.experiments.learned import learned
from engine.experiments.level_parts import SPLIT, Part, chosen
from engine.experiments.level_rows import trained_on
from engine.experiments.levels_report import report
from engine.experiments.wanted import Wanted
from engine.presets import recipe_from
from engine.selection import as_rows
from engine.workspace import Workspace

PRESET, HIDDEN = "higher-level", 4_800  # the paper's 76,800 units take sixteen times as long
QUICK_HIDDEN, QUICK = 256, ("optimiser.most_epochs=2",)
MEASURES = 1  # goes up when what is measured changes: older cells are then measured anew
Make = Callable[[Part, NameEncoder], Compare]
BASELINES: dict[str, Make] = {
    "vectors": lambda part, below: by_encoder(below.encode),
    "Jaccard": lambda part, below: baselines.by_jaccard,
    "TF-IDF": lambda part, below: baselines.by_tfidf,
    "word mover's, relaxed": lambda part, below: baselines.by_word_movers(below.encode, exact=False),
    "CCA vectors": lambda part, below: cca_of(part, below),
}


def run(workspace: Workspace, wanted: Wanted, out: Path) -> Iterator[Event]:
    """Measure the baselines and an encoder for each subgraph, level and seed; Finished with {"rows", "files"}.

    `only` names trained rows: level-1, level-2 and so on. `file` gives other subgraphs than the workspace's, `root` and
    `levels` one part of it; BadInput where there is none that can be used.
    """
    trained = levels_of(wanted)
    below = open_encoder(workspace, wanted.encoder)
    recipe = recipe_of(wanted)
    parts = chosen(workspace, wanted)
    cells = []
    for part in parts:
        plan = [MEASURES, part.fingerprint, encoder_sha256(workspace, wanted.encoder)]
        for row, make in BASELINES.items():
            cells.append(Cell(f"{part.key} {row}", [*plan, row], partial(measure, part, row, make, below)))
        for level in trained:
            for seed in wanted.seed_list:
                one = {**recipe, "data": part.data(level), "seed": seed}
                key = f"{part.key} {trained_on(level)} seed {seed}"
                whole = [*plan, one]
                cells.append(Cell(key, whole, partial(learn, part, level, below, one, checkpoint_of(whole, out))))
    sizes = {part.title: part.sizes() for part in parts}
    about = {**wanted.about(), "input": wanted.encoder, "recipe": recipe, "split": SPLIT, "subgraphs": sizes}
    yield from carried_out(Table(wanted.name, cells, partial(report, wanted.name, about)), out, about)


def levels_of(wanted: Wanted) -> list[int]:
    """The levels to train on; BadInput for a row that is none."""
    every = {f"level-{level}": level for level in range(1, wanted.levels + 1)}
    if unknown := set(wanted.only) - set(every):
        raise BadInput(f"{wanted.name} has no row {', '.join(sorted(unknown))}; its rows are {', '.join(every)}.")
    return [level for row, level in every.items() if not wanted.only or row in wanted.only]


def recipe_of(wanted: Wanted) -> dict[str, Any]:
    """The paper's recipe, with what is asked of it; the level and the seed are each cell's own."""
    width = wanted.hidden or (QUICK_HIDDEN if wanted.quick else HIDDEN)
    quick = QUICK if wanted.quick else ()
    return recipe_from(PRESET, [f"encoder.hidden={width}", *quick, *wanted.changes])


def cca_of(part: Part, below: NameEncoder) -> Compare:
    """CCA of the training names with the means of their classes on the last level."""
    train = as_rows(part.samples[part.levels], below.encode).train
    return baselines.by_cca(below.encode, train.texts, train.classes)


def measure(part: Part, row: str, make: Make, below: NameEncoder) -> Iterator[Event]:
    """A baseline's numbers."""
    started = time.perf_counter()
    found = numbers(part, make(part, below))
    yield Finished({"part": part.title, "row": row, **found, "seconds": time.perf_counter() - started})


def learn(part: Part, level: int, below: NameEncoder, recipe: Mapping[str, Any], passing: Path) -> Iterator[Event]:
    """Train on one level, and measure on all; a training that was killed goes on from the file `passing`."""
    made = yield from learned(recipe, as_rows(part.samples[level], below.encode), below.encode, passing)
    found = numbers(part, by_encoder(made.encode))
    about = {"part": part.title, "row": trained_on(level), "seed": recipe["seed"], "seconds": made.seconds}
    passing.unlink(missing_ok=True)
    yield Finished({**about, "epochs": made.epochs, "metrics": made.metrics, **found})


def numbers(part: Part, compare: Compare) -> Measured:
    """One number a test name on each level: average precision (“map”) and reciprocal rank of a hypernym (“mrr”)."""
    asked = part.asked
    ranking = ranking_per_level(compare(asked.queries, asked.pool), asked.members)
    above = {
        level: (compare(asked.queries, names), asked.members[level][0], classes)
        for level, (names, classes) in asked.hypernyms.items()
    }
    return {"map": kept(ranking), "mrr": kept(hypernym_detection(above)), "without_vector": ranking.silent}


def kept(outcome: Outcome) -> list[list[float | None]]:
    """The numbers by level for JSON; None where nothing was to be found."""
    return [[None if np.isnan(n) else round(float(n), 6) for n in values] for values in outcome.numbers.values()]
