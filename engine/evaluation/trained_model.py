"""What a newly trained version is worth: relatedness, and what it keeps of each hierarchy of its lineage."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from engine.errors import NomenclatorError
from engine.evaluation.judged_sets import relatedness_sets
from engine.evaluation.relatedness import read_pairs, relatedness
from engine.events import Event, Finished, Progress
from engine.learning.pipeline import fit
from engine.learning.recipe import Recipe
from engine.learning.samplers import FewShotSample
from engine.learning.samplers.names import TrainingData
from engine.learning.selection import as_rows
from engine.learning.selection.sample import Sample
from engine.learning.selection_report import drawn_for
from engine.metrics.ranking import MOST_COMPARED, retrieval
from engine.metrics.significance import mean_interval
from engine.models import versions
from engine.models.open import open_encoder
from engine.retrieval.encoding_cache import RememberingEncoder
from engine.text import normalise
from engine.workspace import Workspace
from store import models

MOST_QUERIES, MOST_NAMES = 1_000, 100_000  # of a sample
DRAWN = 2_000  # draws for an interval
AnySample = TypeVar("AnySample", bound=Sample | FewShotSample)


def train_and_measure(workspace: Workspace, recipe: Recipe, checkpoint: Path, run: int) -> Iterator[Event]:
    """Train a complete recipe, save the version and measure it; Finished as `engine.learning.pipeline.fit` has it."""
    for event in fit(workspace, recipe, checkpoint, run):
        if not isinstance(event, Finished):
            yield event
            continue
        version = event.result["version"]
        metrics = {**event.result["metrics"], "relatedness": relatedness_of(workspace, version)}
        metrics["kept"] = yield from retention(workspace, version)
        with workspace.writing() as db:
            models.update(db, version, metrics=metrics)
        yield Finished({**event.result, "metrics": metrics})


def retention(workspace: Workspace, id: str) -> Generator[Progress, None, list[dict[str, Any]]]:
    """For each hierarchy in the lineage, the few-shot mAP under the vectors and under each version since.

    Rows {"learned", "hierarchy", "map": {encoder: mAP}}: what the first hierarchy's value falls to is what was
    forgotten. Where validation and training names are too many to be compared all with all, they are a sample, and the
    row has "low" and "high", the ends of a 95 % interval for each encoder, and "sample", the sizes. A hierarchy that is
    no longer in the workspace is left out. So are validation names that another training of the lineage on the same
    hierarchy learnt, and the row where that leaves none. Yields progress, a step for each hierarchy under each encoder.
    """
    chain = versions.lineage(workspace, id)
    encoders = {id: open_encoder(workspace, id) for id in [chain[0].recipe["input"], *(model.id for model in chain)]}
    rows: list[dict[str, Any]] = []
    samples: dict[str, Sample | FewShotSample] = {}
    for model in chain:
        yield Progress(0, 1, f"Measuring: the names of {versions.learned_from(model.recipe)}")
        with suppress(NomenclatorError):  # what it was trained on, word filter and all
            samples[model.id] = drawn_for(workspace, Recipe.from_dict(model.recipe)).sample
    measurable = [model for model in chain if model.id in samples]
    total = len(measurable) * len(encoders)
    for place, model in enumerate(measurable):
        hierarchy = versions.learned_from(model.recipe)
        others = [one for one in measurable if one is not model and versions.learned_from(one.recipe) == hierarchy]
        whole = held_out_of_all(samples[model.id], [samples[one.id] for one in others])
        if not whole.validation:
            continue
        measured = few_enough(whole)
        found: dict[str, dict[str, Any]] = {}
        for at, (name, encoder) in enumerate(encoders.items()):
            yield Progress(place * len(encoders) + at, total, f"Measuring {hierarchy} with {name}")
            rows_of = RememberingEncoder(encoder.encode)
            for event in rows_of.read([text for text, _ in (*measured.train, *measured.validation)]):
                yield replace(event, step=place * len(encoders) + at, total=total)
            precision = few_shot_precision(as_rows(measured, rows_of))
            found[name] = mean_interval(precision, DRAWN) | {"value": _mean(precision)}
        row = {"learned": model.id, "hierarchy": hierarchy, "map": {name: one["value"] for name, one in found.items()}}
        if measured is not whole:
            row |= {end: {name: one[end] for name, one in found.items()} for end in ("low", "high")}
            row["sample"] = {
                "queries": len(measured.validation),
                "queries of": len(whole.validation),
                "names": len(measured.train),
                "names of": len(whole.train),
            }
        rows.append(row)
    return rows


def held_out_of_all(sample: AnySample, trainings: Sequence[Sample | FewShotSample]) -> AnySample:
    """The sample without those of its validation names that other trainings learnt: another seed draws others."""
    learnt = {normalise(text) for one in trainings for text, _ in one.train}
    validation = [one for one in sample.validation if normalise(one[0]) not in learnt]
    return sample if len(validation) == len(sample.validation) else replace(sample, validation=validation)


def few_enough(sample: AnySample, most: int = MOST_COMPARED) -> AnySample:
    """The sample itself where its validation names can be compared with all of its training names; else some of both.

    A draw of the validation names, every training name of their classes, and a draw of the others up to MOST_NAMES.
    """
    if len(sample.validation) * len(sample.train) <= most:
        return sample
    draw = np.random.default_rng(0)
    chosen = np.sort(draw.choice(len(sample.validation), min(MOST_QUERIES, len(sample.validation)), replace=False))
    validation = [sample.validation[place] for place in chosen.tolist()]
    classes = {key for _, key in validation}
    order = draw.permutation(len(sample.train))
    own = np.array([key in classes for _, key in sample.train])
    first = order[np.argsort(~own[order], kind="stable")][: max(MOST_NAMES, int(own.sum()))]
    return replace(sample, train=[sample.train[place] for place in np.sort(first).tolist()], validation=validation)


def relatedness_of(workspace: Workspace, id: str) -> dict[str, Any]:
    """The encoder on every relatedness set of the workspace: {set: {"pairs", "spearman", …}}."""
    encoder = open_encoder(workspace, id)
    return {path.stem: relatedness(read_pairs(path), encoder.encode) for path in relatedness_sets(workspace)}


def few_shot_mean_average_precision(data: TrainingData) -> float:
    """Mean average precision of the validation names ranking the training names of their class."""
    return _mean(few_shot_precision(data))


def few_shot_precision(data: TrainingData) -> np.ndarray:
    """The average precision of each validation name, NaN where its class has no training name."""
    queries, pool = data.validation, data.train
    return retrieval(queries.rows, queries.classes, pool.rows, pool.classes).average_precision


def _mean(values: np.ndarray) -> float:
    """The mean of what is a number; NaN where nothing is."""
    counted = ~np.isnan(values)
    return float(values[counted].mean()) if counted.any() else float("nan")
