"""Which names a recipe trains on, and which it is tested on. A new selection is one file here and one line in DATA.

A selection is a frozen dataclass of settings with one method, `sample(source, seed) -> Sample`: the same source and
seed give the same sample, in whatever order the concepts and names come.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import BadInput
from engine.learning.selection.every_label import EveryLabel
from engine.learning.selection.levels import Levels
from engine.learning.selection.mapping import Fused, Link, MappedSynonyms, fused, read_mapping
from engine.learning.selection.pubtator import PubtatorSynonyms
from engine.learning.selection.sample import Pair, Sample, as_rows, names_of, numbers
from engine.learning.selection.source import Source
from engine.learning.selection.subgraphs import Subgraph, subgraphs
from engine.learning.selection.synonyms import Synonyms
from engine.learning.selection.top_classes import MOST_CLASSES, SHOTS, TopClasses, label_classes, top_classes_of
from engine.settings import Settings
from engine.terminology.top_classes import Classes
from engine.workspace import Workspace

if TYPE_CHECKING:
    from engine.learning.recipe import Recipe

DATA: dict[str, type[Settings]] = {
    "top-classes": TopClasses,
    "synonyms": Synonyms,
    "levels": Levels,
    "mapping": MappedSynonyms,
    "pubtator": PubtatorSynonyms,
    "every-label": EveryLabel,
}

__all__ = [
    "DATA",
    "Fused",
    "Link",
    "Pair",
    "Sample",
    "Selection",
    "Source",
    "Subgraph",
    "as_rows",
    "classes_for",
    "fused",
    "label_classes",
    "names_of",
    "numbers",
    "of_classes",
    "read_mapping",
    "select",
    "selected",
    "shots_of",
    "subgraphs",
]


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
