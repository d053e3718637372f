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


@migrations()
def m005_history(db: Database) -> None:
    """One history over edits, labels, judgements and current models, made from what is kept already."""
    db.table("history").create(
        {
            "id": int,
            "kind": str,
            "batch": int,
            "who": str,
            "at": str,
            "role": str,
            "of": int,
            "rows": int,
            "title": str,
            "note": str,
            "act": int,
        },
        pk="id",
        not_null={"kind", "batch", "who", "at", "role", "rows", "title", "note", "act"},
    )
    db.table("history").create_index(["batch", "kind"])
    db.table("history").create_index(["of"])
    db.table("history").create_index(["who", "role", "act"])
    db.table("history").create_index(["act"])
    for table in ("labels", "edits"):
        db.execute(f"DROP TRIGGER {table}_no_update")
    db.execute("ALTER TABLE edits ADD COLUMN kind TEXT NOT NULL DEFAULT 'name'")
    for table in ("labels", "current_models"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN batch INTEGER NOT NULL DEFAULT 0")
        db.execute(f"ALTER TABLE {table} ADD COLUMN role TEXT NOT NULL DEFAULT 'do'")
        db.execute(f"ALTER TABLE {table} ADD COLUMN of_batch INTEGER")
        db.table(table).create_index(["batch"])
    db.table("edits").create_index(["batch"])
    db.execute(
        "UPDATE labels SET batch = place FROM (SELECT id AS label_id, dense_rank() OVER (ORDER BY at, who, label_set) "
        "AS place FROM labels) WHERE label_id = labels.id"
    )
    db.execute("UPDATE current_models SET batch = id")
    _backfill(db)
    for table in ("edits", "labels", "current_models", "history"):
        for verb in ("UPDATE", "DELETE"):
            db.execute(
                f"CREATE TRIGGER IF NOT EXISTS {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: add the inverse instead'); END"
            )


def _backfill(db: Database) -> None:
    """The entries of what was done before there was a history, in the order of time."""
    once = "CASE WHEN count(*) = 1 THEN"
    found = db.execute(
        "SELECT at, 'name', batch, who, role, of_batch, count(*), "
        f"{once} '“' || name || '” ' || CASE action WHEN 'add' THEN 'added to ' ELSE 'withdrawn from ' END || concept "
        "ELSE count(*) || ' names changed' END FROM edits GROUP BY batch UNION ALL "
        f"SELECT at, 'label', batch, who, 'do', NULL, count(*), {once} CASE label WHEN '' THEN '“' || name || "
        "'” taken out of “' || label_set || '”' ELSE '“' || name || '” labelled “' || label || '” in “' || label_set "
        "|| '”' END ELSE count(*) || ' names labelled in “' || label_set || '”' END FROM labels GROUP BY batch "
        "UNION ALL SELECT entered_at, 'judgement', batch, entered_by, role, of_batch, count(*), "
        f"{once} '“' || text || '”: ' || CASE decision WHEN '' THEN 'undecided' ELSE decision END ELSE count(*) || "
        "' answers decided' END FROM judgements GROUP BY batch UNION ALL "
        "SELECT at, 'current', batch, who, 'do', NULL, 1, model || ' made current' FROM current_models"
    ).fetchall()
    numbers = {(kind, batch): number for number, (_, kind, batch, *_) in enumerate(sorted(found, key=_moment), 1)}
    words = {"undo": "Undid: ", "redo": "Did again: "}
    titles = {(kind, batch): title for _, kind, batch, *_, title in found}
    for at, kind, batch, who, role, of_batch, rows, title in sorted(found, key=_moment):
        number = numbers[kind, batch]
        of = numbers.get((kind, of_batch)) if of_batch is not None else None
        said = words.get(role, "") + titles.get((kind, of_batch), title)
        db.execute(
            "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?)",
            [number, kind, batch, who or "", at or "", role, of, rows, said, number],
        )


def _moment(line: tuple) -> tuple[str, str, int]:
    return line[0] or "", line[1], line[2]


@migrations()
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


@migrations()
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
    for table in ("label_sets", "label_queues", "label_queue_names", "label_skips", "label_origins"):
        for verb in ("UPDATE", "DELETE"):
            db.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: add a newer row instead'); END"
            )


@migrations()
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
    for table in ("placings", "proposals", "placed", "refusals"):
        for verb in ("UPDATE", "DELETE"):
            db.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: add a newer row instead'); END"
            )


@migrations()
def m009_model_of_edits(db: Database) -> None:
    """An edit keeps the hash of the model that proposed it, for vectors may change under their name."""
    db.execute("ALTER TABLE edits ADD COLUMN model_sha256 TEXT NOT NULL DEFAULT ''")
