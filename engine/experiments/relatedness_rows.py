"""The trained rows of the relatedness experiment: presets with what a person changed, and what each stands on."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.composing import composed
from engine.encoding import VECTORS
from engine.errors import BadInput
from engine.experiments.level_parts import OF_FILE, fittest
from engine.experiments.synonym_sets import few_concepts
from engine.experiments.wanted import Wanted, sources
from engine.presets import PRESETS, set_in
from engine.recipe import Recipe
from engine.selection import Source
from engine.selection.source import JOIN
from engine.workspace import Workspace
from store import terminologies

TOGETHER = ("cca", "conceptual-grounding", "bne", "best")  # on every terminology at once
ONE_BY_ONE = ("few-shot", "higher-level")  # on each hierarchy: a row each
ALONE = ", shipped vectors alone"  # behind the name of a preset whose own input cannot be made
HIDDEN = {"conceptual-grounding": 4_800, "higher-level": 4_800}  # the papers' 38,400 and 76,800 take hours
QUICK_HIDDEN, QUICK_CONCEPTS = 256, 300
PARTS = ("compose", "data", "front", "encoder", "objectives", "sampler", "optimiser")


@dataclass(frozen=True)
class Row:
    """A preset to train: the row's name, the recipe, the encoder below it, and the names with their sha256."""

    name: str
    recipe: Mapping[str, Any]
    input: str
    source: Source
    sha256: str


def trained_rows(workspace: Workspace, wanted: Wanted) -> list[Row]:
    """The rows asked for; the input that a preset composes is made in the workspace when it is not there yet.

    An input that a person names is kept. BadInput for settings that none of the rows has.
    """
    found, rows = recipes(wanted), []
    together = [name for name in found if name in TOGETHER]
    if together:
        source = joined_source(workspace, wanted)
        digest = sha256_of_names(source)
        for name in together:
            input = composed(workspace, {**found[name], "input": wanted.encoder})["input"]
            alone = ALONE if found[name].get("compose") and input == VECTORS else ""
            rows.append(Row(name + alone, found[name], input, source, digest))
    one_by_one = [name for name in found if name in ONE_BY_ONE]
    found_on = hierarchies(workspace, wanted) if one_by_one else []
    if wanted.only and one_by_one and not found_on:
        raise BadInput(f"{' and '.join(one_by_one)} need a hierarchy, and there is none; leave the row out.")
    for source in found_on:
        digest = sha256_of_names(source)
        for name in one_by_one:
            recipe = with_few_names(found[name], source) if wanted.quick else found[name]
            rows.append(Row(f"{name} {source.title}", recipe, wanted.encoder, source, digest))
    return [row for row in rows if _asked(row, wanted)]


def _asked(row: Row, wanted: Wanted) -> bool:
    return not wanted.only or row.recipe["preset"] in wanted.only or row.name in wanted.only


def recipes(wanted: Wanted) -> dict[str, dict[str, Any]]:
    """Preset -> recipe, of the presets asked for, at the width asked for and with the changes that concern it."""
    asked = [one.split(" ")[0].rstrip(",") for one in wanted.only]
    found = {name: copy.deepcopy(PRESETS[name]) for name in (*TOGETHER, *ONE_BY_ONE) if not asked or name in asked}
    wide = {name: recipe["encoder"] for name, recipe in found.items() if "dan" in recipe["encoder"]["name"]}
    if wanted.hidden and not wide:
        raise BadInput("None of these rows has a wide network, so --hidden says nothing; leave it out.")
    for name, encoder in wide.items():
        encoder["hidden"] = wanted.hidden or (QUICK_HIDDEN if wanted.quick else HIDDEN.get(name, encoder["hidden"]))
    for recipe in found.values():
        if wanted.quick:
            recipe["optimiser"]["most_epochs"] = 1
    for change in wanted.changes:
        path = change.partition("=")[0]
        made = [name for name, recipe in found.items() if set_in(recipe, change)]
        if path.split(".")[0] not in PARTS or not made:
            raise BadInput(f"“{path}” is no setting of any of these rows; an example is optimiser.batch=32.")
    return {name: Recipe.from_dict(recipe).to_dict() for name, recipe in found.items()}


def joined_source(workspace: Workspace, wanted: Wanted) -> Source:
    """The file, or the terminologies asked for, else all, together; a few hundred concepts for a quick run."""
    if wanted.file:
        source = next(iter(sources(workspace, wanted, ()).values()))
    else:
        source = Source.of_workspace(workspace, JOIN.join(wanted.terminologies) or "all")
    return few_concepts(source, QUICK_CONCEPTS) if wanted.quick else source


def hierarchies(workspace: Workspace, wanted: Wanted) -> Sequence[Source]:
    """The file, or each terminology asked for, else of the workspace, with a hierarchy; a quick run takes one."""
    if wanted.file or wanted.terminologies:
        every = list(sources(workspace, wanted, ()).values())
    else:
        with workspace.reading() as db:
            slugs = [terminology.slug for terminology in terminologies.all_terminologies(db)]
        every = [Source.of_workspace(workspace, slug) for slug in slugs]
    found = [source for source in every if source.parents]
    return [min(found, key=lambda source: len(source.names))] if found and wanted.quick else found


def with_few_names(recipe: dict[str, Any], source: Source) -> dict[str, Any]:
    """A recipe on levels below the root of the smallest fit subgraph, where there is one; others as they are."""
    data = recipe["data"]
    if data["name"] != "levels" or data["root"]:
        return recipe
    try:
        return {**recipe, "data": {**data, "root": fittest(source, OF_FILE, data["levels"])[-1]}}
    except BadInput:
        return recipe  # the row will say so


def sha256_of_names(source: Source) -> str:
    """A hash of all that a training draws from a source: codes, names, parents, and what is held out."""
    parts = [source.names, source.titles, source.parents, sorted(source.held_out), sorted(source.said)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
