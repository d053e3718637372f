"""What the label sets of a workspace ask, as they were defined and with the classes that their labels have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.errors import BadInput, NotFound
from engine.labelling.sets import Definition, LabelClass
from engine.text.counts import first_few
from store import label_sets, labels
from store.sqlite import Database

MOST_NAMED = 8  # classes that a sentence names


def every_definition(db: Database) -> dict[str, Definition]:
    """Set -> what it asks; a set of pasted labels asks for the classes that its labels have."""
    stored = {name: found for name, found in label_sets.definitions(db).items() if found}
    used = {name: labels.counts(db, name) for name in labels.sets(db)}
    found = {name: _definition(name, stored[name], used.get(name, ())) for name in stored}
    return found | {name: _definition(name, {}, used[name]) for name in used if used[name] and name not in stored}


def definition_of(db: Database, label_set: str, used: Iterable[str] | None = None) -> Definition:
    """What one set asks, read without the other sets; NotFound when there is no such set.

    used: the classes that its labels have, where they were read already.
    """
    stored = label_sets.definition(db, label_set)
    classes = list(labels.counts(db, label_set) if used is None else used)
    if not stored and not classes:
        raise NotFound(f"There is no label set “{label_set}”, or not any more; choose another one, or define it.")
    return _definition(label_set, stored, classes)


def check_class(db: Database, label_set: str, title: str) -> None:
    """BadInput for a title that is no class of the set; NotFound when there is no such set."""
    defined = {one["title"] for one in label_sets.definition(db, label_set).get("classes", ())}
    if title in defined or title in (titles := definition_of(db, label_set).titles):
        return
    raise BadInput(f"“{title}” is no class of “{label_set}”; choose one of its classes: {_named(titles)}.")


def check_classes(db: Database, label_set: str, titles: Iterable[str]) -> None:
    """BadInput where the classes of a set were defined and some of the titles are none of the set; a set that is not
    there, or of pasted labels, takes any."""
    if not label_sets.definition(db, label_set):
        return
    known = definition_of(db, label_set).titles
    if new := [title for title in dict.fromkeys(titles) if title not in known]:
        are = "are no classes" if len(new) > 1 else "is no class"
        raise BadInput(f"{_named(new)} {are} of “{label_set}”, whose classes are {_named(known)}. Nothing is added.")


def _named(titles: Iterable[str]) -> str:
    return first_few([f"“{one}”" for one in titles], MOST_NAMED)


def _definition(label_set: str, stored: dict[str, Any], used: Iterable[str]) -> Definition:
    known = Definition.from_dict(label_set, stored) if stored else Definition(label_set, ())
    titles = set(known.titles)
    new = tuple(LabelClass(title) for title in used if title not in titles)
    return replace(known, classes=known.classes + new) if new else known
