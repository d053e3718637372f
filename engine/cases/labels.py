"""Labels for few-shot training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cases.base import Cases
from engine.errors import BadInput
from engine.text import normalise
from store import labels
from store.records.terminology import Label

NEEDS = "Row {row} has no {missing}; give each row a name and a class, separated by a comma or a tab."


@dataclass(frozen=True)
class LabelSet:
    """A label set with its number of names per class."""

    name: str
    classes: dict[str, int]
    names: int


class LabelCases(Cases):
    """Label sets: names and their classes."""

    def label_sets(self) -> list[LabelSet]:
        """Every label set with its counts."""
        with self.workspace.reading() as db:
            kept = {name: labels.in_set(db, name) for name in labels.sets(db)}
        found = []
        for name, entries in kept.items():
            counts: dict[str, int] = {}
            for entry in entries:
                counts[entry.label] = counts.get(entry.label, 0) + 1
            if entries:
                found.append(LabelSet(name, counts, len(entries)))
        return found

    def labels(self, label_set: str) -> list[Label]:
        """The labels of a set as they stand."""
        with self.workspace.reading() as db:
            return labels.in_set(db, label_set)

    def add_labels(self, label_set: str, pairs: Sequence[tuple[str, str]], who: str) -> int:
        """Label names in a set, one undo; a name labelled before gets its new class. The number of labels added."""
        for row, (_, label) in enumerate(pairs, 1):
            if not label.strip():
                raise BadInput(NEEDS.format(row=row, missing="class"))
        return self.relabel(label_set, pairs, who)

    def relabel(self, label_set: str, pairs: Sequence[tuple[str, str]], who: str) -> int:
        """Give names of a set a class, or with the class "" take them out, as one undo; how many.

        What would change nothing is left out: a name without a class that is to be taken out.
        """
        if not label_set.strip():
            raise BadInput("Name the label set, for example “my topics”.")
        if not who.strip():
            raise BadInput("Say who you are (the profile name) before labelling, so that the label can be traced.")
        for row, (name, _) in enumerate(pairs, 1):
            if not name.strip():
                raise BadInput(NEEDS.format(row=row, missing="name"))
        clean = [(name.strip(), label.strip()) for name, label in pairs]
        with self.workspace.writing() as db:
            held = {normalise(one.name) for one in labels.in_set(db, label_set.strip())}
            said = [(name, label) for name, label in clean if label or normalise(name) in held]
            return labels.add(db, label_set.strip(), said, who.strip(), normalise)

    def would_relabel(self, label_set: str, pairs: Sequence[tuple[str, str]]) -> int:
        """How many names that have a class in a set these (name, class) pairs would give another one."""
        held = {normalise(one.name): one.label for one in self.labels(label_set)}
        said = {normalise(name): label.strip() for name, label in pairs}
        return sum(held.get(norm, label) != label for norm, label in said.items())

    def remove_label(self, label_set: str, name: str, who: str) -> None:
        """Take a name out of a set."""
        self.relabel(label_set, [(name, "")], who)
