"""Label sets and their queues."""

from __future__ import annotations

from store.migrations.append_only import NEWER, append_only
from store.sqlite import Database


def m006_label_sets(db: Database) -> None:
    """What a label set asks, the queues of names that people go through, and what was suggested for each label."""
    db.table("label_sets").create(
        {"id": int, "label_set": str, "definition": str, "who": str, "at": str},
        pk="id",
        not_null={"label_set", "definition", "who", "at"},
    )
    db.table("label_sets").create_index(["label_set"])
    db.table("label_queues").create(
        {"id": int, "label_set": str, "settings": str, "who": str, "at": str},
        pk="id",
        not_null={"label_set", "settings", "who", "at"},
    )
    db.table("label_queues").create_index(["label_set"])
    db.table("label_queue_names").create(
        {"id": int, "queue": int, "place": int, "name": str, "norm": str},
        pk="id",
        foreign_keys=[("queue", "label_queues", "id")],
        not_null={"queue", "place", "name", "norm"},
    )
    db.table("label_queue_names").create_index(["queue", "place"], unique=True)
    db.table("label_queue_names").create_index(["queue", "norm"], unique=True)
    db.table("label_skips").create(
        {"id": int, "queue": int, "norm": str, "who": str, "at": str},
        pk="id",
        foreign_keys=[("queue", "label_queues", "id")],
        not_null={"queue", "norm", "who", "at"},
    )
    db.table("label_skips").create_index(["queue", "who"])
    db.table("label_origins").create(
        {"label": int, "how": str, "queue": int, "encoder": str, "sha256": str, "score": float, "suggested": str},
        pk="label",
        foreign_keys=[("label", "labels", "id")],
        not_null={"how"},
    )
    append_only(db, ("label_sets", "label_queues", "label_queue_names", "label_skips", "label_origins"), NEWER)
