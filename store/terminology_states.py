"""What a terminology is called, and whether it is the newest version or was taken out: append-only, newest row counts.

The columns of `terminologies` say the same; they follow the newest states, also where these came by undo.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from store import history, reading, renaming
from store.database import now
from store.sqlite import Database

DESCRIBED = ("title", "version", "licence", "language", "address")
COLUMNS = ("slug", *DESCRIBED, "namespace", "newer", "edits_until", "present")
ADDRESSES = {"address": "", "namespace": ""}  # of states from before there were any
START = "start"  # the role of a terminology's first state, which no entry of the history has
Facts = dict[str, Any]


class NameTaken(Exception):
    """Two terminologies would have one short name."""


def begin(db: Database, number: int, slug: str, present: bool = True) -> None:
    """Keep what a new terminology is at first; not `present`, where its import is to be undone as any other act."""
    facts = _columns(db, number) | {"slug": slug, "present": int(present)}
    _insert(db, [(number, facts)], 0, START, "", now())


def append(db: Database, states: Mapping[int, Facts], who: str, title: str) -> int:
    """Give terminologies (by number) other facts, as one entry of the history, one undo; the entry's number.

    What a state does not name stays as it is. NameTaken where two would have one short name.
    """
    batch, at = history.next_batch(db, "terminology_states"), now()
    rows = [(number, facts_of(db, number) | facts) for number, facts in states.items()]
    _insert(db, rows, batch, history.DO, who, at)
    put_in_place(db)
    return history.record(db, history.TERMINOLOGY, batch, who, len(states), title, at=at)


def facts_of(db: Database, number: int) -> Facts:
    """The newest state of a terminology."""
    found = reading.value(
        db, "SELECT facts FROM terminology_states WHERE number = ? ORDER BY id DESC LIMIT 1", [number]
    )
    facts: Facts = ADDRESSES | json.loads(found)
    return facts


def put_in_place(db: Database) -> None:
    """Make the columns of `terminologies` say what the newest states say; rename wherever a short name is kept."""
    states = _newest(db)
    taken: dict[str, int] = {}
    for number, facts in states.items():
        if facts["present"] and taken.setdefault(facts["slug"], number) != number:
            raise NameTaken(facts["slug"])
    renamed: dict[str, str] = {}
    changed = {}
    for number, facts in states.items():
        there, facts = _columns(db, number), {**facts, "slug": _slug(number, facts)}
        if there != facts:
            changed[number] = facts
            same = there["present"] and facts["present"] and bool(there["newer"]) == bool(facts["newer"])
            if same and there["slug"] != facts["slug"]:
                renamed[there["slug"]] = facts["slug"]
    for number in changed:  # first out of each other's way
        db.execute("UPDATE terminologies SET slug = ? WHERE id = ?", [f"#{number}", number])
    for number, facts in changed.items():
        db.table("terminologies").update(number, facts)
    if renamed:
        renaming.rename(db, renamed)


def taken_out(db: Database) -> dict[str, list[int]]:
    """Short name -> the numbers of the terminologies that had it and are taken out, by a deletion or an undo."""
    found: dict[str, list[int]] = {}
    for number, facts in _newest(db).items():
        if not facts["present"]:
            found.setdefault(facts["slug"], []).append(number)
    return found


def _newest(db: Database) -> dict[int, Facts]:
    rows = db.execute(
        "SELECT s.number, s.facts FROM terminology_states s JOIN terminologies t ON t.id = s.number WHERE s.id IN "
        "(SELECT max(id) FROM terminology_states GROUP BY number) ORDER BY s.number"
    )
    return {number: ADDRESSES | json.loads(facts) for number, facts in rows}


def _columns(db: Database, number: int) -> Facts:
    row = reading.first(db, f"SELECT {', '.join(COLUMNS)} FROM terminologies WHERE id = ?", [number])
    assert row is not None
    return {column: row[column] if column in ("edits_until", "present") else row[column] or "" for column in COLUMNS}


def _slug(number: int, facts: Facts) -> str:
    """The short name in the table, where no two are alike: what is taken out has one that nobody can ask for."""
    return facts["slug"] if facts["present"] else f"{facts['slug']}#{number}"


def _insert(db: Database, states: list[tuple[int, Facts]], batch: int, role: str, who: str, at: str) -> None:
    db.table("terminology_states").insert_all(
        {
            "batch": batch,
            "role": role,
            "number": number,
            "facts": json.dumps(facts, sort_keys=True, ensure_ascii=False),
            "who": who,
            "at": at,
        }
        for number, facts in states
    )


def let_go(db: Database) -> None:
    """Remove what is taken out for good; the names of those that no present one has are free for others.

    The files of their indexes have no row any more, and are swept like any file that nobody needs.
    """
    gone = taken_out(db)
    there = set(reading.column(db, "SELECT slug FROM terminologies WHERE present"))
    last = {slug: max(numbers) for slug, numbers in gone.items() if slug not in there}
    if last:
        renaming.rename(db, {slug: f"{slug}#{number}" for slug, number in last.items()})
    for numbers in gone.values():
        for number in numbers:
            remove(db, number)
    db.execute("DELETE FROM indexes WHERE terminology NOT IN (SELECT fingerprint FROM terminologies)")


def remove(db: Database, number: int) -> None:
    """Take a terminology out for good, present or not; what was made on it stays."""
    for table in ("edges", "names", "concepts"):
        db.execute(f"DELETE FROM {table} WHERE terminology = ?", [number])
    db.execute("DELETE FROM terminologies WHERE id = ?", [number])
