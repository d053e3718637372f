"""Parents that people refused for a name: append-only; the newest word about a name and a parent holds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from store.database import now
from store.reading import record, value
from store.sqlite import Database

IN_FORCE = (  # the refusals of a person that stand
    "FROM refusals r WHERE who = ? AND refused AND NOT EXISTS (SELECT 1 FROM refusals l WHERE l.terminology = "
    "r.terminology AND l.norm = r.norm AND l.parent = r.parent AND l.id > r.id)"
)


@dataclass(frozen=True)
class Refusal:
    """A parent that somebody said a name does not belong under, and what they saw when they did.

    Without a parent the name is put aside: none was found for it.
    """

    terminology: str
    text: str
    parent: str
    who: str
    when: str
    score: float | None = None
    model: str = ""
    model_sha256: str = ""
    comment: str = ""


def add(db: Database, together: Sequence[Refusal], normalise: Callable[[str], str], refused: bool = True) -> None:
    """Append refusals of one person, or with `refused` False their taking back; they are one undo.

    That is told by their time, so it is later than that of whatever this person said before.
    """
    if not together:
        return
    before = value(db, "SELECT at FROM refusals WHERE who = ? ORDER BY id DESC LIMIT 1", [together[0].who])
    while (at := now()) == before:
        time.sleep(0.001)
    rows = [{name: value for name, value in vars(one).items() if name != "when"} for one in together]
    db.table("refusals").insert_all(
        {**one, "norm": normalise(one["text"]), "refused": int(refused), "at": at} for one in rows
    )


def in_force(db: Database, terminology: str, norm: str | None = None) -> dict[tuple[str, str], Refusal]:
    """(normalised name, parent) -> the refusal that stands; of one name, or of all."""
    where = "terminology = ?" + ("" if norm is None else " AND norm = ?")
    rows = db.query(
        f"SELECT * FROM refusals WHERE id IN (SELECT max(id) FROM refusals WHERE {where} GROUP BY norm, parent) "
        "AND refused ORDER BY id",
        [terminology] if norm is None else [terminology, norm],
    )
    return {(row["norm"], row["parent"]): record(Refusal, row) for row in rows}


def newest(db: Database, who: str) -> list[Refusal]:
    """What still stands of the newest refusals of `who` that were made together, of which any stands; else []."""
    at = value(db, f"SELECT at {IN_FORCE} ORDER BY id DESC LIMIT 1", [who])
    return [record(Refusal, row) for row in db.query(f"SELECT * {IN_FORCE} AND at = ? ORDER BY id", [who, at])]


def of_person(db: Database, who: str, limit: int) -> list[tuple[list[Refusal], bool]]:
    """The newest `limit` times that `who` said something about parents, oldest first: what was refused or taken back
    together, and whether it was refused."""
    rows = db.query(
        "SELECT * FROM refusals WHERE who = ? AND at IN (SELECT at FROM refusals WHERE who = ? GROUP BY at "
        "ORDER BY max(id) DESC LIMIT ?) ORDER BY id",
        [who, who, limit],
    )
    together = groupby(rows, key=lambda row: (row["at"], bool(row["refused"])))
    return [([record(Refusal, row) for row in some], refused) for (_, refused), some in together]
