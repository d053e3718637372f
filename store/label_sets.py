"""Label sets as they were defined, the queues of names kept for them, and where each label came from; append-only."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from sqlite_utils import Database

from store.database import now
from store.records.terminology import Label

QUEUED, RESOLVED = "queue", "resolved"  # how a label came about: on a queue's card, or to settle a disagreement
SAID = (  # what people said and did not take back; a roll-back is what its person says now
    "SELECT l.id, l.label_set, l.name, l.norm, l.label, l.who, l.at, o.how FROM labels l "
    "JOIN history h ON h.kind = 'label' AND h.batch = l.batch LEFT JOIN label_origins o ON o.label = l.id "
    "WHERE l.label_set = ? AND l.role IN ('do', 'back') AND coalesce((SELECT u.role FROM history u WHERE u.of = h.id "
    "AND u.role != 'note' ORDER BY u.id DESC LIMIT 1), '') != 'undo' ORDER BY l.id"
)


def define(db: Database, label_set: str, definition: dict[str, Any] | None, who: str) -> None:
    """Keep what a set asks; the newest definition counts, and None takes the set away."""
    row = {"label_set": label_set, "definition": json.dumps(definition or {}), "who": who, "at": now()}
    db.table("label_sets").insert(row)


def definitions(db: Database) -> dict[str, dict[str, Any]]:
    """Set -> its definition, oldest set first; {} for one that was taken away."""
    rows = db.execute(
        "SELECT label_set, definition FROM label_sets WHERE id IN (SELECT max(id) FROM label_sets GROUP BY label_set) "
        "ORDER BY (SELECT min(f.id) FROM label_sets f WHERE f.label_set = label_sets.label_set)"
    )
    return {name: json.loads(definition) for name, definition in rows}


def add_queue(db: Database, label_set: str, settings: dict[str, Any], who: str) -> int:
    """The number of the newest queue of the set with these settings; a new one where there is none."""
    said = json.dumps(settings, sort_keys=True)
    found = db.execute(
        "SELECT max(id) FROM label_queues WHERE label_set = ? AND settings = ?", [label_set, said]
    ).fetchone()[0]
    row = {"label_set": label_set, "settings": said, "who": who, "at": now()}
    return int(found or db.table("label_queues").insert(row).last_pk or 0)


def queue(db: Database, number: int) -> dict[str, Any] | None:
    """A queue's row, its settings read; None when there is none of this number."""
    row = next(db.query("SELECT * FROM label_queues WHERE id = ?", [number]), None)
    return row and row | {"settings": json.loads(row["settings"])}


def newest_queue(db: Database, label_set: str) -> int | None:
    """The number of the set's newest queue."""
    return db.execute("SELECT max(id) FROM label_queues WHERE label_set = ?", [label_set]).fetchone()[0]


def queued(db: Database, number: int) -> list[tuple[str, str]]:
    """(name, normalised) of a queue, in its order."""
    return db.execute("SELECT name, norm FROM label_queue_names WHERE queue = ? ORDER BY place", [number]).fetchall()


def extend(db: Database, number: int, names: Sequence[tuple[str, str]], after: int) -> None:
    """Append (name, normalised) to a queue of `after` names; nothing if somebody has appended to it meanwhile."""
    have = db.execute("SELECT count(*) FROM label_queue_names WHERE queue = ?", [number]).fetchone()[0]
    if have == after:
        db.table("label_queue_names").insert_all(
            {"queue": number, "place": after + at, "name": name, "norm": norm} for at, (name, norm) in enumerate(names)
        )


def skip(db: Database, number: int, norm: str, who: str) -> None:
    """Keep that a person passed over a name of a queue."""
    db.table("label_skips").insert({"queue": number, "norm": norm, "who": who, "at": now()})


def skipped(db: Database, number: int, who: str) -> set[str]:
    """The names of a queue that a person passed over."""
    rows = db.execute("SELECT norm FROM label_skips WHERE queue = ? AND who = ?", [number, who])
    return {row[0] for row in rows}


def came_from(
    db: Database, label_set: str, names: Sequence[str], who: str, normalise: Callable[[str], str], **origin: Any
) -> None:
    """Keep where the newest label of each name came from; called in the transaction that added the labels."""
    for name in names:
        label = db.execute(
            "SELECT max(id) FROM labels WHERE label_set = ? AND norm = ? AND who = ?", [label_set, normalise(name), who]
        ).fetchone()[0]
        db.table("label_origins").insert({"label": label, **origin})


def said(db: Database, label_set: str) -> dict[str, dict[str, Label]]:
    """Person -> normalised name -> their newest label that they did not take back, but for resolved disagreements."""
    found: dict[str, dict[str, Label]] = {}
    for row in db.query(SAID, [label_set]):
        if row["how"] != RESOLVED:
            own = found.setdefault(row["who"], {})
            own.pop(row["norm"], None)
            if row["label"]:
                own[row["norm"]] = Label(row["label_set"], row["name"], row["label"], row["who"], row["at"])
    return {who: own for who, own in found.items() if own}


def last_label(db: Database) -> int:
    """The number of the newest label of any set."""
    return int(db.execute("SELECT coalesce(max(id), 0) FROM labels").fetchone()[0])


def in_set_upto(db: Database, label_set: str, upto: int) -> list[Label]:
    """What the set said when the label `upto` was the newest one, oldest first."""
    rows = db.execute(
        "SELECT label_set, name, label, who, at FROM labels WHERE id IN (SELECT max(id) FROM labels "
        "WHERE label_set = ? AND id <= ? GROUP BY norm) AND label != '' ORDER BY id",
        [label_set, upto],
    )
    return [Label(*row) for row in rows]


def resolved(db: Database, label_set: str) -> dict[str, Label]:
    """Normalised name -> the label that settled what people disagreed about, where nobody labelled it since."""
    newest = {row["norm"]: row for row in db.query(SAID, [label_set])}
    return {
        norm: Label(row["label_set"], row["name"], row["label"], row["who"], row["at"])
        for norm, row in newest.items()
        if row["how"] == RESOLVED and row["label"]
    }


def pool_names(db: Database, slug: str) -> list[tuple[str, str, str]]:
    """(text, normalised, concept code) of every name of a terminology, in index order."""
    return db.execute(
        "SELECT n.text, n.norm, c.code FROM names n JOIN concepts c ON c.id = n.concept JOIN terminologies t "
        "ON t.id = n.terminology WHERE t.slug = ? ORDER BY n.id",
        [slug],
    ).fetchall()
