"""The labels of a set, for few-shot training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.errors import BadInput
from engine.labelling.definitions import definition_of
from engine.labelling.queue import CLASSES, TERMINOLOGY, QueueSettings
from engine.terminology.person import named
from engine.text import normalise
from engine.text.counts import first_few
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.labels.label_sets import TRACED, LabelSets
from engine.workspace import Workspace
from store import history, label_sets, labels, undoing
from store.records.terminology import Label

MOST_TOLD = 5  # names in a sentence
NEEDS = "Row {row} has no {missing}; give each row a name and a class, separated by a comma or a tab."


class Labels:
    """Adds, changes and withdraws labels, and begins queues of names to label."""

    def __init__(self, workspace: Workspace, label_sets: LabelSets, encoders: EncoderResolver) -> None:
        self._workspace = workspace
        self._label_sets = label_sets
        self._encoders = encoders

    def in_set(self, label_set: str) -> list[Label]:
        """The labels of a set that were not withdrawn."""
        with self._workspace.reading() as db:
            return labels.in_set(db, label_set)

    def add(self, label_set: str, pairs: Sequence[tuple[str, str]], who: str) -> int:
        """Labels (name, class) pairs in a set, one undo; one labelled before gets its new class. How many it changes.

        BadInput for a pair without a name or a class, which names its row.
        """
        for row, (_, label) in enumerate(pairs, 1):
            if not label.strip():
                raise BadInput(NEEDS.format(row=row, missing="class"))
        return self.relabel(label_set, pairs, who)

    def relabel(self, label_set: str, pairs: Sequence[tuple[str, str]], who: str) -> int:
        """Gives names of a set a class, or with the class "" removes them, as one undo; how many.

        What changes nothing is left out: a class that the name has and this person gave it, and no class to remove.
        """
        if not label_set.strip():
            raise BadInput("Name the label set, for example “my topics”.")
        who = named(who, *TRACED)
        for row, (name, _) in enumerate(pairs, 1):
            if not name.strip():
                raise BadInput(NEEDS.format(row=row, missing="name"))
        clean = [(name.strip(), label.strip()) for name, label in pairs]
        with self._workspace.writing() as db:
            held = {normalise(one.name): one.label for one in labels.in_set(db, label_set.strip())}
            given = label_sets.by_person(db, label_set.strip()).get(who, {})
            own = {norm: label for norm, label in held.items() if norm in given and given[norm].label == label}
            changing = [
                (name, label) for name, label in clean if label != (own if label else held).get(normalise(name), "")
            ]
            return labels.add(db, label_set.strip(), changing, who, normalise)

    def count_relabelled(self, label_set: str, pairs: Sequence[tuple[str, str]]) -> int:
        """How many names that have a class in a set these (name, class) pairs would give another one."""
        held = {normalise(one.name): one.label for one in self.in_set(label_set)}
        given = {normalise(name): label.strip() for name, label in pairs}
        return sum(held.get(norm, label) != label for norm, label in given.items())

    def check_labelled(self, label_set: str, names: Sequence[str]) -> None:
        """BadInput where one of the names has no label in a set."""
        held = {normalise(one.name) for one in self.in_set(label_set)}
        if missing := [name for name in names if normalise(name) not in held]:
            unlabelled = first_few([f"“{name}”" for name in missing], MOST_TOLD)
            raise BadInput(
                f"No label in “{label_set}” has {unlabelled}; check the spelling, or add a file with “label”."
            )

    def remove(self, label_set: str, name: str, who: str) -> None:
        """Removes a name from a set."""
        self.relabel(label_set, [(name, "")], who)

    def undo(self, label_set: str, who: str) -> str:
        """Takes back the person's newest labelling in a set; what was undone, "" when there is nothing.

        BadInput when their newest labelling is of another set: the history page takes back that one.
        """
        with self._workspace.writing() as db:
            undone = undoing.undo(db, who, (history.LABEL,))
            if not undone:
                return ""
            of = labels.set_of_batch(db, undone[0].batch)
            if of and of != label_set:
                raise BadInput(f"Your newest labels are in “{of}”; open that set, or History, to take them back.")
            return undone[0].title

    def progress(self, label_set: str) -> list[tuple[str, int]]:
        """(class, number of labelled names), in the order of the set's classes."""
        with self._workspace.reading() as db:
            counts = labels.counts(db, label_set)
            return [(title, counts.get(title, 0)) for title in definition_of(db, label_set, counts).titles]

    def queue(self, label_set: str, settings: QueueSettings, who: str) -> int:
        """The number of the set's queue with these settings, begun by this person where there is none.

        BadInput where no terminology is named and the queue needs one, NotFound for a set or encoder that is not there.
        """
        settings.check()
        definition = self._label_sets.definition(label_set)
        if settings.source == CLASSES and not settings.terminology:
            settings = replace(settings, terminology=definition.terminology)
        if settings.source in (CLASSES, TERMINOLOGY) and not settings.terminology:
            raise BadInput("Choose the terminology that the names come from.")
        id, _ = self._encoders.open(settings.encoder)
        settings = replace(settings, encoder=id)
        with self._workspace.writing() as db:
            return label_sets.add_queue(db, label_set, settings.to_dict(), who)
