"""What people say of mentions beside their concept: negated, historical, of the family."""

from __future__ import annotations

from store.migrations.append_only import INVERSE, append_only
from store.sqlite import Database


def m019_mention_attributes(db: Database) -> None:
    """The attributes of each mention, for good: the newest word about a line stands."""
    columns = {"id": int, "normalisation": int, "answer": int, "text": str, "attributes": str, "who": str, "at": str}
    columns |= {"batch": int, "role": str, "of_batch": int}
    db.table("mention_attributes").create(columns, pk="id", not_null=set(columns) - {"id", "of_batch"})
    db.table("mention_attributes").create_index(["normalisation", "answer"])
    db.table("mention_attributes").create_index(["batch"])
    append_only(db, ("mention_attributes",), INVERSE)
