"""Which names a recipe trains on: the top classes of a terminology or a person's labels, k of each."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import BadInput, NotFound
from engine.hierarchy import Classes, named_classes
from engine.text import normalise
from engine.workspace import Workspace
from store import labels, terminologies

if TYPE_CHECKING:
    from engine.samplers import FewShotSample, TrainingData


@dataclass(frozen=True)
class Selection:
    """The names drawn for one training, and the hash that tells whether two trainings saw the same."""

    sample: FewShotSample
    fingerprint: str
    ambiguous: int  # names left out because they stand in two classes


def classes_for(workspace: Workspace, recipe: dict[str, Any]) -> Classes:
    """The classes of the recipe's terminology (without held-out concepts) or label set."""
    if recipe.get("labels"):
        return label_classes(workspace, recipe["labels"])
    slug = recipe.get("terminology", "")
    with workspace.reading() as db:
        known = [terminology.slug for terminology in terminologies.all_terminologies(db)]
        if slug not in known:
            raise NotFound(
                f"There is no terminology “{slug}” to train on; there are {', '.join(known) or 'none yet: run init'}."
            )
        rows = terminologies.name_rows(db, slug)
        titles, parents = dict(terminologies.live_codes(db, slug)), terminologies.edges(db, slug)
    if not parents:
        raise BadInput(
            f"“{slug}” has no hierarchy, so no top classes to learn from; "
            "label names yourself on the Labels page and train on those."
        )
    return named_classes(rows, titles, parents, filter(workspace.held_out, titles))


def label_classes(workspace: Workspace, label_set: str) -> Classes:
    """A label set as classes; a text with two classes cannot be, since the newest label counts."""
    with workspace.reading() as db:
        kept = labels.in_set(db, label_set)
    if not kept:
        raise NotFound(f"The label set “{label_set}” holds no labels; add some on the Labels page.")
    names: dict[str, list[str]] = defaultdict(list)
    for label in kept:
        names[label.label].append(label.name)
    return Classes(dict(names))


def select(workspace: Workspace, recipe: dict[str, Any]) -> Selection:
    """Draw the recipe's names: the same recipe over the same data draws the same names."""
    from engine.samplers import few_shot_sample

    sampler = recipe["sampler"]
    classes = classes_for(workspace, recipe)
    sample = few_shot_sample(classes.names, sampler["shots"], recipe["seed"], sampler["most_classes"])
    digest = hashlib.sha256()
    for split in (sample.train, sample.validation):
        for name, title in split:
            digest.update(f"{normalise(name)}\t{title}\n".encode())
        digest.update(b"\n")
    return Selection(sample, digest.hexdigest(), classes.ambiguous)


def as_rows(sample: FewShotSample, encode: Callable[[Sequence[str]], np.ndarray]) -> TrainingData:
    """The drawn names as rows of an encoder, with class numbers."""
    from engine.samplers import Names, TrainingData

    number = {title: place for place, title in enumerate(sample.classes)}
    splits = []
    for split in (sample.train, sample.validation):
        texts = [name for name, _ in split]
        splits.append(Names(encode(texts), np.array([number[title] for _, title in split]), texts))
    return TrainingData(splits[0], splits[1], encode)
