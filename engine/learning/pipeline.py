"""One training from recipe to version: select, encode, train, keep, measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from engine.device import give_back_memory
from engine.errors import BadInput
from engine.events import Event, Finished, Progress, follow, result_of
from engine.learning.data_files import data_files
from engine.learning.input_vectors import checked_composition, composes_input, model_is_optional, with_composed_input
from engine.learning.learnt_from import versions_read
from engine.learning.presets import PRESETS
from engine.learning.recipe import Recipe
from engine.learning.selection import as_rows
from engine.learning.selection.annotated import BETWEEN
from engine.learning.selection_report import drawn_for
from engine.models import versions
from engine.models.open import VECTORS, open_encoder
from engine.workspace import Workspace


def complete(recipe: Mapping[str, Any]) -> Recipe:
    """A recipe's JSON read, what it does not say taken from its preset; BadInput when it cannot be trained."""
    if recipe.get("preset") not in list(PRESETS):
        raise BadInput(f"There is no preset “{recipe.get('preset')}”; choose one of {', '.join(PRESETS)}.")
    found = Recipe.from_dict({"input": VECTORS, **PRESETS[recipe["preset"]], **recipe})
    found.check()
    if found.compose:
        checked_composition(found.compose)
    if found.own_files:
        return found.changed(terminology=None)  # it would not be read, so nothing is to be named for it
    if bool(found.terminology) == bool(found.labels):
        raise BadInput("A training needs either a terminology or a label set; choose one of them.")
    return found


def with_whole_paths(recipe: Recipe) -> Recipe:
    """A complete recipe whose files to learn from are found from any folder: the child's, or another day's."""
    paths = {name: BETWEEN.join(map(str, files)) for name, files in data_files(recipe.data).items()}
    whole = replace(recipe, data=replace(recipe.data, **paths))
    if whole.compose and not model_is_optional(whole) and Path(whole.compose["model"]).expanduser().is_dir():
        model = str(Path(whole.compose["model"]).expanduser().resolve())
        return whole.changed(compose={**whole.compose, "model": model})
    return whole


def fit(workspace: Workspace, recipe: Recipe, checkpoint: Path, run: int) -> Iterator[Event]:
    """Train a complete recipe and keep the version.

    Finished with {"version", "metrics", "left_out": {"classes", "names", "ambiguous_names"}}.
    """
    from engine.learning.loop import train

    yield Progress(0, 0, "Choosing the names to learn from")
    recipe = with_composed_input(workspace, recipe)
    if composes_input(recipe):
        yield Progress(0, 0, f"It starts from the shipped vectors alone: {recipe.compose['model']} cannot be had here")
    below = open_encoder(workspace, recipe.input)
    selection = drawn_for(workspace, recipe)
    encoding = partial(as_rows, selection.sample, below.encode, scratch=checkpoint.parent)
    data = yield from follow(encoding, Progress(0, 0, "Encoding names"))
    give_back_memory()
    outcome = yield from result_of(train(recipe, data, checkpoint, workspace.writing))
    give_back_memory()
    trained = {**outcome["recipe"], "input_sha256": below.sha256}
    metrics = {**outcome["metrics"], "epochs": outcome["epochs"], "terminologies": versions_read(workspace, recipe)}
    model = versions.save(workspace, trained, outcome["state"], metrics, selection.fingerprint, run)
    left_out = {
        "classes": selection.sample.classes_left_out,
        "names": selection.sample.left_out,
        "ambiguous_names": selection.ambiguous,
    }
    yield Finished({"version": model.id, "metrics": metrics, "left_out": left_out})
