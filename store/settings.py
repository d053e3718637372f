"""Small facts of a workspace by key."""

from __future__ import annotations

from store.reading import value as stored
from store.sqlite import Database

GENERATION = "generation"  # of a restored database: what was cached from another one is not of this one


def get(db: Database, key: str, default: str = "") -> str:
    """The value kept under `key`."""
    found = stored(db, "SELECT value FROM settings WHERE key = ?", [key])
    return default if found is None else str(found)


def put(db: Database, key: str, value: str) -> None:
    """Keep `value` under `key`."""
    db.table("settings").upsert({"key": key, "value": value}, pk="key")
