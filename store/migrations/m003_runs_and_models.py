"""Training runs, model versions and which is current."""

from __future__ import annotations

from store.sqlite import Database


def m003_runs_and_models(db: Database) -> None:
    db.table("runs").create(
        {
            "id": int,
            "kind": str,
            "title": str,
            "recipe": str,
            "status": str,
            "step": int,
            "total": int,
            "message": str,
            "metrics": str,
            "curve": str,
            "error": str,
            "result": str,
            "created": str,
            "started": str,
            "finished": str,
            "heartbeat": float,
            "pid": int,
            "cancel_requested": int,
        },
        pk="id",
        not_null={"kind", "recipe", "status"},
    )
    db.table("models").create(
        {
            "id": str,
            "name": str,
            "recipe": str,
            "parent": str,
            "data_fingerprint": str,
            "metrics": str,
            "artefact": str,
            "sha256": str,
            "size": int,
            "created": str,
            "run": int,
        },
        pk="id",
        not_null={"name", "recipe", "artefact", "sha256"},
    )
    db.table("current_models").create({"id": int, "model": str, "who": str, "at": str, "reason": str}, pk="id")
    db.table("indexes").create(
        {
            "id": int,
            "terminology": str,
            "encoder": str,
            "path": str,
            "sha256": str,
            "rows": int,
            "dim": int,
            "size": int,
            "created": str,
        },
        pk="id",
    )
    db.table("indexes").create_index(["terminology", "encoder"], unique=True)
    db.table("evaluations").create(
        {"id": int, "encoder": str, "task": str, "data": str, "metrics": str, "created": str}, pk="id"
    )
    db.table("evaluations").create_index(["encoder", "task", "data"])
    db.table("settings").create({"key": str, "value": str}, pk="key")
