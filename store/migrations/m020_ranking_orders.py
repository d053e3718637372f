"""Orders of rankings that were learnt from people's decisions."""

from __future__ import annotations

from store.migrations.append_only import INVERSE, append_only
from store.sqlite import Database


def m020_ranking_orders(db: Database) -> None:
    """The orders learnt in this workspace, for good: the newest one orders, an empty one is the shipped order."""
    columns = {"id": int, "weights": str, "decisions": int, "figures": str, "who": str, "at": str}
    columns |= {"batch": int, "role": str, "of_batch": int}
    db.table("ranking_orders").create(columns, pk="id", not_null=set(columns) - {"id", "of_batch"})
    db.table("ranking_orders").create_index(["batch"])
    append_only(db, ("ranking_orders",), INVERSE)
