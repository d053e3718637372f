"""Parents that people refused for a name: append-only; the newest word about a name and a parent holds."""

from __future__ import annotations

from dataclasses import dataclass

from store.database import now
from store.reading import first, record
from store.sqlite import Database


@dataclass(frozen=True)
class Refusal:
    """A parent that somebody said a name does not belong under, and what they saw when they did."""

    terminology: str
    text: str
    parent: str
    who: str
    when: str
    score: float | None = None
    model: str = ""
    model_sha256: str = ""
    comment: str = ""


def add(db: Database, refusal: Refusal, norm: str, refused: bool = True) -> int:
    """Append a refusal, or with `refused` False its taking back; its number."""
    seen = {name: value for name, value in vars(refusal).items() if name != "when"}
    row = {**seen, "norm": norm, "refused": int(refused), "at": now()}
    return int(db.table("refusals").insert(row).last_pk or 0)


def in_force(db: Database, terminology: str, norm: str | None = None) -> dict[tuple[str, str], Refusal]:
    """(normalised name, parent) -> the refusal that stands; of one name, or of all."""
    where = "terminology = ?" + ("" if norm is None else " AND norm = ?")
    rows = db.query(
        f"SELECT * FROM refusals WHERE id IN (SELECT max(id) FROM refusals WHERE {where} GROUP BY norm, parent) "
        "AND refused ORDER BY id",
        [terminology] if norm is None else [terminology, norm],
    )
    return {(row["norm"], row["parent"]): record(Refusal, row) for row in rows}


def newest(db: Database, who: str) -> Refusal | None:
    """The newest refusal of `who` that still stands, None when there is none."""
    row = first(
        db,
        "SELECT * FROM refusals r WHERE who = ? AND refused AND NOT EXISTS (SELECT 1 FROM refusals l WHERE "
        "l.terminology = r.terminology AND l.norm = r.norm AND l.parent = r.parent AND l.id > r.id) "
        "ORDER BY id DESC LIMIT 1",
        [who],
    )
    return record(Refusal, row) if row else None


def of_person(db: Database, who: str, limit: int) -> list[tuple[Refusal, bool]]:
    """The newest `limit` that `who` said about parents, oldest first: each refusal or taking back, and which it is."""
    rows = db.query("SELECT * FROM refusals WHERE who = ? ORDER BY id DESC LIMIT ?", [who, limit])
    return [(record(Refusal, row), bool(row["refused"])) for row in rows][::-1]
