"""The schema, forward only: one small function a step, each run once in its own transaction."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

migrations = Migrations("nomenclator")


@migrations()
def m001_terminologies(db: Database) -> None:
    db.table("terminologies").create(
        {
            "id": int,
            "slug": str,
            "title": str,
            "version": str,
            "licence": str,
            "source": str,
            "fingerprint": str,
            "imported": str,
            "concepts": int,
            "names": int,
            "edges": int,
        },
        pk="id",
        not_null={"slug", "title", "fingerprint"},
    )
    db.table("terminologies").create_index(["slug"], unique=True)
    db.table("concepts").create(
        {
            "id": int,
            "terminology": int,
            "code": str,
            "preferred": str,
            "definition": str,
            "notes": str,
            "obsolete": int,
            "replaced_by": str,
        },
        pk="id",
        foreign_keys=[("terminology", "terminologies", "id")],
        not_null={"code", "preferred"},
    )
    db.table("concepts").create_index(["terminology", "code"], unique=True)
    db.execute("CREATE INDEX concepts_code_any_case ON concepts (terminology, code COLLATE NOCASE)")
    db.table("names").create(
        {
            "id": int,
            "terminology": int,
            "concept": int,
            "text": str,
            "norm": str,
            "kind": str,
            "scope": str,
            "source": str,
            "language": str,
        },
        pk="id",
        foreign_keys=[("concept", "concepts", "id"), ("terminology", "terminologies", "id")],
        not_null={"text", "norm", "scope"},
    )
    db.table("names").create_index(["norm"])
    db.table("names").create_index(["concept"])
    db.table("names").create_index(["terminology"])
    db.table("edges").create(
        {"child": int, "parent": int, "terminology": int},
        pk=("child", "parent"),
        foreign_keys=[("child", "concepts", "id"), ("parent", "concepts", "id")],
    )
    db.table("edges").create_index(["parent"])
    db.table("edges").create_index(["terminology"])


@migrations()
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
    for table in ("edits", "labels"):
        for verb in ("UPDATE", "DELETE"):
            db.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: add the inverse instead'); END"
            )


@migrations()
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


@migrations()
def m004_normalisation(db: Database) -> None:
    db.table("normalisations").create(
        {
            "id": int,
            "file": str,
            "source": str,
            "sha256": str,
            "terminology": str,
            "encoder": str,
            "encoder_sha256": str,
            "search": str,
            "extra": str,
            "created": str,
            "rows": int,
            "lines": int,
            "last_row": int,
            "finished": int,
            "run": int,
        },
        pk="id",
        not_null={"file", "terminology", "rows", "lines", "last_row", "finished"},
    )
    db.table("normalisations").create_index(["run"])
    db.table("answers").create(
        {
            "id": int,
            "normalisation": int,
            "row": int,
            "part": int,
            "parts": int,
            "text": str,
            "norm": str,
            "document": str,
            "start": int,
            "end": int,
            "kind": str,
            "read_as": str,
            "concept": str,
            "name": str,
            "preferred": str,
            "score": float,
            "probability": float,
            "origin": str,
            "sieve": str,
            "differs": str,
            "topic": str,
            "others": str,
            "extra": str,
        },
        pk="id",
        foreign_keys=[("normalisation", "normalisations", "id")],
        not_null={"normalisation", "row", "part", "text", "norm"},
    )
    db.table("answers").create_index(["normalisation", "row", "part"], unique=True)
    db.table("answers").create_index(["normalisation", "probability", "score", "row", "part"])
    db.table("answers").create_index(["normalisation", "norm"])
    db.table("judgements").create(
        {
            "id": int,
            "batch": int,
            "normalisation": int,
            "answer": int,
            "terminology": str,
            "text": str,
            "norm": str,
            "decision": str,
            "concept": str,
            "name": str,
            "score": float,
            "probability": float,
            "model": str,
            "model_sha256": str,
            "comment": str,
            "who": str,
            "at": str,
            "entered_by": str,
            "entered_at": str,
            "role": str,
            "of_batch": int,
        },
        pk="id",
        not_null={"batch", "normalisation", "answer", "terminology", "text", "norm", "decision", "entered_by", "role"},
    )
    db.table("judgements").create_index(["answer", "id"])
    db.table("judgements").create_index(["batch"])
    db.table("judgements").create_index(["of_batch"])
    db.table("judgements").create_index(["entered_by", "role", "batch"])
    db.table("judgements").create_index(["normalisation", "answer", "id"])
    db.table("judgements").create_index(["terminology", "norm"])
    for verb in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER judgements_no_{verb.lower()} BEFORE {verb} ON judgements "
            "BEGIN SELECT RAISE(ABORT, 'judgements are append-only: add the inverse instead'); END"
        )
