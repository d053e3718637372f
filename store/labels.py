"""Labels: append-only. The newest label of a name in a set counts; an empty one takes the name out again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sqlite_utils import Database

from store import history
from store.database import now
from store.records.terminology import Label


def add(
    db: Database,
    label_set: str,
    pairs: Iterable[tuple[str, str]],
    who: str,
    normalise: Callable[[str], str],
    title: str = "",
) -> int:
    """Append (name, class) pairs to a set as one batch, one undo; the number added. A class of '' takes a name out."""
    said = list(pairs)
    if not said:
        return 0
    batch = history.next_batch(db, "labels")
    at = now()
    same = {"label_set": label_set, "who": who, "at": at, "batch": batch, "role": history.DO, "of_batch": None}
    db.table("labels").insert_all(
        {**same, "name": name, "norm": normalise(name), "label": label} for name, label in said
    )
    history.record(db, history.LABEL, batch, who, len(said), title or in_words(label_set, said), at=at)
    return len(said)


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


def in_set(db: Database, label_set: str) -> list[Label]:
    """What the set says now, oldest first."""
    rows = db.query(
        "SELECT label_set, name, label, who, at FROM labels WHERE id IN (SELECT max(id) FROM labels "
        "WHERE label_set = ? GROUP BY norm) AND label != '' ORDER BY id",
        [label_set],
    )
    return [Label(row["label_set"], row["name"], row["label"], row["who"], row["at"]) for row in rows]


def sets(db: Database) -> list[str]:
    """The names of the label sets, oldest first."""
    return [row[0] for row in db.execute("SELECT label_set FROM labels GROUP BY label_set ORDER BY min(id)")]
