"""Runs: the one truth about long work. The child process writes here, the window only reads."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from store import given_numbers
from store.database import now
from store.reading import column, first, record, value
from store.records.training import (
    CANCELLED,
    COMPLETED,
    FAILED,
    INTERRUPTED,
    QUEUED,
    RUNNING,
    STOPPED,
    JobRun,
)
from store.sqlite import Database

SILENT_SECONDS = 20.0  # a running child beats every second


@dataclass(frozen=True)
class Claim:
    """Who has an unfinished run: the owner's token, its process, and for how many seconds it has been silent."""

    run: int
    owner: str
    pid: int
    process: str
    silent: float


def add(db: Database, kind: str, title: str, recipe: dict[str, Any]) -> int:
    """A new queued run; its number, which no run had that left files, also before a copy was put back."""
    number = given_numbers.give(db, given_numbers.RUN)
    row = {
        "id": number,
        "kind": kind,
        "title": title,
        "recipe": json.dumps(recipe),
        "status": QUEUED,
        "step": 0,
        "total": 0,
    }
    empty = {"message": "", "metrics": "{}", "curve": "[]", "error": "", "result": "{}", "started": "", "finished": ""}
    made = row | empty | {"created": now(), "heartbeat": time.time(), "cancel_requested": 0}
    db.table("runs").insert(made)
    return number


def get(db: Database, run: int) -> JobRun | None:
    """The run, or None."""
    row = first(db, "SELECT * FROM runs WHERE id = ?", [run])
    return _run(row) if row else None


def newest(db: Database, limit: int, kind: str | None = None) -> list[JobRun]:
    """The last `limit` runs, newest first."""
    where = "WHERE kind = :kind" if kind else ""
    rows = db.query(f"SELECT * FROM runs {where} ORDER BY id DESC LIMIT :limit", {"limit": limit, "kind": kind})
    return [_run(row) for row in rows]


def newest_of(db: Database, kind: str, fields: Mapping[str, Any]) -> JobRun | None:
    """The newest run of a kind whose recipe has these values; None stands for a field that it has not. None before the
    first."""
    same = "".join(f" AND json_extract(recipe, '$.{field}') IS :{field}" for field in fields)
    sql = f"SELECT * FROM runs WHERE kind = :run_kind{same} ORDER BY id DESC LIMIT 1"
    row = first(db, sql, {"run_kind": kind, **fields})
    return _run(row) if row else None


def naming(db: Database, text: str, statuses: Sequence[str]) -> set[int]:
    """The runs of these statuses whose recipe has `text` in it."""
    sql = f"SELECT id FROM runs WHERE status IN ({', '.join('?' * len(statuses))}) AND instr(recipe, ?)"
    return set(column(db, sql, [*statuses, text]))


def start(db: Database, run: int, owner: str, pid: int, process: str) -> bool:
    """Claim a queued or interrupted run; False when another one has it or it is over.

    owner: a token that nobody else has; process: what tells this process from another with the same number.
    """
    return (
        db.execute(
            f"UPDATE runs SET status = '{RUNNING}', started = ?, finished = '', error = '', heartbeat = ?, pid = ?, "
            f"owner = ?, process = ? WHERE id = ? AND status IN ('{QUEUED}', '{INTERRUPTED}')",
            [now(), time.time(), pid, owner, process, run],
        ).rowcount
        == 1
    )


def is_owner(db: Database, run: int, owner: str) -> bool:
    """Whether nobody took the run over since `owner` claimed it."""
    return db.execute("SELECT 1 FROM runs WHERE id = ? AND owner = ?", [run, owner]).fetchone() is not None


def beat(db: Database, run: int) -> bool:
    """Say that the run's owner is alive, also after it was thought gone; True when a person wants it to stop."""
    sql = (
        f"UPDATE runs SET heartbeat = ?, status = '{RUNNING}', error = '', finished = '' WHERE id = ? AND status IN "
        f"('{RUNNING}', '{INTERRUPTED}') RETURNING cancel_requested"
    )
    return bool(value(db, sql, [time.time(), run]))


def progress(
    db: Database, run: int, step: int, total: int, message: str, metrics: dict[str, Any], curve: list[dict[str, float]]
) -> None:
    """Keep how far the run is."""
    db.execute(
        "UPDATE runs SET step = ?, total = ?, message = ?, metrics = ?, curve = ?, heartbeat = ? WHERE id = ?",
        [step, total, message, json.dumps(metrics), json.dumps(curve), time.time(), run],
    )


def keep(db: Database, run: int, result: dict[str, Any]) -> None:
    """Keep what a run has made though it goes on: taken up again, it need not make that once more."""
    db.execute("UPDATE runs SET result = ? WHERE id = ?", [json.dumps(result), run])


def finish(db: Database, run: int, status: str, result: dict[str, Any] | None = None, error: str = "") -> None:
    """Close the run as done, failed, cancelled or interrupted; without a result what it has kept stays."""
    assert status in (COMPLETED, FAILED, CANCELLED, INTERRUPTED)
    db.execute(
        "UPDATE runs SET status = ?, result = coalesce(?, result), error = ?, finished = ? WHERE id = ?",
        [status, None if result is None else json.dumps(result), error, now(), run],
    )


def request_cancel(db: Database, run: int) -> None:
    """Ask the child to stop; a run that no process has taken yet is cancelled at once."""
    db.execute("UPDATE runs SET cancel_requested = 1 WHERE id = ?", [run])
    db.execute(
        f"UPDATE runs SET status = '{CANCELLED}', finished = ? WHERE id = ? AND status = '{QUEUED}'", [now(), run]
    )


def unfinished(db: Database) -> list[Claim]:
    """The runs that are queued or running, each with who has it."""
    rows = db.execute(
        f"SELECT id, owner, pid, process, heartbeat FROM runs WHERE status IN ('{QUEUED}', '{RUNNING}')"
    ).fetchall()
    return [Claim(run, owner, pid or 0, process, abs(time.time() - beat)) for run, owner, pid, process, beat in rows]


def interrupt(db: Database, claim: Claim) -> bool:
    """Mark a run as interrupted, unless somebody else has claimed it since; whether it was."""
    return (
        db.execute(
            f"UPDATE runs SET status = '{INTERRUPTED}', finished = ?, error = ? "
            f"WHERE id = ? AND owner = ? AND status IN ('{QUEUED}', '{RUNNING}')",
            [
                now(),
                "The work stopped without a word: the computer or the process was shut down. It can be resumed.",
                claim.run,
                claim.owner,
            ],
        ).rowcount
        == 1
    )


def reopen(db: Database, run: int) -> bool:
    """Make an interrupted, failed or cancelled run ready to be taken up again; whoever had it has it no longer."""
    return (
        db.execute(
            f"UPDATE runs SET status = '{QUEUED}', cancel_requested = 0, error = '', finished = '', heartbeat = ?, "
            f"owner = '', process = '', pid = NULL "
            f"WHERE id = ? AND status IN {STOPPED}",
            [time.time(), run],
        ).rowcount
        == 1
    )


def going_on(db: Database, kind: str = "") -> list[JobRun]:
    """The runs of a kind, “” for any, that are queued or running, oldest first."""
    sql = f"SELECT * FROM runs WHERE status IN ('{QUEUED}', '{RUNNING}') AND ? IN ('', kind) ORDER BY id"
    return [_run(row) for row in db.query(sql, [kind])]


def _run(row: dict[str, Any]) -> JobRun:
    texts = {name: json.loads(row[name]) for name in ("recipe", "metrics", "curve", "result")}
    return record(JobRun, row, **texts)
