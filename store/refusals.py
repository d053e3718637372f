"""Parents that people refused for a name: append-only; the newest word about a name and a parent holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from store.database import now


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
    row = {
        "terminology": refusal.terminology,
        "norm": norm,
        "text": refusal.text,
        "parent": refusal.parent,
        "refused": int(refused),
        "score": refusal.score,
        "model": refusal.model,
        "model_sha256": refusal.model_sha256,
        "comment": refusal.comment,
        "who": refusal.who,
        "at": now(),
    }
    db.table("refusals").insert(row)
    return int(db.execute("SELECT last_insert_rowid()").fetchone()[0])


def standing(db: Database, terminology: str, norm: str | None = None) -> dict[tuple[str, str], Refusal]:
    """(normalised name, parent) -> the refusal that stands; of one name, or of all."""
    where = "terminology = ?" + ("" if norm is None else " AND norm = ?")
    rows = db.query(
        f"SELECT * FROM refusals WHERE id IN (SELECT max(id) FROM refusals WHERE {where} GROUP BY norm, parent) "
        "AND refused ORDER BY id",
        [terminology] if norm is None else [terminology, norm],
    )
    return {(row["norm"], row["parent"]): _refusal(row) for row in rows}


def newest(db: Database, who: str) -> Refusal | None:
    """The newest refusal of `who` that still stands, None when there is none."""
    row = next(
        db.query(
            "SELECT * FROM refusals r WHERE who = ? AND refused AND NOT EXISTS (SELECT 1 FROM refusals l WHERE "
            "l.terminology = r.terminology AND l.norm = r.norm AND l.parent = r.parent AND l.id > r.id) "
            "ORDER BY id DESC LIMIT 1",
            [who],
        ),
        None,
    )
    return _refusal(row) if row else None


def _refusal(row: dict[str, Any]) -> Refusal:
    same = ("terminology", "text", "parent", "who", "score", "model", "model_sha256", "comment")
    return Refusal(when=row["at"], **{name: row[name] for name in same})
