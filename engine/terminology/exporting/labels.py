"""Labels as they are now: which name has which class in which set, by whom, when, and what the model had suggested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from engine.errors import BadInput
from engine.formats.registry import ROWS
from engine.terminology.exporting import LABEL_SET, Kind, Row, Scope
from engine.terminology.exporting.notes import cells_of, moment, notes_in
from engine.text import normalise
from engine.workspace import Workspace
from store import exports, history, loading
from store.sqlite import Database

KIND = Kind(
    "labels",
    "Labels",
    "Every name with its class, of one label set or of all, as they stand now, and what others said.",
    ("label set", "name", "class", "by", "at", "how", "suggested", "score", "model", "model sha256", "stands", "notes"),
    numbers=("score",),
    scope=LABEL_SET,
    contents=(ROWS,),
    sssom="a class of a label set is a word of its own, not a concept that a name could be mapped to.",
)


def rows(db: Database, workspace: Workspace, scope: Scope) -> Iterator[tuple[Any, ...]]:
    """The labels in the order in which they were given; the last one of a name stands."""
    noted = cells_of(db, [history.LABEL])
    found = exports.label_rows(db, scope.label_set)
    return ((*row, noted.get(batch, "")) for *row, batch in found)


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many labels the export has, in this scope."""
    return exports.count_labels(db, scope.label_set)


def checked(db: Database, workspace: Workspace, rows: Iterable[Sequence[Any]]) -> Iterator[Row | str]:
    """Each row as it is to be kept, or in a sentence what is wrong with it."""
    for row in rows:
        empty = [what for cell, what in zip(row[:5], KIND.columns, strict=False) if not cell.strip()]
        if empty:
            yield f"“{empty[0]}” is empty; fill it in, or delete the row."
        elif not normalise(row[1]):
            yield f"“{row[1][:60]}” has no letter or digit; write a name, or delete the row."
        else:
            try:
                notes_in(row[-1])
                yield [*row[:4], moment(row[4]), *row[5:]]
            except BadInput as problem:
                yield str(problem)


def load(db: Database, workspace: Workspace, rows: Sequence[Sequence[Any]], who: str) -> int:
    """Label as the rows say, by whom and when they say; one batch, one undo. How many.

    Names are left out of which the rows say all that is said here.
    """
    here, given = _classes_by_name(exports.label_rows(db, "")), _classes_by_name(rows)
    new = [row for row in rows if here.get(_name(row)) != given[_name(row)]]
    groups = [(list(alike), notes_in(notes)) for notes, alike in groupby(new, key=lambda row: row[-1])]
    return loading.add_labels(db, groups, who, normalise)


def _name(row: Sequence[Any]) -> tuple[str, str]:
    return row[0], normalise(row[1])


def _classes_by_name(rows: Iterable[Sequence[Any]]) -> dict[tuple[str, str], list[tuple[Any, ...]]]:
    """(set, name) -> the classes that it has, by whom and since when, in the order of the rows."""
    found: dict[tuple[str, str], list[tuple[Any, ...]]] = {}
    for row in rows:
        found.setdefault(_name(row), []).append(tuple(row[2:5]))
    return found
