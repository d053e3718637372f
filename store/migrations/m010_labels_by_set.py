"""Labels by set."""

from __future__ import annotations

from store.sqlite import Database


def m010_labels_by_set(db: Database) -> None:
    """A set's labels in their order, and its newest one, without reading those of other sets."""
    db.table("labels").create_index(["label_set"])
