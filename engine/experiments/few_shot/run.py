"""Few-shot and continual training (FS table 3 and figure 1): what they are made from, and the files they write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from engine.errors import BadInput
from engine.evaluation.judged_sets import chosen_sets
from engine.evaluation.relatedness import read_pairs
from engine.events import Event
from engine.experiments.cells import ExperimentReport, Measured, PlannedExperiment, Table
from engine.experiments.few_shot.baselines import Cosines, untrained
from engine.experiments.few_shot.report import OPEN, bars_of, curve_markdown, curve_plot, table_markdown
from engine.experiments.few_shot.rows import chain_row, rows_of
from engine.experiments.few_shot.trainings import Chain, Materials, Stage, Trainings, stages_of
from engine.experiments.options import ExperimentOptions
from engine.formats.opening.json_text import read_json
from engine.learning.presets import recipe_from
from engine.learning.recipe import Recipe
from engine.learning.selection import Source
from engine.learning.selection.top_classes import top_classes_of
from engine.metrics.correlation import spearman
from engine.models.open import encoder_sha256, open_encoder
from engine.workspace import Workspace

CLASSES = 'write them as {"title": ["name", …], …}'
HIERARCHIES = {"S": "hpo", "I": "icd10cm"}  # the open stand-ins for SNOMED CT and ICD-10, unless others are named
CHAINS: dict[str, list[Chain]] = {"few-shot": [("S",), ("I",)], "continual": [("S", "I"), ("I", "S")]}
CURVE, QUICK_CURVE = (2, 5, 10, 15, 20, 30), (5, 15)
QUICK = ("encoder.hidden=256", "optimiser.most_epochs=3")


def run(workspace: Workspace, options: ExperimentOptions, out: Path) -> Iterator[Event | PlannedExperiment]:
    """A cell for each chain and seed, for CCA on the same names, and for each point of the curve if one is asked for.

    The vectors and the baselines that train nothing are measured at once. A relatedness set on which the vectors have
    no rank correlation, such as one of a single pair, raises BadInput.
    """
    recipe, chains = recipe_of(options), chains_of(options)
    materials = gather(workspace, options, recipe)
    base = {"vectors": materials.cosines(materials.encode)}
    for name, pairs in materials.pairs.items():
        if spearman(np.array(base["vectors"][name]), np.array([pair.score for pair in pairs])) is None:
            raise BadInput(f"The relatedness set {name} has no rank correlation; it needs two pairs or more.")
    base |= untrained(materials.pairs, materials.encode)

    shots, letters = recipe.sampler.shots, list(dict.fromkeys(letter for chain in chains for letter in chain))
    curve = (QUICK_CURVE if options.quick else CURVE) if options.curve else ()
    for letter in letters:  # a class of too few names is told before the hours of training
        materials.sample(letter, Stage((letter,), max([shots, *curve]), 0))
    stages = stages_of(chains, [shots], options.seed_list)
    points = [stage for letter in letters for stage in stages_of([(letter,)], curve, options.seed_list)]
    trainings = Trainings(materials)
    cells = [trainings.cca_cell(stage) for stage in stages if len(stage.chain) == 1]
    cells += [trainings.cell(stage) for stage in dict.fromkeys([*stages, *points])]
    table = Table(options.name, cells, partial(report, materials, base, stages, points))
    yield PlannedExperiment(table, {**options.about(), "recipe": recipe.to_dict()})


def recipe_of(options: ExperimentOptions) -> Recipe:
    """The preset's recipe at the width asked for; BadInput for options that these experiments have no use for."""
    if options.file:
        raise BadInput(
            f"{options.name} trains on the workspace's {' and '.join(HIERARCHIES.values())}, not on a file; leave out "
            "--file, name two of your own with --terminologies, or give your own classes with --chapters."
        )
    if options.root:
        raise BadInput(
            f"{options.name} takes whole terminologies; leave --root out, or give your classes with --chapters."
        )
    hidden = [f"encoder.hidden={options.hidden}"] if options.hidden else []
    changes = [*(QUICK if options.quick else ()), *hidden, *options.changes]
    recipe = Recipe.from_dict(recipe_from(options.preset, changes))
    if not hasattr(recipe.sampler, "shots"):
        raise BadInput(f"{options.name} draws a few names a class, and the preset {options.preset} takes every name.")
    return recipe


def chains_of(options: ExperimentOptions) -> list[Chain]:
    """The chains to train: the experiment's, or those of them that are named; and the person's own classes."""
    only = [tuple(row.split("-")) for row in options.only]
    chains = [chain for chain in CHAINS[options.name] if not only or chain in only]
    if len(chains) < len(set(only)):
        raise BadInput(f"The rows of {options.name} are {', '.join(map('-'.join, CHAINS[options.name]))}.")
    return [*chains, ("I 2018",)] if options.chapters else chains


def hierarchies_of(options: ExperimentOptions) -> dict[str, str]:
    """The terminologies that S and I stand for."""
    slugs = list(options.terminologies) or list(HIERARCHIES.values())
    if len(slugs) != len(HIERARCHIES):
        raise BadInput(f"{options.name} needs two terminologies, S and I in this order, not {len(slugs)}.")
    return dict(zip(HIERARCHIES, slugs, strict=True))


def report(
    materials: Materials,
    base: Mapping[str, Cosines],
    stages: Sequence[Stage],
    points: Sequence[Stage],
    measured: Mapping[str, Measured],
) -> ExperimentReport:
    """The table with its bars, and the curve where there are points."""
    rows = rows_of(materials.pairs, base, stages, measured)
    markdown, plots = table_markdown(rows, materials.titles), {"relatedness": bars_of(rows)}
    curve = []
    for chain, shots in dict.fromkeys((stage.chain, stage.shots) for stage in points):
        these = [stage for stage in points if (stage.chain, stage.shots) == (chain, shots)]
        row = chain_row(materials.pairs, base["vectors"], chain, these, measured)
        curve.append({**row, "row": f"{row['row']}, {shots} names a class", "hierarchy": row["row"], "shots": shots})
    if curve:
        markdown += "\n" + curve_markdown(curve)
        plots["curve"] = curve_plot(curve)
    return ExperimentReport([*rows, *curve], markdown, plots)


def read_classes(path: Path) -> dict[str, list[str]]:
    """Class title -> names, out of a JSON file; BadInput for another file."""
    try:
        found = read_json(path.read_bytes(), str(path), CLASSES)
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); check the path after --chapters.") from error
    if not isinstance(found, dict) or not all(
        isinstance(names, list) and all(isinstance(name, str) for name in names) for names in found.values()
    ):
        raise BadInput(f"{path} holds no classes; {CLASSES}.")
    return found


def gather(workspace: Workspace, options: ExperimentOptions, recipe: Recipe) -> Materials:
    """The hierarchies, vectors and judged pairs of an experiment."""
    files = chosen_sets(workspace, options.relatedness)
    hierarchies: dict[str, Mapping[str, Sequence[str]]] = {
        letter: top_classes_of(Source.of_workspace(workspace, slug)).names
        for letter, slug in hierarchies_of(options).items()
    }
    if options.chapters:
        hierarchies["I 2018"] = read_classes(options.chapters)
    return Materials(
        hierarchies,
        open_encoder(workspace, options.encoder).encode,
        {path.stem: read_pairs(path) for path in files},
        recipe,
        encoder_sha256(workspace, options.encoder),
        hierarchies_of(options) if options.terminologies else OPEN,
    )
