"""Small facts of a workspace by key."""

from __future__ import annotations

from sqlite_utils import Database


def get(db: Database, key: str, default: str = "") -> str:
    """The value kept under `key`."""
    row = db.execute("SELECT value FROM settings WHERE key = ?", [key]).fetchone()
    return row[0] if row else default


def put(db: Database, key: str, value: str) -> None:
    """Keep `value` under `key`."""
    db.table("settings").upsert({"key": key, "value": value}, pk="key")
