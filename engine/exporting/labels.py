"""Labels as they stand: which name has which class in which set, by whom, when, and what the model had suggested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlite_utils import Database

from engine.exporting import LABEL_SET, Kind, Scope
from engine.exporting.notes import cells_of, notes_in
from engine.text import normalise
from engine.workspace import Workspace
from store import history, loading

KIND = Kind(
    "labels",
    "Labels",
    "Every name with its class, of one label set or of all, as they stand now, and what others said.",
    ("label set", "name", "class", "by", "at", "how", "suggested", "score", "model", "model sha256", "stands", "notes"),
    numbers=("score",),
    scope=LABEL_SET,
    formats=("csv", "xlsx"),
    sssom="a class of a label set is a word of its own, not a concept that a name could be mapped to.",
)
STANDING = (  # of every name that has a label now: that label, and what each person said last and did not take back
    "WITH newest AS (SELECT max(id) AS id FROM labels WHERE :set = '' OR label_set = :set GROUP BY label_set, norm), "
    "now AS (SELECT l.* FROM labels l JOIN newest USING (id) WHERE l.label != ''), "
    "own AS (SELECT max(l.id) AS id FROM labels l JOIN history h ON h.kind = 'label' AND h.batch = l.batch "
    "WHERE l.role IN ('do', 'back') AND h.role != 'note' AND coalesce((SELECT u.role FROM history u WHERE u.of = h.id "
    "AND u.role != 'note' ORDER BY u.id DESC LIMIT 1), '') != 'undo' GROUP BY l.label_set, l.norm, l.who) "
    "SELECT {} FROM labels l JOIN now n ON n.label_set = l.label_set AND n.norm = l.norm LEFT JOIN label_origins o "
    "ON o.label = l.id WHERE l.label != '' AND (l.id = n.id OR (l.id IN (SELECT id FROM own) AND "
    "(l.label, l.who, l.at) != (n.label, n.who, n.at)))"  # what was done again is one label, not two
)
FIELDS = (
    "l.label_set, l.name, l.label, l.who, l.at, coalesce(o.how, ''), coalesce(o.suggested, ''), o.score, "
    "coalesce(o.encoder, ''), coalesce(o.sha256, ''), CASE WHEN l.id = n.id THEN 'yes' ELSE 'no' END, l.batch"
)


def rows(db: Database, workspace: Workspace, scope: Scope) -> Iterator[tuple[Any, ...]]:
    """The labels in the order in which they were given; the last one of a name stands."""
    noted = cells_of(db, [history.LABEL])
    found = db.execute(f"{STANDING.format(FIELDS)} ORDER BY l.id", {"set": scope.label_set})
    return ((*row, noted.get(batch, "")) for *row, batch in found)


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many there are."""
    return int(db.execute(STANDING.format("count(*)"), {"set": scope.label_set}).fetchone()[0])


def checked(db: Database, workspace: Workspace, rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """For each row what is wrong with it, in a sentence, or ""."""
    for row in rows:
        empty = [what for cell, what in zip(row[:5], KIND.columns, strict=False) if not cell.strip()]
        if empty:
            yield f"“{empty[0]}” is empty; fill it in, or delete the row."
        elif not normalise(row[1]):
            yield f"“{row[1][:60]}” has no letter or digit; write a name, or delete the row."
        else:
            yield ""


def load(db: Database, workspace: Workspace, rows: Sequence[Sequence[Any]], who: str) -> int:
    """Label as the rows say, by whom and when they say; one batch, one undo. How many."""
    groups = [(list(alike), notes_in(notes)) for notes, alike in groupby(rows, key=lambda row: row[-1])]
    return loading.add_labels(db, groups, who, normalise)
