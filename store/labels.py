"""Labels: append-only. The newest label of a name in a set counts; an empty one takes the name out again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from store import history
from store.database import now
from store.reading import column, value
from store.records.terminology import Label
from store.sqlite import Database


def add(
    db: Database,
    label_set: str,
    pairs: Iterable[tuple[str, str]],
    who: str,
    normalise: Callable[[str], str],
    title: str = "",
) -> int:
    """Append (name, class) pairs to a set as one batch, one undo; the number added. A class of '' takes a name out."""
    given = list(pairs)
    if not given:
        return 0
    batch = history.next_batch(db, "labels")
    at = now()
    same = {"label_set": label_set, "who": who, "at": at, "batch": batch, "role": history.DO, "of_batch": None}
    db.table("labels").insert_all(
        {**same, "name": name, "norm": normalise(name), "label": label} for name, label in given
    )
    history.record(db, history.LABEL, batch, who, len(given), title or in_words(label_set, given), at=at)
    return len(given)


def in_words(label_set: str, pairs: Sequence[tuple[str, str]]) -> str:
    """What a batch of labels says, as short as a heading."""
    if len(pairs) == 1:
        name, label = pairs[0]
        return f"“{name}” labelled “{label}” in “{label_set}”" if label else f"“{name}” taken out of “{label_set}”"
    if not any(label for _, label in pairs):
        return f"{len(pairs):,} names taken out of “{label_set}”"
    classes = {label for _, label in pairs}
    one = f" “{next(iter(classes))}”" if len(classes) == 1 else ""
    return f"{len(pairs):,} names labelled{one} in “{label_set}”"


def in_set(db: Database, label_set: str, upto: int = 0) -> list[Label]:
    """What the set says now, or with `upto` said when that label was the newest one, oldest first."""
    newest = f"SELECT max(id) FROM labels WHERE label_set = ? {'AND id <= ?' if upto else ''} GROUP BY norm"
    sql = f"SELECT label_set, name, label, who, at FROM labels WHERE id IN ({newest}) AND label != '' ORDER BY id"
    return [Label(*row) for row in db.execute(sql, [label_set, upto] if upto else [label_set])]


def current_label(db: Database, label_set: str, norm: str) -> Label | None:
    """What the set says now of the name that is `norm` normalised, or None."""
    sql = "SELECT label_set, name, label, who, at FROM labels WHERE label_set = ? AND norm = ? ORDER BY id DESC LIMIT 1"
    row = db.execute(sql, [label_set, norm]).fetchone()
    return Label(*row) if row and row[2] else None


def counts(db: Database, label_set: str) -> dict[str, int]:
    """Class -> how many names of the set are in it now; the class that was used first comes first."""
    rows = db.execute(
        "SELECT label, count(*) FROM labels WHERE id IN (SELECT max(id) FROM labels WHERE label_set = ? GROUP BY norm) "
        "AND label != '' GROUP BY label ORDER BY min(id)",
        [label_set],
    )
    return dict(rows.fetchall())


def after(db: Database, label_set: str, number: int) -> list[tuple[int, str, str, str]]:
    """(number, normalised name, name, class) of every label of the set after label `number`, in order."""
    return db.execute(
        "SELECT id, norm, name, label FROM labels WHERE label_set = ? AND id > ? ORDER BY id", [label_set, number]
    ).fetchall()


def set_of_batch(db: Database, batch: int) -> str | None:
    """The set that a batch of labels is of; None for a batch without labels."""
    found: str | None = value(db, "SELECT label_set FROM labels WHERE batch = ? LIMIT 1", [batch])
    return found


def sets(db: Database) -> list[str]:
    """The names of the label sets, oldest first."""
    return column(db, "SELECT label_set FROM labels GROUP BY label_set ORDER BY min(id)")
