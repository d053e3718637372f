"""Which names a recipe trains on, and which it is tested on. A new selection is one file here and one line in DATA.

A selection is a frozen dataclass of settings with one method, `sample(source, seed) -> Sample`: the same source and
seed give the same sample, in whatever order the concepts and names come.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import BadInput
from engine.hierarchy import Classes
from engine.selection.every_label import EveryLabel
from engine.selection.levels import Levels
from engine.selection.mapping import Fused, Link, MappedSynonyms, fused, read_mapping
from engine.selection.pubtator import PubtatorSynonyms
from engine.selection.sample import Pair, Sample, as_rows, names_of, numbers
from engine.selection.source import Source
from engine.selection.subgraphs import Subgraph, subgraphs
from engine.selection.synonyms import Synonyms
from engine.selection.top_classes import MOST_CLASSES, SHOTS, TopClasses, label_classes, top_classes_of
from engine.settings import Settings, named
from engine.workspace import Workspace

DATA: dict[str, type[Settings]] = {
    "top-classes": TopClasses,
    "synonyms": Synonyms,
    "levels": Levels,
    "mapping": MappedSynonyms,
    "pubtator": PubtatorSynonyms,
    "every-label": EveryLabel,
}
DEFAULT = {"name": "top-classes"}

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
    "data_of",
    "fused",
    "label_classes",
    "names_of",
    "numbers",
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


def classes_for(workspace: Workspace, recipe: Mapping[str, Any]) -> Classes:
    """The top classes of the recipe's terminology (without held-out concepts), or its label set."""
    if recipe.get("labels"):
        return label_classes(workspace, recipe["labels"], getattr(data_of(recipe), "upto", 0))
    return top_classes_of(Source.of_workspace(workspace, recipe.get("terminology", "")))


def select(workspace: Workspace, recipe: Mapping[str, Any], words: Collection[str] | None = None) -> Selection:
    """Draw the names of a recipe: the same recipe over the same data draws the same names.

    `words` is the vocabulary of the recipe's input, for selections that ask for known words; None knows every word.
    """
    if recipe.get("labels"):
        if not isinstance(data_of(recipe), TopClasses):
            raise BadInput("A label set is drawn as top classes; leave the recipe's data out or choose a terminology.")
        classes = classes_for(workspace, recipe)
        return Selection.of(data_of(recipe).of_classes(classes, recipe["seed"], *shots_of(recipe)))
    if getattr(data_of(recipe), "own_files", False):
        return selected(Source("files", {}, {}).known_by(words), recipe)
    source = Source.of_workspace(workspace, recipe.get("terminology", ""))
    return selected(source.known_by(words), recipe)


def selected(source: Source, recipe: Mapping[str, Any]) -> Selection:
    """Draw the names of a recipe from a source, such as one read from a file."""
    data, seed = data_of(recipe), recipe.get("seed", 0)
    if isinstance(data, TopClasses):
        return Selection.of(data.sample(source, seed, *shots_of(recipe)))
    return Selection.of(data.sample(source, seed))


def data_of(recipe: Mapping[str, Any]) -> Any:
    """The settings of a recipe's data selection; top classes where it names none."""
    return named(recipe.get("data") or DEFAULT, DATA, "data selection")


def shots_of(recipe: Mapping[str, Any]) -> tuple[int, int]:
    """Names a class and most classes, as a recipe's sampler says or by default."""
    sampler = recipe.get("sampler") or {}
    return sampler.get("shots", SHOTS), sampler.get("most_classes", MOST_CLASSES)
