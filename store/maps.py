"""Maps that are drawn: a row each; the points lie in a file that the key names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from store.database import now
from store.reading import first, in_parts, value
from store.sqlite import Database


@dataclass(frozen=True)
class StoredMap:
    """A map's row: what was asked for, how many names it shows and how many it leaves out, and why."""

    key: str
    terminology: str
    encoder: str
    asked: dict[str, Any]
    names: int
    left_out: dict[str, int]
    sha256: str
    created: str


def add(
    db: Database,
    key: str,
    terminology: str,
    encoder: str,
    request: dict[str, Any],
    names: int,
    left_out: dict[str, int],
    sha256: str,
) -> None:
    """Keep a map, in place of an older one of the same key."""
    row = {"key": key, "terminology": terminology, "encoder": encoder, "asked": json.dumps(request), "names": names}
    row |= {"left_out": json.dumps(left_out), "sha256": sha256, "created": now()}
    db.table("maps").upsert(row, pk="key")


def get(db: Database, key: str) -> StoredMap | None:
    """The map with this key, or None."""
    row = first(db, "SELECT * FROM maps WHERE key = ?", [key])
    return _map(row) if row else None


def all_maps(db: Database) -> list[StoredMap]:
    """Every map, newest first."""
    return [_map(row) for row in db.query("SELECT * FROM maps ORDER BY created DESC, key")]


def remove(db: Database, key: str) -> None:
    """Forget a map."""
    db.execute("DELETE FROM maps WHERE key = ?", [key])


def names(db: Database, slug: str) -> list[tuple[str, str, str, str]]:
    """(text, code, source, kind) of every name of a terminology, in the order of its index."""
    return db.execute(
        "SELECT n.text, c.code, n.source, n.kind FROM names n JOIN concepts c ON c.id = n.concept "
        "JOIN terminologies t ON t.id = n.terminology WHERE t.slug = ? ORDER BY n.id",
        [slug],
    ).fetchall()


def rows_of_norms(db: Database, slug: str, norms: Sequence[str]) -> dict[str, int]:
    """Normalised text -> its first row in the terminology's index, where it has one."""
    return {norm: rows[0] for norm, rows in rows_with_norms(db, slug, norms).items()}


def rows_with_norms(db: Database, slug: str, norms: Sequence[str]) -> dict[str, list[int]]:
    """Normalised text -> all its rows in the terminology's index, in order."""
    key = value(db, "SELECT id FROM terminologies WHERE slug = ?", [slug])
    start = value(db, "SELECT min(id) FROM names WHERE terminology = ?", [key])
    found: dict[str, list[int]] = {}
    sql = "SELECT norm, id FROM names WHERE terminology = ? AND norm IN ({}) ORDER BY id"
    for norm, id in in_parts(db, sql, norms, key):
        found.setdefault(norm, []).append(id - start)
    return found


def _map(row: dict[str, Any]) -> StoredMap:
    return StoredMap(**{**row, "asked": json.loads(row["asked"]), "left_out": json.loads(row["left_out"])})


def has_concept(db: Database, slug: str, code: str) -> bool:
    """Whether the terminology, as imported, has a concept in use with exactly this code."""
    sql = "SELECT 1 FROM concepts c JOIN terminologies t ON t.id = c.terminology WHERE t.slug = ? AND c.code = ? "
    return value(db, sql + "AND NOT c.obsolete", [slug, code]) is not None
