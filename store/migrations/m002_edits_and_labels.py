"""Edits and labels, append-only."""

from __future__ import annotations

from store.migrations.append_only import INVERSE, append_only
from store.sqlite import Database


def m002_edits_and_labels(db: Database) -> None:
    db.table("edits").create(
        {
            "id": int,
            "batch": int,
            "action": str,
            "terminology": str,
            "concept": str,
            "name": str,
            "norm": str,
            "who": str,
            "at": str,
            "reason": str,
            "query": str,
            "score": float,
            "model": str,
            "role": str,
            "of_batch": int,
        },
        pk="id",
        not_null={"batch", "action", "terminology", "concept", "name", "norm", "who", "at", "role"},
    )
    db.table("edits").create_index(["terminology", "concept", "norm"])
    db.table("edits").create_index(["who", "batch"])
    db.table("labels").create(
        {"id": int, "label_set": str, "name": str, "norm": str, "label": str, "who": str, "at": str},
        pk="id",
        not_null={"label_set", "name", "norm", "who", "at"},
    )
    db.table("labels").create_index(["label_set", "norm"])
    append_only(db, ("edits", "labels"), INVERSE)
