"""The model behind an edit."""

from __future__ import annotations

from store.sqlite import Database


def m009_model_of_edits(db: Database) -> None:
    """An edit keeps the hash of the model that proposed it, for vectors may change under their name."""
    db.execute("ALTER TABLE edits ADD COLUMN model_sha256 TEXT NOT NULL DEFAULT ''")
