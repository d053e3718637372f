"""One history over everything that people did."""

from __future__ import annotations

from store.migrations.append_only import INVERSE, append_only
from store.sqlite import Database


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
    append_only(db, ("edits", "labels", "current_models", "history"), INVERSE)


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
        heading = words.get(role, "") + titles.get((kind, of_batch), title)
        db.execute(
            "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?)",
            [number, kind, batch, who or "", at or "", role, of, rows, heading, number],
        )


def _moment(line: tuple) -> tuple[str, str, int]:
    return line[0] or "", line[1], line[2]
