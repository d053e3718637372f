"""Few-shot and continual training (FS table 3 and figure 1): what they are made from, and the files they write."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.encoding import encoder_sha256, open_encoder
from engine.errors import BadInput
from engine.evaluation.relatedness import read_pairs, spearman
from engine.events import Event
from engine.experiments.cells import Measured, Report, Table, carried_out
from engine.experiments.few_shot import Chain, Materials, Stage, Trainings, stages_of
from engine.experiments.few_shot_baselines import Cosines, untrained
from engine.experiments.few_shot_report import OPEN, bars_of, curve_markdown, curve_plot, table_markdown
from engine.experiments.few_shot_rows import chain_row, rows_of
from engine.experiments.wanted import Wanted
from engine.fitting import relatedness_sets
from engine.presets import recipe_from
from engine.selection import classes_for
from engine.workspace import Workspace

HIERARCHIES = {"S": "hpo", "I": "icd10cm"}  # the open stand-ins for SNOMED CT and ICD-10, unless others are named
CHAINS: dict[str, list[Chain]] = {"few-shot": [("S",), ("I",)], "continual": [("S", "I"), ("I", "S")]}
CURVE, QUICK_CURVE = (2, 5, 10, 15, 20, 30), (5, 15)
QUICK = ("encoder.hidden=256", "optimiser.most_epochs=3")


def run(workspace: Workspace, wanted: Wanted, out: Path) -> Iterator[Event]:
    """A cell for each chain and seed, for CCA on the same names, and for each point of the curve if that is wanted.

    The vectors and the baselines that train nothing are measured at once. A relatedness set on which the vectors have
    no rank correlation, such as one of a single pair, raises BadInput.
    """
    recipe, chains = recipe_of(wanted), chains_of(wanted)
    materials = gather(workspace, wanted, recipe)
    base = {"vectors": materials.cosines(materials.encode)}
    for name, pairs in materials.pairs.items():
        if spearman(np.array(base["vectors"][name]), np.array([pair.score for pair in pairs])) is None:
            raise BadInput(f"The relatedness set {name} has no rank correlation; it needs two pairs or more.")
    base |= untrained(materials.pairs, materials.encode)

    shots, letters = recipe["sampler"]["shots"], list(dict.fromkeys(letter for chain in chains for letter in chain))
    curve = (QUICK_CURVE if wanted.quick else CURVE) if wanted.curve else ()
    for letter in letters:  # a class of too few names is told before the hours of training
        materials.sample(letter, Stage((letter,), max([shots, *curve]), 0))
    stages = stages_of(chains, [shots], wanted.seed_list)
    points = [stage for letter in letters for stage in stages_of([(letter,)], curve, wanted.seed_list)]
    trainings = Trainings(materials)
    cells = [trainings.cca_cell(stage) for stage in stages if len(stage.chain) == 1]
    cells += [trainings.cell(stage) for stage in dict.fromkeys([*stages, *points])]
    table = Table(wanted.name, cells, partial(report, materials, base, stages, points))
    yield from carried_out(table, out, {**wanted.about(), "recipe": recipe})


def recipe_of(wanted: Wanted) -> dict[str, Any]:
    """The preset's recipe at the width asked for; BadInput for options that these experiments have no use for."""
    if wanted.file:
        raise BadInput(
            f"{wanted.name} trains on the workspace's {' and '.join(HIERARCHIES.values())}, not on a file; leave out "
            "--file, name two of your own with --terminologies, or give your own classes with --chapters."
        )
    if wanted.root:
        raise BadInput(
            f"{wanted.name} takes whole terminologies; leave --root out, or give your classes with --chapters."
        )
    hidden = [f"encoder.hidden={wanted.hidden}"] if wanted.hidden else []
    recipe = recipe_from(wanted.preset, [*(QUICK if wanted.quick else ()), *hidden, *wanted.changes])
    if "shots" not in recipe["sampler"]:
        raise BadInput(f"{wanted.name} draws a few names a class, and the preset {wanted.preset} takes every name.")
    return recipe


def chains_of(wanted: Wanted) -> list[Chain]:
    """The chains to train: the experiment's, or those of them that are named; and the person's own classes."""
    only = [tuple(row.split("-")) for row in wanted.only]
    chains = [chain for chain in CHAINS[wanted.name] if not only or chain in only]
    if len(chains) < len(set(only)):
        raise BadInput(f"The rows of {wanted.name} are {', '.join(map('-'.join, CHAINS[wanted.name]))}.")
    return [*chains, ("I 2018",)] if wanted.chapters else chains


def hierarchies_of(wanted: Wanted) -> dict[str, str]:
    """The terminologies that S and I stand for."""
    slugs = list(wanted.terminologies) or list(HIERARCHIES.values())
    if len(slugs) != len(HIERARCHIES):
        raise BadInput(f"{wanted.name} needs two terminologies, S and I in this order, not {len(slugs)}.")
    return dict(zip(HIERARCHIES, slugs, strict=True))


def report(
    materials: Materials,
    base: Mapping[str, Cosines],
    stages: Sequence[Stage],
    points: Sequence[Stage],
    measured: Mapping[str, Measured],
) -> Report:
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
    return Report([*rows, *curve], markdown, plots)


def read_classes(path: Path) -> dict[str, list[str]]:
    """Class title -> names, out of a JSON file; BadInput for another file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}); check the path after --chapters.") from error
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(
        isinstance(names, list) and all(isinstance(name, str) for name in names) for names in found.values()
    ):
        raise BadInput(f'{path} holds no classes; write them as {{"title": ["name", …], …}}.')
    return found


def gather(workspace: Workspace, wanted: Wanted, recipe: dict[str, Any]) -> Materials:
    """The hierarchies, vectors and judged pairs of an experiment; BadInput when there are no pairs."""
    files = list(wanted.relatedness) or relatedness_sets(workspace)
    if not files:
        raise BadInput(
            "An experiment needs relatedness sets: name their files with --relatedness, or keep some in the workspace."
        )
    hierarchies: dict[str, Mapping[str, Sequence[str]]] = {
        letter: classes_for(workspace, {"terminology": slug}).names for letter, slug in hierarchies_of(wanted).items()
    }
    if wanted.chapters:
        hierarchies["I 2018"] = read_classes(wanted.chapters)
    return Materials(
        hierarchies,
        open_encoder(workspace, wanted.encoder).encode,
        {path.stem: read_pairs(path) for path in files},
        recipe,
        encoder_sha256(workspace, wanted.encoder),
        hierarchies_of(wanted) if wanted.terminologies else OPEN,
    )
