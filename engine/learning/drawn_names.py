"""The names that a recipe draws for a training: from its terminology, its files or a label set."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.errors import BadInput
from engine.learning.recipe import Recipe
from engine.learning.selection import Source
from engine.learning.selection.sample import Sample
from engine.learning.selection.top_classes import MOST_CLASSES, SHOTS, TopClasses, label_classes, top_classes_of
from engine.terminology.top_classes import Classes
from engine.workspace import Workspace


@dataclass(frozen=True)
class Selection:
    """The names drawn for one training, and the hash that tells whether two trainings saw the same."""

    sample: Sample
    fingerprint: str
    ambiguous: int  # names left out because they stand in two classes

    @classmethod
    def of(cls, sample: Sample) -> Selection:
        """A sample with its fingerprint."""
        ambiguous = sum(count for reason, count in sample.left_out.items() if reason.startswith("stands in several"))
        return cls(sample, sample.fingerprint(), ambiguous)


def classes_for(workspace: Workspace, recipe: Recipe) -> Classes:
    """The top classes of the recipe's terminology (without held-out concepts), or its label set."""
    if recipe.labels:
        return label_classes(workspace, recipe.labels, getattr(recipe.data, "upto", 0))
    return top_classes_of(Source.of_workspace(workspace, recipe.terminology))


def select(workspace: Workspace, recipe: Recipe, words: Collection[str] | None = None) -> Selection:
    """Draw the names of a recipe: the same recipe over the same data draws the same names.

    `words` is the vocabulary of the recipe's input, for selections that ask for known words; None knows every word.
    """
    if recipe.labels:
        if not isinstance(recipe.data, TopClasses):
            raise BadInput("A label set is drawn as top classes; leave the recipe's data out or choose a terminology.")
        return of_classes(classes_for(workspace, recipe), recipe)
    if recipe.own_files:
        return selected(Source("files", {}, {}).known_by(words), recipe)
    source = Source.of_workspace(workspace, recipe.terminology)
    return selected(source.known_by(words), recipe)


def selected(source: Source, recipe: Recipe) -> Selection:
    """Draw the names of a recipe from a source, such as one read from a file."""
    if isinstance(recipe.data, TopClasses):
        return Selection.of(recipe.data.sample(source, recipe.seed, *shots_of(recipe)))
    return Selection.of(recipe.data.sample(source, recipe.seed))


def of_classes(classes: Classes, recipe: Recipe) -> Selection:
    """Draw the names of a recipe on top classes from classes that are known already."""
    return Selection.of(recipe.data.of_classes(classes, recipe.seed, *shots_of(recipe)))


def shots_of(recipe: Recipe) -> tuple[int, int]:
    """Names a class and most classes, as a recipe's sampler says or by default."""
    sampler = recipe.sampler
    return getattr(sampler, "shots", SHOTS), getattr(sampler, "most_classes", MOST_CLASSES)
