"""The owner of a run."""

from __future__ import annotations

from store.sqlite import Database


def m014_owner_of_runs(db: Database) -> None:
    """A run has one owner: a token of the process that took it up last, and what tells that process from others."""
    db.execute("ALTER TABLE runs ADD COLUMN owner TEXT NOT NULL DEFAULT ''")
    db.execute("ALTER TABLE runs ADD COLUMN process TEXT NOT NULL DEFAULT ''")
