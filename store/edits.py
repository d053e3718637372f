"""Edits: append-only. What holds now is the newest edit of each (concept, name); undo adds the inverse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from store.database import now
from store.records import Edit

INVERSE = {"add": "withdraw", "withdraw": "add"}


@dataclass(frozen=True)
class Change:
    """An edit to be made: everything but who, when and its number."""

    action: str
    terminology: str
    concept_id: str
    name: str
    reason: str = ""
    query: str = ""
    score: float | None = None
    model: str = ""


def add(
    db: Database,
    changes: Sequence[Change],
    who: str,
    normalise: Callable[[str], str],
    role: str = "do",
    of_batch: int | None = None,
) -> list[Edit]:
    """Append `changes` as one batch: one transaction, one undo."""
    batch = db.execute("SELECT coalesce(max(batch), 0) + 1 FROM edits").fetchone()[0]
    at = now()
    for change in changes:
        db.table("edits").insert(
            {
                "batch": batch,
                "action": change.action,
                "terminology": change.terminology,
                "concept": change.concept_id,
                "name": change.name,
                "norm": normalise(change.name),
                "who": who,
                "at": at,
                "reason": change.reason,
                "query": change.query,
                "score": change.score,
                "model": change.model,
                "role": role,
                "of_batch": of_batch,
            }
        )
    return in_batch(db, batch)


def undo(db: Database, who: str, normalise: Callable[[str], str]) -> list[Edit]:
    """Add the inverse of the newest action of `who` that still stands; [] when there is none."""
    row = db.execute(
        "SELECT max(batch) FROM edits e WHERE who = ? AND role = 'do' AND coalesce((SELECT role FROM edits u "
        "WHERE u.of_batch = e.batch ORDER BY u.id DESC LIMIT 1), 'redo') = 'redo'",
        [who],
    ).fetchone()
    return _inverse(db, row[0], who, normalise, "undo")


def redo(db: Database, who: str, normalise: Callable[[str], str]) -> list[Edit]:
    """Do again what `who` undid last, unless they have made another edit since; [] when there is nothing."""
    row = db.execute(
        "SELECT of_batch FROM edits e WHERE who = :who AND role = 'undo' AND batch > coalesce((SELECT max(batch) "
        "FROM edits WHERE who = :who AND role = 'do'), 0) AND NOT EXISTS (SELECT 1 FROM edits r WHERE "
        "r.of_batch = e.of_batch AND r.id > e.id) ORDER BY e.id DESC LIMIT 1",
        {"who": who},
    ).fetchone()
    return _inverse(db, row[0] if row else None, who, normalise, "redo")


def in_batch(db: Database, batch: int) -> list[Edit]:
    """The edits of one batch, in order."""
    return [_edit(row) for row in db.query("SELECT * FROM edits WHERE batch = ? ORDER BY id", [batch])]


def newest(db: Database, limit: int) -> list[Edit]:
    """The last `limit` edits, newest first."""
    return [_edit(row) for row in db.query("SELECT * FROM edits ORDER BY id DESC LIMIT ?", [limit])]


def last_id(db: Database) -> int:
    """The number of the newest edit: what is cached from edits is fresh while this is unchanged."""
    return db.execute("SELECT coalesce(max(id), 0) FROM edits").fetchone()[0]


def standing(db: Database, terminology: str, concept: str | None = None) -> list[Edit]:
    """The newest edit of each (concept, name), oldest first: what the terminology's edits come to now."""
    where, values = "terminology = ?", [terminology]
    if concept is not None:
        where, values = f"{where} AND concept = ?", [terminology, concept]
    return [
        _edit(row)
        for row in db.query(
            f"SELECT * FROM edits WHERE id IN (SELECT max(id) FROM edits WHERE {where} GROUP BY concept, norm) "
            "ORDER BY id",
            values,
        )
    ]


def _inverse(db: Database, batch: int | None, who: str, normalise: Callable[[str], str], role: str) -> list[Edit]:
    if batch is None:
        return []
    turn = INVERSE if role == "undo" else {action: action for action in INVERSE}
    changes = [
        Change(turn[e.action], e.terminology, e.concept_id, e.name, e.reason, e.query, e.score, e.model)
        for e in in_batch(db, batch)
    ]
    return add(db, changes, who, normalise, role, batch)


def _edit(row: dict) -> Edit:
    return Edit(
        id=row["id"],
        batch=row["batch"],
        action=row["action"],
        terminology=row["terminology"],
        concept_id=row["concept"],
        name=row["name"],
        who=row["who"],
        when=row["at"],
        reason=row["reason"],
        query=row["query"],
        score=row["score"],
        model=row["model"],
        role=row["role"],
        of_batch=row["of_batch"],
    )
