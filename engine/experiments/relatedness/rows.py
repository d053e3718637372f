"""The trained rows of the relatedness experiment: presets with what a person changed, and what each stands on."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.errors import BadInput
from engine.experiments.cells import sha256_of_plan
from engine.experiments.levels.subgraphs import OF_FILE, fittest
from engine.experiments.options import ExperimentOptions, sources
from engine.experiments.synonyms.sets import few_concepts
from engine.learning.input_vectors import with_composed_input
from engine.learning.presets import PRESETS, set_in
from engine.learning.recipe import Recipe
from engine.learning.selection import Source
from engine.learning.selection.levels import Levels
from engine.learning.selection.source import JOIN
from engine.models.open import VECTORS
from engine.workspace import Workspace
from store import terminologies

TOGETHER = ("cca", "conceptual-grounding", "bne", "best")  # on every terminology at once
ONE_BY_ONE = ("few-shot", "higher-level")  # on each hierarchy: a row each
ALONE = ", shipped vectors alone"  # behind the name of a preset whose own input cannot be made
HIDDEN = {"conceptual-grounding": 4_800, "higher-level": 4_800}  # the papers' 38,400 and 76,800 take hours
QUICK_HIDDEN, QUICK_CONCEPTS = 256, 300
PARTS = ("compose", "data", "front", "encoder", "objectives", "sampler", "optimiser")


@dataclass(frozen=True)
class PresetRow:
    """A preset to train: the row's name, the recipe, the encoder below it, and the names with their sha256."""

    name: str
    recipe: Recipe
    input: str
    source: Source
    sha256: str


def trained_rows(workspace: Workspace, options: ExperimentOptions) -> list[PresetRow]:
    """The rows asked for; the input that a preset composes is made in the workspace when it is not there yet.

    An input that a person names is kept. BadInput for settings that none of the rows has.
    """
    found, rows = recipes(options), []
    together = [name for name in found if name in TOGETHER]
    if together:
        source = joined_source(workspace, options)
        digest = sha256_of_names(source)
        for name in together:
            input = with_composed_input(workspace, found[name].changed(input=options.encoder)).input
            alone = ALONE if found[name].compose and input == VECTORS else ""
            rows.append(PresetRow(name + alone, found[name], input, source, digest))
    one_by_one = [name for name in found if name in ONE_BY_ONE]
    found_on = hierarchies(workspace, options) if one_by_one else []
    if options.only and one_by_one and not found_on:
        raise BadInput(f"{' and '.join(one_by_one)} need a hierarchy, and there is none; leave the row out.")
    for source in found_on:
        digest = sha256_of_names(source)
        for name in one_by_one:
            recipe = with_few_names(found[name], source) if options.quick else found[name]
            rows.append(PresetRow(f"{name} {source.title}", recipe, options.encoder, source, digest))
    return [row for row in rows if _is_chosen(row, options)]


def _is_chosen(row: PresetRow, options: ExperimentOptions) -> bool:
    return not options.only or row.recipe.preset in options.only or row.name in options.only


def recipes(options: ExperimentOptions) -> dict[str, Recipe]:
    """Preset -> recipe, of the presets asked for, at the width asked for and with the changes that concern it."""
    named = [one.split(" ")[0].rstrip(",") for one in options.only]
    found = {name: copy.deepcopy(PRESETS[name]) for name in (*TOGETHER, *ONE_BY_ONE) if not named or name in named}
    wide = {name: recipe["encoder"] for name, recipe in found.items() if "dan" in recipe["encoder"]["name"]}
    if options.hidden and not wide:
        raise BadInput("None of these rows has a wide network, so --hidden says nothing; leave it out.")
    for name, encoder in wide.items():
        encoder["hidden"] = options.hidden or (QUICK_HIDDEN if options.quick else HIDDEN.get(name, encoder["hidden"]))
    for recipe in found.values():
        if options.quick:
            recipe["optimiser"]["most_epochs"] = 1
    for change in options.changes:
        path = change.partition("=")[0]
        made = [name for name, recipe in found.items() if set_in(recipe, change)]
        if path.split(".")[0] not in PARTS or not made:
            raise BadInput(f"“{path}” is no setting of any of these rows; an example is optimiser.batch=32.")
    return {name: Recipe.from_dict(recipe) for name, recipe in found.items()}


def joined_source(workspace: Workspace, options: ExperimentOptions) -> Source:
    """The file, or the terminologies asked for, else all, together; a few hundred concepts for a quick run."""
    if options.file:
        source = next(iter(sources(workspace, options, ()).values()))
    else:
        source = Source.of_workspace(workspace, JOIN.join(options.terminologies) or "all")
    return few_concepts(source, QUICK_CONCEPTS) if options.quick else source


def hierarchies(workspace: Workspace, options: ExperimentOptions) -> Sequence[Source]:
    """The file, or each terminology asked for, else of the workspace, with a hierarchy; a quick run takes one."""
    if options.file or options.terminologies:
        every = list(sources(workspace, options, ()).values())
    else:
        with workspace.reading() as db:
            slugs = [terminology.slug for terminology in terminologies.all_terminologies(db)]
        every = [Source.of_workspace(workspace, slug) for slug in slugs]
    found = [source for source in every if source.parents]
    return [min(found, key=lambda source: len(source.names))] if found and options.quick else found


def with_few_names(recipe: Recipe, source: Source) -> Recipe:
    """A recipe on levels below the root of the smallest fit subgraph, where there is one; others as they are."""
    data = recipe.data
    if not isinstance(data, Levels) or data.root:
        return recipe
    try:
        return replace(recipe, data=replace(data, root=fittest(source, OF_FILE, data.levels)[-1]))
    except BadInput:
        return recipe  # the row will say so


def sha256_of_names(source: Source) -> str:
    """A hash of all that a training draws from a source: codes, names, parents, and what is held out."""
    held_out, annotated = sorted(source.held_out), sorted(source.annotated)
    return sha256_of_plan([source.names, source.titles, source.parents, held_out, annotated])
