"""The rows of the synonym-set experiments: baselines, and recipes with what a person changed, as cells."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.evaluation.judged_sets import chosen_sets
from engine.evaluation.relatedness import read_pairs
from engine.events import Event, Finished
from engine.experiments.cells import Cell, checkpoint_of
from engine.experiments.options import ExperimentOptions, sources
from engine.experiments.synonyms.baselines import baseline, too_large
from engine.experiments.synonyms.roots import below, filed, roots_in, titled
from engine.experiments.synonyms.sets import SynonymSets, few_concepts, measured_encoder
from engine.experiments.training import train_encoder
from engine.learning.presets import recipe_from, set_in
from engine.learning.recipe import Recipe, spelt_out
from engine.learning.selection import DATA, Source
from engine.models.open import encoder_sha256, learnt_words, open_encoder
from engine.settings import named
from engine.workspace import Workspace

HIDDEN = 4_800  # the paper's 38,400 is 8 times as slow
GROUNDING = "conceptual-grounding"
MENTIONS = "mentions"  # of annotated text, whatever its files are called
QUICK_CONCEPTS = 300
QUICK = ("encoder.hidden=256", "optimiser.most_epochs=2")
QUICK_BNE = ("encoder.hidden=32", "encoder.character_hidden=16", "optimiser.most_epochs=1")
MEASURES = 1  # goes up when what is measured changes: older cells are then measured anew


# Wu et al. 2017 weigh negatives by 1 / q(d), which all but picks the nearest; 1 / d among the 200 nearest is mild.
DENSITY = 'sampler.negatives="inverse density"'
# Canonical variates as they are; the preset's own form was chosen by validation mAP of CCA alone on HPO.
WHITENING = 'front={"name": "cca", "form": "whitening", "ridge": 0.001}'


@dataclass(frozen=True)
class SynonymRow:
    """A way to compare names: a baseline without training, or a preset with settings changed."""

    title: str
    baseline: str = ""
    preset: str = ""
    changes: Sequence[str] = ()
    extra: bool = False  # done only when it is asked for by name


ROWS = {
    "jaccard": SynonymRow("Jaccard", baseline="jaccard"),
    "tf-idf": SynonymRow("character TF-IDF", baseline="tf-idf"),
    "word-movers": SynonymRow("word mover's, relaxed", baseline="word-movers"),
    "vectors": SynonymRow("vectors", baseline="vectors"),
    "cca": SynonymRow("CCA vectors", preset=GROUNDING, changes=('encoder={"name": "identity"}',)),
    "bne": SynonymRow("BNE", preset="bne"),
    "dan": SynonymRow("DAN", preset=GROUNDING, changes=('front={"name": "none"}',)),
    "cca+dan": SynonymRow("CCA+DAN", preset=GROUNDING),
    "cca-whitening": SynonymRow(
        "CCA vectors, whitening",
        preset=GROUNDING,
        changes=('encoder={"name": "identity"}', WHITENING),
        extra=True,
    ),
    "cca+dan-whitening": SynonymRow("CCA+DAN, whitening", preset=GROUNDING, changes=(WHITENING,), extra=True),
    "dan-density": SynonymRow(
        "DAN, density-weighted negatives",
        preset=GROUNDING,
        changes=('front={"name": "none"}', DENSITY),
        extra=True,
    ),
    "cca+dan-density": SynonymRow(
        "CCA+DAN, density-weighted negatives", preset=GROUNDING, changes=(DENSITY,), extra=True
    ),
}


def gathered(workspace: Workspace, options: ExperimentOptions, preferred: Sequence[str]) -> dict[str, SynonymSets]:
    """The terminologies' synonym sets by how they are filed, filtered and split as the presets' data selection says.

    With `root` those of its concepts and of everything below them. Where the data selection reads files of its own,
    these alone. The split is drawn once, so that every training of a row answers the same queries.
    """
    encoder = open_encoder(workspace, options.encoder)
    vocabulary = learnt_words(encoder)
    pairs = {path.stem: read_pairs(path) for path in chosen_sets(workspace, options.relatedness)}
    selection = named(recipe(ROWS["dan"], options)["data"], DATA, "data selection")
    if getattr(selection, "own_files", False):
        if options.file or options.root or options.terminologies:
            raise BadInput(f"{selection.title}: the data selection names its files; leave out the terminologies.")
        sample = selection.sample(Source(MENTIONS, {}, {}).known_by(vocabulary), 0)
        return {MENTIONS: SynonymSets(MENTIONS, sample, encoder.encode, pairs, MENTIONS)}
    found, whole = {}, sources(workspace, options, preferred)
    for terminology, roots in roots_in(whole, options.root).items():
        every = whole[terminology].known_by(vocabulary)
        source = below(every, roots) if roots else every
        part = few_concepts(source, QUICK_CONCEPTS) if options.quick else source
        title, sample = titled(terminology, source, roots), selection.sample(part, 0)
        found[filed(terminology, roots)] = SynonymSets(title, sample, encoder.encode, pairs, terminology)
    return found


def chosen(rows: Mapping[str, SynonymRow], options: ExperimentOptions) -> dict[str, SynonymRow]:
    """The rows that are asked for; the vectors are always among them, since every other row is held against them."""
    wrong = [name for name in options.only if name not in rows]
    trained = [row for row in rows.values() if row.preset]
    if wrong:
        raise BadInput(f"The rows of {options.name} are {', '.join(rows)}; there is no “{wrong[0]}”.")
    for place, change in enumerate(options.changes):
        path, plain = change.partition("=")[0], replace(options, changes=options.changes[:place])
        if not any(set_in(copy.deepcopy(recipe(row, plain)), f"{path}=null") for row in trained):
            raise BadInput(f"“{path}” is no setting of any row of {options.name}; an example is encoder.dropout=0.3.")
    named_rows = {name for name in rows if name in options.only} or {name for name in rows if not rows[name].extra}
    return {name: row for name, row in rows.items() if name in named_rows | {"vectors"}}


def measurable(sets: SynonymSets, rows: Mapping[str, SynonymRow]) -> dict[str, SynonymRow]:
    """The rows that are not too large for these sets."""
    return {name: row for name, row in rows.items() if not too_large(sets, row.baseline)}


def left_out(sets: SynonymSets, rows: Mapping[str, SynonymRow]) -> list[str]:
    """The lines below a table that say which rows are missing, and why."""
    why = filter(None, (too_large(sets, row.baseline) for row in rows.values()))
    return [line for reason in why for line in (reason, "")]


def recipe(row: SynonymRow, options: ExperimentOptions) -> dict[str, Any]:
    """A row's recipe with the person's changes, those that concern it; every row learns from the same names."""
    found = recipe_from(row.preset, row.changes) | {"data": recipe_from(GROUNDING)["data"]}
    quick = QUICK_BNE if found["encoder"]["name"] == "bne" else QUICK
    found = with_changes(found, quick if options.quick else ())
    if found["encoder"]["name"] == "dan" and (options.hidden or not options.quick):
        found["encoder"]["hidden"] = options.hidden or HIDDEN
    return with_changes(found, options.changes)


def with_changes(recipe: Mapping[str, Any], changes: Sequence[str]) -> dict[str, Any]:
    """A copy of the recipe with the “path=value” whose path it has, in turn: data=pubtator, then data.train_file=…"""
    found = copy.deepcopy(dict(recipe))
    for change in changes:
        if set_in(found, change):
            found = spelt_out(found)
    return found


def about(
    sets: Mapping[str, SynonymSets], rows: Mapping[str, SynonymRow], options: ExperimentOptions
) -> dict[str, Any]:
    """What shaped the result: options, recipes, and how many names each split has."""
    recipes = {name: recipe(row, options) for name, row in rows.items() if row.preset}
    return options.about() | {"recipes": recipes, "names": {title: part.about() for title, part in sets.items()}}


def cells_of(
    workspace: Workspace,
    sets: Mapping[str, SynonymSets],
    rows: Mapping[str, SynonymRow],
    options: ExperimentOptions,
    out: Path,
) -> list[Cell]:
    """One cell a terminology and row, and a seed where the row is trained; a killed training goes on from `out`."""
    found, vectors = [], encoder_sha256(workspace, options.encoder)
    for title, part in sets.items():
        if any(row.preset for row in rows.values()):
            part.need_validation()
        made_from = {"measures": MEASURES, "names": part.fingerprint(), "vectors": vectors}
        for name, row in measurable(part, rows).items():
            if row.baseline:
                found.append(Cell(key(title, name), made_from | {"row": name}, partial(baseline, part, row.baseline)))
                continue
            plan = recipe(row, options)
            for seed in seeds_of(row, options):
                own = made_from | {"recipe": plan | {"seed": seed}}
                seeded = Recipe.from_dict(plan | {"seed": seed})
                work = partial(trained, part, seeded, checkpoint_of(own, out))
                found.append(Cell(key(title, name, seed), own, work))
    return found


def seeds_of(row: SynonymRow, options: ExperimentOptions) -> list[int]:
    """The seeds of a row: one where nothing is drawn at random, as of a baseline or of CCA alone."""
    trains = bool(row.preset) and recipe(row, options)["encoder"]["name"] != "identity"
    return options.seed_list if trains else [0]


def key(title: str, row: str, seed: int = 0) -> str:
    """How a measurement is filed; baselines have no seed and are filed under 0."""
    return f"{title} {row} {seed}"


def trained(sets: SynonymSets, recipe: Recipe, checkpoint: Path) -> Iterator[Event]:
    """A row with training, measured; Finished with its epochs, seconds and validation curve besides."""
    made = yield from train_encoder(recipe, sets.data, sets, checkpoint)
    found = measured_encoder(sets, made.encode)
    checkpoint.unlink(missing_ok=True)
    yield Finished(found | {"seconds": made.seconds, "epochs": made.epochs, "curve": made.curve} | made.metrics)
