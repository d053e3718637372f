"""Lists of new names and their proposed parents."""

from __future__ import annotations

from store.migrations.append_only import NEWER, append_only
from store.sqlite import Database


def m008_placings(db: Database) -> None:
    """Lists of new names with the parents proposed for them, what became of each, and parents that were refused."""
    db.table("placings").create(
        {
            "id": int,
            "run": int,
            "title": str,
            "terminology": str,
            "encoder": str,
            "encoder_sha256": str,
            "names": int,
            "problems": str,
            "who": str,
            "at": str,
        },
        pk="id",
        not_null={"title", "terminology", "encoder", "encoder_sha256", "names", "who", "at"},
    )
    db.table("proposals").create(
        {
            "id": int,
            "placing": int,
            "row": int,
            "text": str,
            "norm": str,
            "parent": str,
            "score": float,
            "probability": float,
            "nearest": str,
            "nearest_name": str,
            "nearest_score": float,
            "differs": str,
            "against": str,
            "named": str,
            "others": str,
        },
        pk="id",
        foreign_keys=[("placing", "placings", "id")],
        not_null={"placing", "row", "text", "norm", "parent"},
    )
    db.table("proposals").create_index(["placing", "row"])
    db.table("placed").create(
        {"id": int, "proposal": int, "code": str, "parent": str, "batch": int, "who": str, "at": str},
        pk="id",
        foreign_keys=[("proposal", "proposals", "id")],
        not_null={"proposal", "code", "parent", "batch", "who", "at"},
    )
    db.table("placed").create_index(["proposal"])
    db.table("refusals").create(
        {
            "id": int,
            "terminology": str,
            "norm": str,
            "text": str,
            "parent": str,
            "refused": int,
            "score": float,
            "model": str,
            "model_sha256": str,
            "comment": str,
            "who": str,
            "at": str,
        },
        pk="id",
        not_null={"terminology", "norm", "text", "parent", "refused", "who", "at"},
    )
    db.table("refusals").create_index(["terminology", "norm", "parent"])
    db.table("refusals").create_index(["who"])
    append_only(db, ("placings", "proposals", "placed", "refusals"), NEWER)
