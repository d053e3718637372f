"""Label sets as they were defined, the queues of names kept for them, and where each label came from; append-only."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from store.database import now
from store.history import IN_FORCE
from store.reading import column, first, last_id, value
from store.records.terminology import Label
from store.sqlite import Database

QUEUED, RESOLVED = "queue", "resolved"  # how a label came about: on a queue's card, or to settle a disagreement
GIVEN = (  # labels that people gave and did not take back; a roll-back is what its person says now
    "SELECT l.id, l.label_set, l.name, l.norm, l.label, l.who, l.at, o.how FROM labels l "
    "JOIN history h ON h.kind = 'label' AND h.batch = l.batch LEFT JOIN label_origins o ON o.label = l.id "
    f"WHERE l.label_set = ? AND l.role IN ('do', 'back') AND {IN_FORCE} AND l.id > ? AND l.id <= ? ORDER BY l.id"
)
ALL_LABELS = (0, 2**63 - 1)  # after which label, and up to which
NEWEST = (  # the row that counts; labels from before a set was taken away that are in it again bring it back
    "SELECT max(f.id) FROM label_sets f WHERE f.label_set = {set} AND (f.definition != '{{}}' OR NOT EXISTS (SELECT 1 "
    "FROM labels l WHERE l.id IN (SELECT max(id) FROM labels WHERE label_set = f.label_set GROUP BY norm) "
    "AND l.label != '' AND l.at <= f.at))"
)


def define(db: Database, label_set: str, definition: dict[str, Any] | None, who: str) -> None:
    """Keep what a set asks; the newest definition counts, and None takes the set away until its labels come back."""
    row = {"label_set": label_set, "definition": json.dumps(definition or {}), "who": who, "at": now()}
    db.table("label_sets").insert(row)


def definition(db: Database, label_set: str) -> dict[str, Any]:
    """The definition of one set; {} where it has none, or was taken away."""
    found = value(db, f"SELECT definition FROM label_sets WHERE id = ({NEWEST.format(set='?')})", [label_set])
    return dict(json.loads(found or "{}"))


def definitions(db: Database) -> dict[str, dict[str, Any]]:
    """Set -> its definition, oldest set first; {} for one that was taken away."""
    rows = db.execute(
        f"SELECT label_set, definition FROM label_sets WHERE id = ({NEWEST.format(set='label_sets.label_set')}) "
        "ORDER BY (SELECT min(f.id) FROM label_sets f WHERE f.label_set = label_sets.label_set)"
    )
    return {name: json.loads(definition) for name, definition in rows}


def add_queue(db: Database, label_set: str, settings: dict[str, Any], who: str) -> int:
    """The number of the newest queue of the set with these settings; a new one where there is none."""
    text = json.dumps(settings, sort_keys=True)
    found = value(db, "SELECT max(id) FROM label_queues WHERE label_set = ? AND settings = ?", [label_set, text])
    row = {"label_set": label_set, "settings": text, "who": who, "at": now()}
    return int(found or db.table("label_queues").insert(row).last_pk or 0)


def queue(db: Database, number: int) -> dict[str, Any] | None:
    """A queue's row, its settings read; None when there is none of this number."""
    row = first(db, "SELECT * FROM label_queues WHERE id = ?", [number])
    return row and row | {"settings": json.loads(row["settings"])}


def newest_queue(db: Database, label_set: str) -> int | None:
    """The number of the set's newest queue."""
    newest: int | None = value(db, "SELECT max(id) FROM label_queues WHERE label_set = ?", [label_set])
    return newest


def queued(db: Database, number: int) -> list[tuple[str, str]]:
    """(name, normalised) of a queue, in its order."""
    return db.execute("SELECT name, norm FROM label_queue_names WHERE queue = ? ORDER BY place", [number]).fetchall()


def extend(db: Database, number: int, names: Sequence[tuple[str, str]], after: int) -> None:
    """Append (name, normalised) to a queue of `after` names; nothing if somebody has appended to it meanwhile."""
    if value(db, "SELECT count(*) FROM label_queue_names WHERE queue = ?", [number]) == after:
        db.table("label_queue_names").insert_all(
            {"queue": number, "place": after + at, "name": name, "norm": norm} for at, (name, norm) in enumerate(names)
        )


def skip(db: Database, number: int, norm: str, who: str) -> None:
    """Keep that a person passed over a name of a queue."""
    db.table("label_skips").insert({"queue": number, "norm": norm, "who": who, "at": now()})


def skipped(db: Database, number: int, who: str) -> set[str]:
    """The names of a queue that a person passed over."""
    return set(column(db, "SELECT norm FROM label_skips WHERE queue = ? AND who = ?", [number, who]))


def add_origins(
    db: Database, label_set: str, names: Sequence[str], who: str, normalise: Callable[[str], str], **origin: Any
) -> None:
    """Keep where the newest label of each name came from; called in the transaction that added the labels."""
    newest = "SELECT max(id) FROM labels WHERE label_set = ? AND norm = ? AND who = ?"
    for name in names:
        label = value(db, newest, [label_set, normalise(name), who])
        db.table("label_origins").insert({"label": label, **origin})


def by_person(db: Database, label_set: str) -> dict[str, dict[str, Label]]:
    """Person -> normalised name -> their newest label that they did not take back, but for resolved disagreements."""
    found: dict[str, dict[str, Label]] = {}
    for _, _, name, norm, label, who, at, how in db.execute(GIVEN, [label_set, *ALL_LABELS]):
        if how != RESOLVED:
            own = found.setdefault(who, {})
            own.pop(norm, None)
            if label:
                own[norm] = Label(label_set, name, label, who, at)
    return {who: own for who, own in found.items() if own}


def given_after(db: Database, label_set: str, number: int, upto: int) -> list[tuple[str, str, str]]:
    """(who, normalised name, class) of what people gave from after label `number` to `upto`, in order, as `by_person`
    has it: without what they took back and without resolved disagreements. The class "" takes a name out."""
    rows = db.execute(GIVEN, [label_set, number, upto])
    return [(who, norm, label) for _, _, _, norm, label, who, _, how in rows if how != RESOLVED]


def last_label(db: Database) -> int:
    """The number of the newest label of any set."""
    return last_id(db, "labels")


def resolved(db: Database, label_set: str) -> dict[str, Label]:
    """Normalised name -> the label that settled what people disagreed about, where nobody labelled it since."""
    newest = {row["norm"]: row for row in db.query(GIVEN, [label_set, *ALL_LABELS])}
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
