"""The addresses of terminologies, as their files say them."""

from __future__ import annotations

from store.sqlite import Database


def m022_terminology_addresses(db: Database) -> None:
    """A terminology's own address, and what those of its concepts begin with; what is there has none."""
    for column in ("address", "namespace"):
        db.execute(f"ALTER TABLE terminologies ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
