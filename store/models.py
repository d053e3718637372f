"""Model versions, which one is current, their indexes and their evaluations."""

from __future__ import annotations

import json
from typing import Any

from store import history
from store.database import now
from store.reading import first, record
from store.records.training import CurrentModel, Evaluation, ModelVersion
from store.sqlite import Database

JSON_FIELDS = ("recipe", "metrics")
TITLES = {"vectors": "Shipped vectors"}  # of encoders that are no versions
TITLES_OF_VECTORS = TITLES | {
    "vectors:shipped-words": "Shipped words"
}  # also of those that come with the shipped encoder


def add(db: Database, model: ModelVersion) -> None:
    """Keep a version; its id is new."""
    db.table("models").insert(
        {key: json.dumps(value) if key in JSON_FIELDS else value for key, value in vars(model).items()}
    )


def all_models(db: Database) -> list[ModelVersion]:
    """Every version, oldest first."""
    return [_model(row) for row in db.query("SELECT * FROM models ORDER BY created, id")]


def get(db: Database, model: str) -> ModelVersion | None:
    """The version, or None."""
    row = first(db, "SELECT * FROM models WHERE id = ?", [model])
    return _model(row) if row else None


def of_run(db: Database, run: int) -> ModelVersion | None:
    """The version that a run made, or None."""
    rows = list(db.query("SELECT * FROM models WHERE run = ? ORDER BY created, id LIMIT 1", [run]))
    return _model(rows[0]) if rows else None


def update(db: Database, model: str, **fields: Any) -> None:
    """Change a version's name or metrics; nothing else of it ever changes."""
    assert set(fields) <= {"name", "metrics"}
    values = {key: json.dumps(value) if key in JSON_FIELDS else value for key, value in fields.items()}
    db.table("models").update(model, values)


def remove(db: Database, model: str) -> None:
    """Forget a version with its evaluations."""
    db.execute("DELETE FROM evaluations WHERE encoder = ?", [model])
    db.table("models").delete(model)


def make_current(db: Database, model: str, who: str, reason: str) -> None:
    """Note that `model` is the current encoder from now on."""
    batch = history.next_batch(db, "current_models")
    row = {"model": model, "who": who, "at": now(), "reason": reason, "batch": batch, "role": history.DO}
    db.table("current_models").insert({**row, "of_batch": None})
    named = first(db, "SELECT name FROM models WHERE id = ?", [model])
    title = named["name"] if named else TITLES_OF_VECTORS.get(model, model)
    history.record(db, history.CURRENT, batch, who, 1, f"{title} made current")


def current_history(db: Database) -> list[CurrentModel]:
    """Who made what current, newest first."""
    return [record(CurrentModel, row) for row in db.query("SELECT * FROM current_models ORDER BY id DESC")]


def index(db: Database, terminology: str, encoder: str) -> dict[str, Any] | None:
    """The row of an index by the terminology's fingerprint and the encoder's sha256, or None."""
    return first(db, "SELECT * FROM indexes WHERE terminology = ? AND encoder = ?", [terminology, encoder])


def indexes(db: Database) -> list[dict[str, Any]]:
    """Every index kept."""
    return list(db.table("indexes").rows)


def add_index(db: Database, row: dict[str, Any]) -> None:
    """Keep an index, in place of an older one of the same terminology and encoder."""
    db.execute("DELETE FROM indexes WHERE terminology = ? AND encoder = ?", [row["terminology"], row["encoder"]])
    db.table("indexes").insert({**row, "created": now()})


def remove_index(db: Database, path: str) -> None:
    """Forget an index whose file is gone."""
    db.execute("DELETE FROM indexes WHERE path = ?", [path])


def add_evaluation(db: Database, encoder: str, task: str, data: str, metrics: dict[str, Any]) -> None:
    """Keep the metrics of an encoder on a task over data with this fingerprint."""
    db.table("evaluations").insert(
        {"encoder": encoder, "task": task, "data": data, "metrics": json.dumps(metrics), "created": now()}
    )


def evaluation(db: Database, encoder: str, task: str, data: str) -> Evaluation | None:
    """The newest evaluation of an encoder on a task over this data, or None."""
    sql = "SELECT * FROM evaluations WHERE encoder = ? AND task = ? AND data = ? ORDER BY id DESC LIMIT 1"
    row = first(db, sql, [encoder, task, data])
    return record(Evaluation, row, metrics=json.loads(row["metrics"])) if row else None


def _model(row: dict[str, Any]) -> ModelVersion:
    return ModelVersion(**{key: json.loads(value) if key in JSON_FIELDS else value for key, value in row.items()})
