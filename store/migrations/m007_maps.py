"""Maps."""

from __future__ import annotations

from store.sqlite import Database


def m007_maps(db: Database) -> None:
    """Maps that are drawn; their points lie in files."""
    db.table("maps").create(
        {
            "key": str,
            "terminology": str,
            "encoder": str,
            "asked": str,
            "names": int,
            "left_out": str,
            "sha256": str,
            "created": str,
        },
        pk="key",
        not_null={"terminology", "encoder", "asked", "names", "sha256"},
    )
