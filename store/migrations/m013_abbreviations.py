"""Short forms and lay words, as people changed them."""

from __future__ import annotations

from store.migrations.append_only import INVERSE, append_only
from store.sqlite import Database


def m013_abbreviations(db: Database) -> None:
    """What a form stands for in this workspace, beside and instead of the shipped dictionary; the newest row counts."""
    db.table("abbreviations").create(
        {
            "id": int,
            "norm": str,
            "form": str,
            "state": str,
            "meanings": str,
            "letter_case": str,
            "reason": str,
            "who": str,
            "at": str,
            "batch": int,
            "role": str,
            "of_batch": int,
        },
        pk="id",
        not_null={"norm", "form", "state", "meanings", "letter_case", "reason", "who", "at", "batch", "role"},
    )
    db.table("abbreviations").create_index(["norm"])
    db.table("abbreviations").create_index(["batch"])
    append_only(db, ("abbreviations",), INVERSE)
