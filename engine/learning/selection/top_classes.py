"""k names of each top class of a hierarchy, or of each class of a person's labels."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from engine.errors import NotFound
from engine.learning.samplers import few_shot_sample
from engine.learning.samplers.few_shot import why_left_out
from engine.learning.selection.sample import Sample
from engine.learning.selection.source import Source
from engine.settings import Settings
from engine.terminology.top_classes import Classes, named_classes
from engine.workspace import Workspace
from store import labels
from store.records.terminology import EXACT

SHOTS, MOST_CLASSES = 15, 21  # where the sampler does not say


@dataclass(frozen=True)
class TopClasses(Settings):
    """k names of each of the largest top classes, as many again to validate (few-shot paper, sections 2.3 and 3.1).

    How many names and classes is the few-shot sampler's to say. Held-out concepts give no names.
    """

    title = "top classes"

    def sample(self, source: Source, seed: int, shots: int = SHOTS, most_classes: int = MOST_CLASSES) -> Sample:
        """The draw from a source with a hierarchy; BadInput when it has none or fewer than two classes are left."""
        return self.of_classes(top_classes_of(source), seed, shots, most_classes)

    def of_classes(self, classes: Classes, seed: int, shots: int = SHOTS, most_classes: int = MOST_CLASSES) -> Sample:
        """The draw from classes that are known already, such as a label set's."""
        return drawn(classes, seed, shots, most_classes)

    def why_left_out(self, sizes: dict[str, int], shots: int, most_classes: int) -> dict[str, str]:
        """Class -> why it is not drawn from, for classes of this many different names."""
        return why_left_out(sizes, shots, most_classes)


def top_classes_of(source: Source) -> Classes:
    """The top classes of a source with their names, held-out concepts left out; BadInput without a hierarchy."""
    source.need_hierarchy()
    rows = ((0, 0, code, text, "", EXACT) for code, texts in source.names.items() for text in texts)
    return named_classes(rows, source.titles, source.parents, source.held_out)


def label_classes(workspace: Workspace, label_set: str, upto: int = 0) -> Classes:
    """A label set as classes, or as it was when label `upto` was the newest one; the newest label of a text counts."""
    with workspace.reading() as db:
        found_labels = labels.in_set(db, label_set, upto)
    if not found_labels:
        raise NotFound(f"The label set “{label_set}” holds no labels; add some on the Labels page.")
    names: dict[str, list[str]] = defaultdict(list)
    for label in found_labels:
        names[label.label].append(label.name)
    return Classes(dict(names))


def drawn(classes: Classes, seed: int, shots: int, most_classes: int) -> Sample:
    """`shots` training and validation names of each class, as `few_shot_sample` draws them."""
    found = few_shot_sample(classes.names, shots, seed, most_classes)
    left_out = {"stands in several classes": classes.ambiguous} if classes.ambiguous else {}
    return Sample(found.train, found.validation, found.classes, left_out=left_out, classes_left_out=found.left_out)
