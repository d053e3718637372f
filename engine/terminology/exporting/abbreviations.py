"""Short forms and lay words with what they stand for: those in force, and those that people took out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import BadInput
from engine.formats.registry import ROWS
from engine.terminology import abbreviations as dictionary
from engine.terminology.exporting import Kind, Row, Scope
from engine.terminology.exporting.notes import cells_of, moment
from engine.text import normalise
from engine.text.dictionary import shipped_forms
from engine.workspace import Workspace
from store import abbreviations, history
from store.records.terminology import Abbreviation
from store.sqlite import Database

KIND = Kind(
    "abbreviations",
    "Short forms and lay words",
    "Every short form and lay word with what it stands for, and those that were taken out; of those that ship, several "
    "forms of one meaning are written as one, as in “(big|enlarged) prostate”.",
    ("short form", "stands for", "case", "state", "by", "at", "notes"),
    contents=(ROWS,),
    sssom="a short form is no concept that could be mapped.",
)
IN_FORCE, TAKEN_OUT = "in force", "taken out"


def rows(db: Database, workspace: Workspace, scope: Scope) -> Iterator[tuple[Any, ...]]:
    """The forms by form; those that ship and that nobody changed are by nobody."""
    noted, batches = cells_of(db, [history.ABBREVIATION]), abbreviations.batches(db)
    for one in dictionary.as_written(db):
        meanings = abbreviations.BETWEEN.join(one.meanings)
        note = noted.get(batches.get(normalise(one.form), 0), "") if one.who else ""
        yield one.form, meanings, one.case, TAKEN_OUT if one.removed else IN_FORCE, one.who, one.when, note


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many rows the export has."""
    return len(dictionary.as_written(db))


def checked(db: Database, workspace: Workspace, rows: Iterable[Sequence[Any]]) -> Iterator[Row | str]:
    """Each row as it is to be kept, or in a sentence what is wrong with it."""
    shipped = _shipped()
    for row in rows:
        try:
            if _content_of(row) not in shipped:
                _entries(row)
            yield [*row[:5], row[5] and moment(row[5]), *row[6:]]
        except BadInput as problem:
            yield str(problem)


def load(db: Database, workspace: Workspace, rows: Sequence[Sequence[Any]], who: str) -> int:
    """Say of forms what the rows say, where it is not so already; one batch, one undo. How many."""
    new = [one for entries in _new(db, rows) for one in entries]
    return abbreviations.add(db, dictionary.joined(new), who, normalise)


def count_new(db: Database, rows: Sequence[Sequence[Any]]) -> int:
    """How many of the rows say something that is not so already."""
    return sum(map(bool, _new(db, rows)))


def _new(db: Database, rows: Sequence[Sequence[Any]]) -> list[list[Abbreviation]]:
    """For each row the forms of which it says what is not so already."""
    changed = abbreviations.changed(db)
    unchanged = _shipped(but={normalise(one.form) for one in changed})
    by_row = [[] if _content_of(row) in unchanged else _entries(row) for row in rows]
    there = [*dictionary.in_force(db, (one.form for entries in by_row for one in entries)), *changed]
    known = set(map(dictionary.definition_of, there))
    forms = {form for form, *_ in known}
    return [
        [
            one
            for one in entries
            if dictionary.definition_of(one) not in known and not (one.removed and normalise(one.form) not in forms)
        ]
        for entries in by_row
    ]


def _shipped(but: Collection[str] = ()) -> set[tuple[Any, ...]]:
    """What the rows say that ship as they are, but for forms whose normal form is one of these."""
    return {
        (one.form, abbreviations.BETWEEN.join(one.meanings), one.case, IN_FORCE)
        for _, one in shipped_forms.as_written(but)
    }


def _content_of(row: Sequence[Any]) -> tuple[Any, ...]:
    """What a row says, by whomever and whenever."""
    return tuple(row[:4])


def _entries(row: Sequence[Any]) -> list[Abbreviation]:
    form, meanings, case, state, who, at = row[:6]
    if state == TAKEN_OUT:
        out = dictionary.checked_each(form, ["what it stood for"])
        entries = [replace(one, meanings=(), case=case, removed=True) for one in out]
    else:
        entries = dictionary.checked_each(form, meanings.split(abbreviations.BETWEEN), case)
    return [replace(one, who=who, when=at) for one in entries]
