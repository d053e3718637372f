"""Label sets: what each asks of a person, and how many names its classes have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.labelling import sets
from engine.labelling.definitions import check_class, check_classes, definition_of, every_definition
from engine.labelling.sets import Definition, LabelClass
from engine.terminology.edited_view import edited_view
from engine.terminology.person import named
from engine.text import normalise
from engine.workspace import Workspace
from store import label_sets, labels

TRACED = ("before labelling", "the label")  # when a person's name is needed, and what it makes traceable


@dataclass(frozen=True)
class LabelSet:
    """A label set with its number of names per class."""

    name: str
    classes: dict[str, int]
    names: int


class LabelSets:
    """Defines label sets and removes them."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def counts(self) -> list[LabelSet]:
        """Every label set that has labels, with the number of names of each class."""
        with self._workspace.reading() as db:
            counts = {name: labels.counts(db, name) for name in labels.sets(db)}
        return [LabelSet(name, classes, sum(classes.values())) for name, classes in counts.items() if classes]

    def definitions(self) -> dict[str, Definition]:
        """Name of each label set -> its question and classes; of a set of pasted labels, the classes of its labels."""
        with self._workspace.reading() as db:
            return every_definition(db)

    def definition(self, label_set: str) -> Definition:
        """The question and classes of one set; NotFound when there is no such set."""
        with self._workspace.reading() as db:
            return definition_of(db, label_set)

    def check_class(self, label_set: str, title: str) -> None:
        """BadInput for a title that is no class of a set, with those that are; NotFound when there is no such set."""
        with self._workspace.reading() as db:
            check_class(db, label_set, title)

    def check_classes(self, label_set: str, titles: Iterable[str]) -> None:
        """BadInput where some of these titles are no classes of a set whose classes were defined."""
        with self._workspace.reading() as db:
            check_classes(db, label_set, titles)

    def define(self, definition: Definition, who: str) -> None:
        """Defines a new set, or one that is there anew; BadInput when nothing could be labelled with it."""
        definition.check()
        who = named(who, *TRACED)
        with self._workspace.writing() as db:
            label_sets.define(db, definition.label_set.strip(), definition.to_dict(), who)

    def remove(self, label_set: str, who: str) -> int:
        """Removes a set with its labels, as one action whose undo brings both back; how many labels.

        A set without labels goes for good: the history has only what labels said. BadInput without a name.
        """
        who = named(who, *TRACED)
        self.definition(label_set)
        with self._workspace.writing() as db:
            names = [one.name for one in labels.in_set(db, label_set)]
            label_sets.define(db, label_set, None, who)
            return labels.add(db, label_set, [(name, "") for name in names], who, normalise)

    def levels(self, terminology: str) -> dict[int, int]:
        """Level of the hierarchy -> how many classes it would give: its concepts that have something below them."""
        parents = edited_view(self._workspace, terminology).parents
        return {level: len(codes) for level, codes in sets.levels_of(parents).items()}

    def proposed_classes(self, terminology: str, how: str, at: str = "") -> tuple[LabelClass, ...]:
        """The classes that a terminology gives; see `engine.labelling.sets.classes_of`."""
        view = edited_view(self._workspace, terminology)
        live = {code: title for code, title in view.titles.items() if code not in view.obsolete}
        return sets.classes_of(how, at, live, view.parents)
