"""What a newly trained version is worth: relatedness, and what it keeps of each hierarchy of its lineage."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.errors import NomenclatorError
from engine.evaluation.judged_sets import relatedness_sets
from engine.evaluation.relatedness import read_pairs, relatedness
from engine.events import Event, Finished, Progress
from engine.learning.pipeline import fit
from engine.learning.recipe import Recipe
from engine.learning.samplers.names import TrainingData
from engine.learning.selection import as_rows
from engine.learning.selection.report import drawn_for
from engine.metrics.ranking import retrieval
from engine.models import versions
from engine.models.open import open_encoder
from engine.workspace import Workspace
from store import models


def train_and_measure(workspace: Workspace, recipe: Recipe, checkpoint: Path, run: int) -> Iterator[Event]:
    """Train a complete recipe, save the version and measure it; Finished as `engine.learning.pipeline.fit` has it."""
    for event in fit(workspace, recipe, checkpoint, run):
        if not isinstance(event, Finished):
            yield event
            continue
        version = event.result["version"]
        yield Progress(1, 1, "Measuring")
        metrics = {**event.result["metrics"], "relatedness": relatedness_of(workspace, version)}
        metrics["kept"] = retention(workspace, version)
        with workspace.writing() as db:
            models.update(db, version, metrics=metrics)
        yield Finished({**event.result, "metrics": metrics})


def retention(workspace: Workspace, id: str) -> list[dict[str, Any]]:
    """For each hierarchy in the lineage, the few-shot mAP under the vectors and under each version since.

    Rows {"learned", "hierarchy", "map": {encoder: mAP}}: what the first hierarchy's value falls to is what was
    forgotten. A hierarchy that is no longer in the workspace is left out.
    """
    chain = versions.lineage(workspace, id)
    encoders = {id: open_encoder(workspace, id) for id in [chain[0].recipe["input"], *(model.id for model in chain)]}
    rows = []
    for model in chain:
        try:
            selection = drawn_for(
                workspace, Recipe.from_dict(model.recipe)
            )  # what it was trained on, word filter and all
        except NomenclatorError:
            continue
        values = {name: few_shot_map(as_rows(selection.sample, encoder.encode)) for name, encoder in encoders.items()}
        rows.append({"learned": model.id, "hierarchy": versions.learned_from(model.recipe), "map": values})
    return rows


def relatedness_of(workspace: Workspace, id: str) -> dict[str, Any]:
    """The encoder on every relatedness set of the workspace: {set: {"pairs", "spearman", …}}."""
    encoder = open_encoder(workspace, id)
    return {path.stem: relatedness(read_pairs(path), encoder.encode) for path in relatedness_sets(workspace)}


def few_shot_map(data: TrainingData) -> float:
    """Mean average precision of the validation names ranking the training names of their class."""
    queries, pool = data.validation, data.train
    return retrieval(queries.rows, queries.classes, pool.rows, pool.classes).to_dict()["map"]
