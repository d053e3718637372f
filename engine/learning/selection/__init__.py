"""Which names a recipe trains on, and which it is tested on. A new selection is one file here and one line in DATA.

A selection is a frozen dataclass of settings with one method, `sample(source, seed) -> Sample`: the same source and
seed give the same sample, in whatever order the concepts and names come.
"""

from __future__ import annotations

from engine.learning.selection.every_label import EveryLabel
from engine.learning.selection.levels import Levels
from engine.learning.selection.mapping import FusedNames, Link, MappedSynonyms, fused, read_mapping
from engine.learning.selection.pubtator import PubtatorSynonyms
from engine.learning.selection.sample import Pair, Sample, as_rows, names_of, numbers
from engine.learning.selection.source import Source
from engine.learning.selection.subgraphs import Subgraph, subgraphs
from engine.learning.selection.synonyms import Synonyms
from engine.learning.selection.top_classes import TopClasses, label_classes
from engine.settings import Settings

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
    "FusedNames",
    "Link",
    "Pair",
    "Sample",
    "Source",
    "Subgraph",
    "as_rows",
    "fused",
    "label_classes",
    "names_of",
    "numbers",
    "read_mapping",
    "subgraphs",
]
