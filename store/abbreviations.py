"""What people say that short forms and lay words stand for; append-only, the newest row of a form counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from store import history, reading
from store.database import now
from store.records.terminology import Abbreviation
from store.sqlite import Database

SET, REMOVED = "set", "removed"
BETWEEN = "|"  # of the meanings of a form


def add(
    db: Database, entries: Sequence[Abbreviation], who: str, normalise: Callable[[str], str], reason: str = ""
) -> int:
    """Append what forms stand for as one batch, one undo; how many. One that is `removed` stands for nothing any more.

    Who and when are those of the entry where it has them.
    """
    if not entries:
        return 0
    batch, at = history.next_batch(db, "abbreviations"), now()
    db.table("abbreviations").insert_all(
        {
            "norm": normalise(one.form),
            "form": one.form,
            "state": REMOVED if one.removed else SET,
            "meanings": BETWEEN.join(one.meanings),
            "letter_case": one.case,
            "reason": reason,
            "who": one.who or who,
            "at": one.when or at,
            "batch": batch,
            "role": history.DO,
            "of_batch": None,
        }
        for one in entries
    )
    history.record(db, history.ABBREVIATION, batch, who, len(entries), in_words(entries), at=at)
    return len(entries)


def in_words(entries: Sequence[Abbreviation]) -> str:
    """What a batch says, as short as a heading."""
    if len(entries) > 1:
        return f"{len(entries):,} short forms and lay words changed"
    one = entries[0]
    meanings = " or ".join(f"“{meaning}”" for meaning in one.meanings)
    return f"“{one.form}” taken out of the dictionary" if one.removed else f"“{one.form}” stands for {meanings}"


def changed(db: Database) -> list[Abbreviation]:
    """What people say of each form now, oldest first, those that they took out too."""
    rows = db.execute(
        "SELECT form, meanings, letter_case, who, at, state FROM abbreviations WHERE id IN "
        "(SELECT max(id) FROM abbreviations GROUP BY norm) AND state != '' ORDER BY id"
    )
    return [
        Abbreviation(form, tuple(meanings.split(BETWEEN)) if meanings else (), case, who, at, state == REMOVED)
        for form, meanings, case, who, at, state in rows
    ]


def last_id(db: Database) -> int:
    """The number of the newest row: what the dictionary has expanded is fresh while this is unchanged."""
    return reading.last_id(db, "abbreviations")


def batches(db: Database) -> dict[str, int]:
    """Normalised form -> the batch of its newest row."""
    rows = db.execute(
        "SELECT norm, batch FROM abbreviations WHERE id IN (SELECT max(id) FROM abbreviations GROUP BY norm)"
    )
    return dict(rows.fetchall())
