"""Short forms and lay words with what they stand for: those in force, and those that people took out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlite_utils import Database

from engine.errors import BadInput
from engine.formats.registry import ROWS
from engine.terminology import abbreviations as dictionary
from engine.terminology.exporting import Kind, Scope
from engine.terminology.exporting.notes import cells_of
from engine.text import normalise
from engine.workspace import Workspace
from store import abbreviations, history
from store.records.terminology import Abbreviation

KIND = Kind(
    "abbreviations",
    "Short forms and lay words",
    "Every short form and lay word with what it stands for, the shipped ones too, and those that were taken out.",
    ("short form", "stands for", "case", "state", "by", "at", "notes"),
    contents=(ROWS,),
    sssom="a short form is no concept that could be mapped.",
)
IN_FORCE, TAKEN_OUT = "in force", "taken out"


def rows(db: Database, workspace: Workspace, scope: Scope) -> Iterator[tuple[Any, ...]]:
    """The forms by form; those that ship and that nobody changed are by nobody."""
    noted, batches = cells_of(db, [history.ABBREVIATION]), abbreviations.batches(db)
    for one in dictionary.every_form(db):
        meanings = abbreviations.BETWEEN.join(one.meanings)
        note = noted.get(batches.get(normalise(one.form), 0), "") if one.who else ""
        yield one.form, meanings, one.case, TAKEN_OUT if one.removed else IN_FORCE, one.who, one.when, note


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many forms the export has."""
    return dictionary.number_of_forms(db)


def checked(db: Database, workspace: Workspace, rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """For each row what is wrong with it, in a sentence, or ""."""
    for row in rows:
        try:
            _entry(row)
            yield ""
        except BadInput as problem:
            yield str(problem)


def load(db: Database, workspace: Workspace, rows: Sequence[Sequence[Any]], who: str) -> int:
    """Say of forms what the rows say, where it is not so already; one batch, one undo. How many."""
    known = set(map(dictionary.definition_of, dictionary.every_form(db)))
    forms = {form for form, *_ in known}
    new = [
        one
        for one in map(_entry, rows)
        if dictionary.definition_of(one) not in known and not (one.removed and normalise(one.form) not in forms)
    ]
    return abbreviations.add(db, new, who, normalise)


def _entry(row: Sequence[Any]) -> Abbreviation:
    form, meanings, case, state, who, at = row[:6]
    if state == TAKEN_OUT:
        entry = replace(dictionary.checked(form, ["what it stood for"]), meanings=(), case=case, removed=True)
    else:
        entry = dictionary.checked(form, meanings.split(abbreviations.BETWEEN), case)
    return replace(entry, who=who, when=at)
