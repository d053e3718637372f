"""Where mentions stand, as people correct it, and the mentions that they add."""

from __future__ import annotations

from store.migrations.append_only import INVERSE, append_only
from store.sqlite import Database


def m021_mention_spans(db: Database) -> None:
    """The span of a line with what is answered for it, for good: the newest word about a line stands."""
    columns = {"id": int, "normalisation": int, "answer": int, "before": str, "text": str, "begins": int, "ends": int}
    columns |= {"answered": str, "who": str, "at": str, "batch": int, "role": str, "of_batch": int}
    db.table("mention_spans").create(columns, pk="id", not_null=set(columns) - {"id", "of_batch"})
    db.table("mention_spans").create_index(["answer", "id"])
    db.table("mention_spans").create_index(["batch"])
    append_only(db, ("mention_spans",), INVERSE)
