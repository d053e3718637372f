"""What a recipe would learn from: how many names of what, and what is left out and why."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engine.encoding import VECTORS, encoder_sha256, open_encoder, words_of
from engine.errors import NomenclatorError
from engine.hierarchy import Classes
from engine.samplers.few_shot import different
from engine.selection import Selection, classes_for, data_of, select, shots_of
from engine.selection.filters import NOT_ASKED
from engine.selection.sample import Pair, Sample
from engine.selection.source import EVERY, JOIN
from engine.selection.synonyms import Synonyms
from engine.selection.top_classes import TopClasses
from engine.workspace import Workspace
from store import terminologies

CLASS, CONCEPT = "class", "concept"
MOST_LINES = 300  # of a report; a terminology has thousands of synonym sets
AVAILABLE = (
    "Different exact names that stand in this class and in no other; the tenth of the concepts that is kept back to "
    "test on is not counted."
)
LABELLED = "Different names that were given this class."
TRAINING = "Names of it to train on; those that are held out come on top."


@dataclass(frozen=True)
class ClassLine:
    """A class or concept with its names; `left_out` says why it is not learned from."""

    title: str
    names: int
    left_out: str = ""


@dataclass(frozen=True)
class Report:
    """What a recipe would learn from.

    `splits`: training, validation, test, zero-shot -> different names, those that have any. `lines`: the largest
    classes, their names counted as `counted` says; `used` and `unused` count all of them. `left_out`: reason ->
    names. `problem`: why nothing can be learned, in a sentence; the rest then says what there would be.
    """

    kind: str  # class or concept
    counted: str
    splits: dict[str, int] = field(default_factory=dict)
    lines: tuple[ClassLine, ...] = ()
    used: int = 0
    unused: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    problem: str = ""


def report(workspace: Workspace, recipe: Mapping[str, Any]) -> Report:
    """The report of a recipe; what cannot be drawn is its `problem`, never an exception."""
    data = data_of(recipe)
    few_shot, concepts = isinstance(data, TopClasses), isinstance(data, Synonyms)
    kind = CONCEPT if concepts else CLASS
    try:
        if few_shot:
            return _of_classes(_classes_of(workspace, recipe), recipe)
        return _of_sample(drawn_for(workspace, recipe).sample, kind, _titles(workspace, recipe))
    except NomenclatorError as problem:
        return Report(kind, TRAINING, problem=str(problem))


def drawn_for(workspace: Workspace, recipe: Mapping[str, Any]) -> Selection:
    """As `select`, but a selection from a terminology is kept for whoever asks next: reading takes seconds."""
    if isinstance(data := data_of(recipe), TopClasses):
        return Selection.of(data.of_classes(_classes_of(workspace, recipe), recipe.get("seed", 0), *shots_of(recipe)))
    if recipe.get("labels") or getattr(data_of(recipe), "own_files", False):
        return select(workspace, recipe, _vocabulary(workspace, recipe))
    input = recipe.get("input", VECTORS)
    asked = {"input": input, "seed": 0} | {k: recipe[k] for k in ("terminology", "data", "seed") if k in recipe}
    states = versions_of(workspace, recipe)
    if _asks_for_words(recipe):
        states += (encoder_sha256(workspace, input),)
    return _selection(str(workspace.folder), states, json.dumps(asked))


def versions_of(workspace: Workspace, recipe: Mapping[str, Any]) -> tuple[str, ...]:
    """The fingerprints of the terminologies that a recipe reads: while they are the same, so are its names."""
    wanted = str(recipe.get("terminology", ""))
    with workspace.reading() as db:
        there = terminologies.all_terminologies(db)
    return tuple(one.fingerprint for one in there if wanted == EVERY or one.slug in wanted.split(JOIN))


@lru_cache(maxsize=2)
def _selection(folder: str, states: tuple[str, ...], asked: str) -> Selection:
    workspace, recipe = Workspace(folder, create=False), json.loads(asked)
    return select(workspace, recipe, _vocabulary(workspace, recipe))


@lru_cache(maxsize=4)
def _top_classes(folder: str, versions: tuple[str, ...], terminology: str) -> Classes:
    return classes_for(Workspace(folder, create=False), {"terminology": terminology})


def _asks_for_words(recipe: Mapping[str, Any]) -> bool:
    return getattr(data_of(recipe), "vocabulary", NOT_ASKED) != NOT_ASKED


def _vocabulary(workspace: Workspace, recipe: Mapping[str, Any]) -> frozenset[str] | None:
    """The words that the recipe's input knows; it is opened only for a selection that asks for them."""
    return words_of(open_encoder(workspace, recipe.get("input", VECTORS))) if _asks_for_words(recipe) else None


def _classes_of(workspace: Workspace, recipe: Mapping[str, Any]) -> Classes:
    if recipe.get("labels"):
        return classes_for(workspace, recipe)
    return _top_classes(str(workspace.folder), versions_of(workspace, recipe), recipe.get("terminology", ""))


def _of_classes(classes: Classes, recipe: Mapping[str, Any]) -> Report:
    sizes = {title: len(different(names)) for title, names in classes.names.items()}
    data: TopClasses = data_of(recipe)
    reasons = data.why_left_out(sizes, *shots_of(recipe))
    splits, problem = {}, ""
    left_out = {"stands in several classes": classes.ambiguous} if classes.ambiguous else {}
    try:
        splits = _counted(data.of_classes(classes, recipe.get("seed", 0), *shots_of(recipe)))
    except NomenclatorError as found:
        problem = str(found)
    return Report(
        CLASS, LABELLED if recipe.get("labels") else AVAILABLE, splits, *_lines(sizes, reasons, {}), left_out, problem
    )


def _of_sample(sample: Sample, kind: str, titles: Mapping[str, str]) -> Report:
    sizes = Counter(key for _, key in sample.train)
    lines = _lines(dict(sizes), sample.classes_left_out, titles)
    return Report(kind, TRAINING, _counted(sample), *lines, sample.left_out)


def _counted(sample: Sample) -> dict[str, int]:
    splits: dict[str, list[Pair]] = {
        "training": sample.train,
        "validation": sample.validation,
        "test": sample.test,
        "zero-shot": sample.zero_shot,
    }
    return {name: len({text for text, _ in split}) for name, split in splits.items() if split}


def _lines(
    sizes: Mapping[str, int], reasons: Mapping[str, str], titles: Mapping[str, str]
) -> tuple[tuple[ClassLine, ...], int, int]:
    """The largest classes, how many are used in all, and how many are not."""
    every = {**dict.fromkeys(reasons, 0), **sizes}
    order = sorted(every, key=lambda key: (-every[key], key))
    lines = tuple(ClassLine(titles.get(key, key), every[key], reasons.get(key, "")) for key in order[:MOST_LINES])
    unused = sum(key in reasons for key in every)
    return lines, len(every) - unused, unused


def _titles(workspace: Workspace, recipe: Mapping[str, Any]) -> dict[str, str]:
    """Code -> preferred name, for the codes as the recipe's source has them."""
    wanted = str(recipe.get("terminology", ""))
    with workspace.reading() as db:
        there = [one.slug for one in terminologies.all_terminologies(db)]
        slugs = there if wanted == EVERY else [slug for slug in wanted.split(JOIN) if slug in there]
        found = [(slug, code, title) for slug in slugs for code, title in terminologies.live_codes(db, slug)]
    return {code if len(slugs) == 1 else f"{slug}:{code}": title for slug, code, title in found}
