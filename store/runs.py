"""Runs: the one truth about long work. The child process writes here, the window only reads."""

from __future__ import annotations

import json
import time
from typing import Any

from sqlite_utils import Database

from store.database import now
from store.records.training import CANCELLED, DONE, FAILED, INTERRUPTED, QUEUED, RUNNING, TrainingRun

SILENT_SECONDS = 20.0  # a running child beats every second


def add(db: Database, kind: str, title: str, recipe: dict[str, Any]) -> int:
    """A new queued run; its number."""
    row = {"kind": kind, "title": title, "recipe": json.dumps(recipe), "status": QUEUED, "step": 0, "total": 0}
    empty = {"message": "", "metrics": "{}", "curve": "[]", "error": "", "result": "{}", "started": "", "finished": ""}
    db.table("runs").insert(row | empty | {"created": now(), "heartbeat": time.time(), "cancel_requested": 0})
    return int(db.execute("SELECT last_insert_rowid()").fetchone()[0])


def get(db: Database, run: int) -> TrainingRun | None:
    """The run, or None."""
    rows = list(db.query("SELECT * FROM runs WHERE id = ?", [run]))
    return _run(rows[0]) if rows else None


def newest(db: Database, limit: int, kind: str | None = None) -> list[TrainingRun]:
    """The last `limit` runs, newest first."""
    where = "WHERE kind = :kind" if kind else ""
    rows = db.query(f"SELECT * FROM runs {where} ORDER BY id DESC LIMIT :limit", {"limit": limit, "kind": kind})
    return [_run(row) for row in rows]


def start(db: Database, run: int, pid: int) -> bool:
    """Claim a queued or interrupted run for this process; False when another one has it or it is over."""
    return (
        db.execute(
            f"UPDATE runs SET status = '{RUNNING}', started = ?, finished = '', error = '', heartbeat = ?, pid = ? "
            f"WHERE id = ? AND status IN ('{QUEUED}', '{INTERRUPTED}')",
            [now(), time.time(), pid, run],
        ).rowcount
        == 1
    )


def beat(db: Database, run: int) -> bool:
    """Say that the child is alive; True when the person has asked it to stop."""
    row = db.execute(
        "UPDATE runs SET heartbeat = ? WHERE id = ? RETURNING cancel_requested", [time.time(), run]
    ).fetchone()
    return bool(row and row[0])


def progress(
    db: Database, run: int, step: int, total: int, message: str, metrics: dict[str, Any], curve: list[dict[str, float]]
) -> None:
    """Keep how far the run is."""
    db.execute(
        "UPDATE runs SET step = ?, total = ?, message = ?, metrics = ?, curve = ?, heartbeat = ? WHERE id = ?",
        [step, total, message, json.dumps(metrics), json.dumps(curve), time.time(), run],
    )


def finish(db: Database, run: int, status: str, result: dict[str, Any] | None = None, error: str = "") -> None:
    """Close the run as done, failed, cancelled or interrupted."""
    assert status in (DONE, FAILED, CANCELLED, INTERRUPTED)
    db.execute(
        "UPDATE runs SET status = ?, result = ?, error = ?, finished = ? WHERE id = ?",
        [status, json.dumps(result or {}), error, now(), run],
    )


def request_cancel(db: Database, run: int) -> None:
    """Ask the child to stop; a run that no process has taken yet is cancelled at once."""
    db.execute("UPDATE runs SET cancel_requested = 1 WHERE id = ?", [run])
    db.execute(
        f"UPDATE runs SET status = '{CANCELLED}', finished = ? WHERE id = ? AND status = '{QUEUED}'", [now(), run]
    )


def silent(db: Database) -> bool:
    """Whether a run's child has not been heard of for too long."""
    return (
        db.execute(
            f"SELECT 1 FROM runs WHERE status IN ('{QUEUED}', '{RUNNING}') AND heartbeat < ? LIMIT 1",
            [time.time() - SILENT_SECONDS],
        ).fetchone()
        is not None
    )


def mark_interrupted(db: Database) -> int:
    """Runs whose child fell silent are interrupted; how many."""
    return db.execute(
        f"UPDATE runs SET status = '{INTERRUPTED}', finished = ?, error = ? "
        f"WHERE status IN ('{QUEUED}', '{RUNNING}') AND heartbeat < ?",
        [
            now(),
            "The work stopped without a word: the computer or the process was shut down. It can be resumed.",
            time.time() - SILENT_SECONDS,
        ],
    ).rowcount


def reopen(db: Database, run: int) -> bool:
    """Make an interrupted, failed or cancelled run ready to be taken up again."""
    return (
        db.execute(
            f"UPDATE runs SET status = '{QUEUED}', cancel_requested = 0, error = '', finished = '', heartbeat = ? "
            f"WHERE id = ? AND status IN ('{INTERRUPTED}', '{FAILED}', '{CANCELLED}')",
            [time.time(), run],
        ).rowcount
        == 1
    )


def _run(row: dict[str, Any]) -> TrainingRun:
    return TrainingRun(
        id=row["id"],
        kind=row["kind"],
        title=row["title"],
        recipe=json.loads(row["recipe"]),
        status=row["status"],
        step=row["step"],
        total=row["total"],
        message=row["message"],
        metrics=json.loads(row["metrics"]),
        curve=json.loads(row["curve"]),
        error=row["error"],
        result=json.loads(row["result"]),
        created=row["created"],
        started=row["started"],
        finished=row["finished"],
    )
