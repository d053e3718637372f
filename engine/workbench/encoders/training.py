"""Trainings, from recipe to run."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

from engine.errors import BadInput, NomenclatorError
from engine.learning.pipeline import complete, with_whole_paths
from engine.learning.presets import ABOUT, PRESETS
from engine.learning.recipe import Recipe
from engine.learning.requirements import Requirements, requirements_of
from engine.learning.selection.filters import ANY_WORD
from engine.learning.selection.sample import Sample
from engine.learning.selection.source import ALL_TERMINOLOGIES
from engine.learning.selection.synonyms import UNKNOWN
from engine.learning.selection_report import SelectionReport, drawn_for, selection_report, versions_of
from engine.learning.trained_already import version_of
from engine.models.open import VECTORS, open_encoder
from engine.models.versions import learned_from
from engine.settings import Field
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.jobs import Jobs
from engine.workspace import Workspace
from store import label_sets
from store.records.training import ModelVersion


class ModelTraining:
    """Checks recipes and starts their training."""

    def __init__(self, workspace: Workspace, encoders: EncoderResolver, jobs: Jobs) -> None:
        self._workspace = workspace
        self._encoders = encoders
        self._jobs = jobs

    def presets(self) -> dict[str, dict[str, Any]]:
        """Name of a preset -> its recipe, to start from."""
        return PRESETS

    def about_presets(self) -> dict[str, str]:
        """Name of a preset -> what it is for, how long it takes and what it needs, in a sentence or two."""
        return ABOUT

    def fields(self, recipe: dict[str, Any]) -> list[Field]:
        """The fields of a form for this recipe's settings."""
        return self._as_recipe(recipe).fields()

    def part_titles(self, recipe: dict[str, Any]) -> dict[str, str]:
        """Path of each part of the recipe that has settings -> what it is called, such as `objectives.0` -> triplet."""
        parts = self._as_recipe(recipe)
        titles = {"data": parts.data.title, "front": parts.transform.title, "encoder": parts.encoder.title}
        titles |= {f"objectives.{place}": one.title for place, one in enumerate(parts.losses)}
        return titles | {"sampler": parts.sampler.title, "optimiser": parts.optimiser.title}

    def needs(self, recipe: dict[str, Any]) -> Requirements:
        """What the recipe can learn from, and what prevents it here."""
        return requirements_of(self._workspace, self._as_recipe(recipe))

    def selection(self, recipe: dict[str, Any]) -> SelectionReport:
        """What the recipe would learn from: names of each split, classes with their names, what is left out and why.

        Reading a terminology takes a second or more; `selection_key` tells when the answer is still the same.
        """
        return selection_report(self._workspace, self._as_recipe(recipe))

    def selection_key(self, recipe: dict[str, Any]) -> str:
        """What decides `selection`, as one text; empty where it has to be read anew, as for labels or files."""
        read = self._as_recipe(recipe)
        found = requirements_of(self._workspace, read)
        if read.labels or not found.terminology:
            return ""
        parts = [read.terminology, read.data.to_dict(), read.seed]
        sampler, below = (read.sampler.to_dict(), None) if found.labels else ({}, read.input)
        return json.dumps([versions_of(self._workspace, read), type(read.data).__name__, parts, sampler, below])

    def queue(self, recipe: dict[str, Any], title: str = "") -> int:
        """The number of a queued run that trains the recipe, defaults filled in.

        BadInput or NotFound when it could not be trained.
        """
        read = self._complete(recipe)
        open_encoder(self._workspace, read.input)
        if problem := requirements_of(self._workspace, read).problem:
            raise BadInput(problem)
        _refuse_unknown(drawn_for(self._workspace, read).sample)
        return self._jobs.queue("train", title or titled(read), read.to_dict())

    def trained_already(self, recipe: dict[str, Any]) -> ModelVersion | None:
        """The version that this recipe made of the same names before, so that training again makes the same; or None.

        None, too, where the recipe cannot be trained.
        """
        try:
            return version_of(self._workspace, self._complete(recipe))
        except NomenclatorError:
            return None

    def _complete(self, recipe: Mapping[str, Any]) -> Recipe:
        """A recipe that is to be trained, its defaults filled in, on top of what its “current” stands for."""
        return with_whole_paths(complete({**recipe, "input": self._encoders.id(recipe.get("input", VECTORS))}))

    def _as_recipe(self, recipe: Mapping[str, Any]) -> Recipe:
        """A recipe as a form or a file has it, on top of the encoder that its “current” stands for."""
        return Recipe.from_dict({**recipe, "input": self._encoders.id(recipe.get("input", VECTORS))})

    def start(self, recipe: dict[str, Any], title: str = "") -> int:
        """Starts a training in a child process; the number of the run."""
        return self._jobs.spawn(self.queue(recipe, title))

    def recipe_for_labels(self, label_set: str, preset: str = "few-shot", input: str = "vectors") -> dict[str, Any]:
        """The recipe of a few-shot preset over every label of a set; BadInput for a preset that learns no classes."""
        if preset not in PRESETS or PRESETS[preset]["data"]["name"] != "top-classes":
            raise BadInput(f"“{preset}” does not learn classes; choose a few-shot preset.")
        recipe = copy.deepcopy(PRESETS[preset])
        return recipe | {
            "labels": label_set,
            "input": self._encoders.id(input),
            "data": {"name": "every-label", "upto": 0, "slice": True},
        }

    def fix_labels(self, recipe: Mapping[str, Any]) -> dict[str, Any]:
        """The recipe limited to the labels of this moment: what is labelled while it trains does not count."""
        with self._workspace.reading() as db:
            return {**recipe, "data": {**recipe["data"], "name": "every-label", "upto": label_sets.last_label(db)}}


def _refuse_unknown(sample: Sample) -> None:
    """BadInput where too few names are left to train and stop by, since the vectors do not know the others' words."""
    if (unknown := sample.left_out.get(UNKNOWN, 0)) and not (sample.train and sample.validation):
        raise BadInput(
            f"The vectors know the words of too few names: {unknown:,} are left out, and of the rest none is left to "
            f"{'stop by' if sample.train else 'train on'}. Set the vocabulary to “{ANY_WORD}”, or train vectors on "
            "texts with these words first."
        )


def titled(recipe: Recipe) -> str:
    """What a run of this recipe is called: 'bne on hpo, onto vectors', 'few-shot on hpo, 15 a class, onto vectors'."""
    source = "all terminologies" if recipe.terminology == ALL_TERMINOLOGIES else learned_from(recipe.to_dict())
    shots = getattr(recipe.sampler, "shots", 0)
    parts = [f"{recipe.preset} on {source}", f"{shots} a class" if shots else "", f"onto {recipe.input}"]
    return ", ".join(part for part in parts if part)
