"""Audits of terminologies."""

from __future__ import annotations

from store.migrations.append_only import INVERSE, append_only
from store.sqlite import Database


def m017_audits(db: Database) -> None:
    """The newest audit of each terminology with its findings, and what people decided about findings, for good."""
    db.table("audits").create(
        {
            "id": int,
            "run": int,
            "terminology": str,
            "encoder": str,
            "encoder_sha256": str,
            "edit": int,
            "at": str,
        },
        pk="id",
        not_null={"run", "terminology", "encoder", "encoder_sha256", "edit", "at"},
    )
    db.table("audits").create_index(["terminology"])
    db.table("findings").create(
        {
            "id": int,
            "audit": int,
            "kind": str,
            "concept": str,
            "name": str,
            "other": str,
            "instead": str,
            "score": float,
            "reason": str,
        },
        pk="id",
        foreign_keys=[("audit", "audits", "id")],
        not_null={"audit", "kind", "concept", "name", "other", "instead", "score", "reason"},
    )
    db.table("findings").create_index(["audit", "kind"])
    db.table("finding_decisions").create(
        {
            "id": int,
            "terminology": str,
            "kind": str,
            "concept": str,
            "name": str,
            "other": str,
            "decision": str,
            "comment": str,
            "who": str,
            "at": str,
            "batch": int,
            "role": str,
            "of_batch": int,
        },
        pk="id",
        not_null={
            "terminology",
            "kind",
            "concept",
            "name",
            "other",
            "decision",
            "comment",
            "who",
            "at",
            "batch",
            "role",
        },
    )
    db.table("finding_decisions").create_index(["terminology", "kind", "concept", "name", "other"])
    db.table("finding_decisions").create_index(["batch"])
    append_only(db, ("finding_decisions",), INVERSE)
