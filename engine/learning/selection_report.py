"""What a recipe would learn from: how many names of what, and what is left out and why."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from engine.errors import NomenclatorError
from engine.learning.data_files import data_files
from engine.learning.drawn_names import Selection, classes_for, of_classes, select, shots_of
from engine.learning.recipe import Recipe
from engine.learning.samplers.few_shot import different
from engine.learning.selection import Source
from engine.learning.selection.filters import ANY_WORD
from engine.learning.selection.sample import Pair, Sample
from engine.learning.selection.source import slugs_named
from engine.learning.selection.synonyms import Synonyms
from engine.learning.selection.top_classes import TopClasses, top_classes_of
from engine.models.open import encoder_sha256, learnt_words, open_encoder
from engine.terminology.top_classes import Classes
from engine.workspace import Workspace
from store import edits, terminologies

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
class SelectionReport:
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


def selection_report(workspace: Workspace, recipe: Recipe) -> SelectionReport:
    """What a recipe would learn from; what cannot be drawn is the report's `problem`, never an exception."""
    kind = CONCEPT if isinstance(recipe.data, Synonyms) else CLASS
    try:
        if isinstance(recipe.data, TopClasses):
            return _of_classes(_classes_of(workspace, recipe), recipe)
        return _of_sample(drawn_for(workspace, recipe).sample, kind, _titles(workspace, recipe))
    except NomenclatorError as problem:
        return SelectionReport(kind, TRAINING, problem=str(problem))


def drawn_for(workspace: Workspace, recipe: Recipe) -> Selection:
    """As `select`, but a selection from a terminology is remembered for the next call: reading takes seconds."""
    if isinstance(recipe.data, TopClasses):
        return of_classes(_classes_of(workspace, recipe), recipe)
    if recipe.labels or recipe.own_files:
        return select(workspace, recipe, _vocabulary(workspace, recipe))
    states = versions_of(workspace, recipe)
    if _reads_words(recipe):
        states += (encoder_sha256(workspace, recipe.input),)
    key = json.dumps([recipe.terminology, recipe.input, repr(recipe.data), recipe.seed])
    return _selection(str(workspace.folder), states, _Drawn(recipe, key))


def versions_of(workspace: Workspace, recipe: Recipe) -> tuple[str, ...]:
    """The states of what a recipe reads: while they are the same, so are its names.

    Of each terminology its fingerprint and its newest edit, of each file of the recipe's data its time and size.
    """
    with workspace.reading() as db:
        named = slugs_named(db, recipe.terminology)
        read = [one for one in terminologies.all_terminologies(db) if one.slug in named]
        states = [f"{one.fingerprint} {edits.last_id_of(db, one.slug)}" for one in read]
    files = sorted(path for paths in data_files(recipe.data).values() for path in paths)
    return *states, *map(_file_state, files)


def _file_state(path: Path) -> str:
    if not path.is_file():
        return f"{path} is not there"
    state = path.stat()
    return f"{path} {state.st_mtime_ns} {state.st_size}"


@dataclass(frozen=True)
class _Drawn:
    """A recipe under the part of it that decides its names."""

    recipe: Recipe = field(compare=False)
    key: str


@lru_cache(maxsize=2)
def _selection(folder: str, states: tuple[str, ...], drawn: _Drawn) -> Selection:
    workspace = Workspace(folder, create=False)
    return select(workspace, drawn.recipe, _vocabulary(workspace, drawn.recipe))


@lru_cache(maxsize=4)
def _top_classes(folder: str, versions: tuple[str, ...], terminology: str) -> Classes:
    return top_classes_of(Source.of_workspace(Workspace(folder, create=False), terminology))


def _reads_words(recipe: Recipe) -> bool:
    return getattr(recipe.data, "vocabulary", ANY_WORD) != ANY_WORD


def _vocabulary(workspace: Workspace, recipe: Recipe) -> frozenset[str] | None:
    """The words that the recipe's input knows; it is opened only for a selection that needs them."""
    return learnt_words(open_encoder(workspace, recipe.input)) if _reads_words(recipe) else None


def _classes_of(workspace: Workspace, recipe: Recipe) -> Classes:
    if recipe.labels:
        return classes_for(workspace, recipe)
    return _top_classes(str(workspace.folder), versions_of(workspace, recipe), recipe.terminology)


def _of_classes(classes: Classes, recipe: Recipe) -> SelectionReport:
    sizes = {title: len(different(names)) for title, names in classes.names.items()}
    data: TopClasses = recipe.data
    reasons = data.why_left_out(sizes, *shots_of(recipe))
    splits, problem = {}, ""
    left_out = {"stands in several classes": classes.ambiguous} if classes.ambiguous else {}
    try:
        splits = _counted(of_classes(classes, recipe).sample)
    except NomenclatorError as found:
        problem = str(found)
    counted = LABELLED if recipe.labels else AVAILABLE
    return SelectionReport(CLASS, counted, splits, *_lines(sizes, reasons, {}), left_out, problem)


def _of_sample(sample: Sample, kind: str, titles: Mapping[str, str]) -> SelectionReport:
    sizes = Counter(key for _, key in sample.train)
    lines = _lines(dict(sizes), sample.classes_left_out, titles)
    return SelectionReport(kind, TRAINING, _counted(sample), *lines, sample.left_out)


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


def _titles(workspace: Workspace, recipe: Recipe) -> dict[str, str]:
    """Code -> preferred name, for the codes as the recipe's source has them."""
    with workspace.reading() as db:
        there = {one.slug for one in terminologies.all_terminologies(db)}
        slugs = [slug for slug in slugs_named(db, recipe.terminology) if slug in there]
        found = [(slug, code, title) for slug in slugs for code, title in terminologies.live_titles(db, slug).items()]
    return {code if len(slugs) == 1 else f"{slug}:{code}": title for slug, code, title in found}
