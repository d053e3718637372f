"""What terminologies are called, which version is the newest, and which were taken out, as people changed it."""

from __future__ import annotations

import json

from store.migrations.append_only import INVERSE, append_only
from store.sqlite import Database


def m016_terminology_states(db: Database) -> None:
    """A terminology keeps its state over time; the newest row counts. Those that are there begin with what they are."""
    for column in ("language TEXT NOT NULL DEFAULT ''", "newer TEXT NOT NULL DEFAULT ''", "edits_until INTEGER"):
        db.execute(f"ALTER TABLE terminologies ADD COLUMN {column}")
    db.execute("ALTER TABLE terminologies ADD COLUMN present INTEGER NOT NULL DEFAULT 1")
    db.table("terminology_states").create(
        {
            "id": int,
            "batch": int,
            "role": str,
            "of_batch": int,
            "number": int,
            "facts": str,
            "who": str,
            "at": str,
        },
        pk="id",
        not_null={"batch", "role", "number", "facts", "who", "at"},
    )
    db.table("terminology_states").create_index(["number"])
    db.table("terminology_states").create_index(["batch"])
    rows = db.execute("SELECT id, slug, title, version, licence, imported FROM terminologies").fetchall()
    for number, slug, title, version, licence, imported in rows:
        facts = {"slug": slug, "title": title, "version": version or "", "licence": licence or ""}
        facts |= {"language": "", "newer": "", "edits_until": None, "present": 1}
        db.execute(
            "INSERT INTO terminology_states (batch, role, number, facts, who, at) VALUES (0, 'start', ?, ?, '', ?)",
            [number, json.dumps(facts, sort_keys=True, ensure_ascii=False), imported or ""],
        )
    append_only(db, ("terminology_states",), INVERSE)
