"""Findings of audits: of each terminology the newest audit is kept, and every decision about a finding for good.

A decision is about what a finding says, not about its row: the next audit's finding of the same thing has it too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from store import history
from store.database import now
from store.reading import column, first, in_parts, record
from store.sqlite import Database

OPEN, FLAGGED, REFUSED, RESOLVED = STATES = ("open", "flagged", "refused", "resolved")
DECIDED = (
    "FROM findings f JOIN audits a ON a.id = f.audit LEFT JOIN finding_decisions d ON d.id = (SELECT max(n.id) FROM "
    "finding_decisions n WHERE n.terminology = a.terminology AND n.kind = f.kind AND n.concept = f.concept "
    "AND n.name = f.name AND n.other = f.other)"
)
# What was resolved before the audit and is found by it again is open again.
STATE = (
    f"CASE WHEN coalesce(d.decision, '') = '' OR (d.decision = '{RESOLVED}' AND d.at < a.at) THEN '{OPEN}' "
    "ELSE d.decision END"
)
COLUMNS = ("kind", "concept", "name", "other", "instead", "score", "reason")


@dataclass(frozen=True)
class Audit:
    """An audit of a terminology under one encoder, after edit number `edit`; `findings` is how many it has."""

    id: int
    run: int
    terminology: str
    encoder: str
    encoder_sha256: str
    edit: int
    when: str
    findings: int


@dataclass(frozen=True)
class AuditFinding:
    """A finding of an audit with what became of it: one of STATES, by whom, when and with which comment.

    `name` is the name it is about; `other` the concept it may belong to or be one with, or the parent of the link that
    it is about; `instead` the parent that fits better; "" where there is none. `score`: 0 to 1, most telling first.
    """

    id: int
    audit: int
    terminology: str
    kind: str
    concept: str
    name: str
    other: str
    instead: str
    score: float
    reason: str
    state: str
    who: str = ""
    when: str = ""
    comment: str = ""


def replace(
    db: Database, run: int, terminology: str, encoder: str, sha256: str, edit: int, findings: Sequence[Sequence[object]]
) -> int:
    """Keep an audit instead of the terminology's last one; its number. Each finding: the values of COLUMNS."""
    facts = {"run": run, "terminology": terminology, "encoder": encoder, "encoder_sha256": sha256, "edit": edit}
    number = int(db.table("audits").insert(facts | {"at": now()}).last_pk or 0)
    db.conn.executemany(
        f"INSERT INTO findings (audit, {', '.join(COLUMNS)}) VALUES (?{', ?' * len(COLUMNS)})",
        ((number, *one) for one in findings),
    )
    # The older ones go last, so that no number is ever given again: a window may still show them.
    older = "SELECT id FROM audits WHERE terminology = ? AND id < ?"
    db.execute(f"DELETE FROM findings WHERE audit IN ({older})", [terminology, number])
    db.execute("DELETE FROM audits WHERE terminology = ? AND id < ?", [terminology, number])
    return number


def newest(db: Database, terminology: str) -> Audit | None:
    """The last audit of a terminology; None before the first."""
    row = first(
        db,
        "SELECT a.*, (SELECT count(*) FROM findings f WHERE f.audit = a.id) AS findings FROM audits a "
        "WHERE a.terminology = ? ORDER BY a.id DESC LIMIT 1",
        [terminology],
    )
    return record(Audit, row) if row else None


def counts(db: Database, audit: int) -> dict[tuple[str, str], int]:
    """(kind, state) -> how many findings of the audit are of these."""
    rows = db.execute(f"SELECT f.kind, {STATE} AS state, count(*) {DECIDED} WHERE f.audit = ? GROUP BY 1, 2", [audit])
    return {(kind, state): number for kind, state, number in rows}


def chosen(db: Database, audit: int, kind: str = "", state: str = "") -> list[int]:
    """The numbers of an audit's findings of a kind and state (“”: any), most telling first."""
    return column(
        db,
        f"SELECT f.id {DECIDED} WHERE f.audit = :audit AND (:kind = '' OR f.kind = :kind) "
        f"AND (:state = '' OR {STATE} = :state) ORDER BY f.id",
        {"audit": audit, "kind": kind, "state": state},
    )


def read(db: Database, numbers: Sequence[int]) -> list[AuditFinding]:
    """The findings with these numbers, in their order; those that are gone are left out."""
    sql = (
        f"SELECT f.*, a.terminology, {STATE} AS state, coalesce(d.who, ''), coalesce(d.at, ''), "
        f"coalesce(d.comment, '') {DECIDED} WHERE f.id IN ({{}})"
    )
    names = ("id", "audit", *COLUMNS, "terminology", "state", "who", "when", "comment")
    found = {row[0]: AuditFinding(**dict(zip(names, row, strict=True))) for row in in_parts(db, sql, numbers)}
    return [found[number] for number in numbers if number in found]


def decide(db: Database, finding: AuditFinding, decision: str, comment: str, who: str, title: str) -> int:
    """Append a decision about a finding as a batch of its own; the number of its entry in the history."""
    batch, at = history.next_batch(db, "finding_decisions"), now()
    db.table("finding_decisions").insert(
        {
            **{name: getattr(finding, name) for name in ("terminology", "kind", "concept", "name", "other")},
            **{"decision": decision, "comment": comment, "who": who, "at": at},
            **{"batch": batch, "role": history.DO, "of_batch": None},
        }
    )
    return history.record(db, history.FINDING, batch, who, 1, title, at=at)


def decided_in(db: Database, batch: int) -> list[int]:
    """The numbers of the findings that a batch of decisions is about, of the audits that are kept."""
    what = " AND ".join(f"f.{name} = d.{name}" for name in ("kind", "concept", "name", "other"))
    return column(
        db,
        "SELECT f.id FROM finding_decisions d JOIN audits a ON a.terminology = d.terminology "
        f"JOIN findings f ON f.audit = a.id AND {what} WHERE d.batch = ? ORDER BY f.id",
        [batch],
    )


def refused(db: Database, terminology: str) -> set[tuple[str, str, str, str]]:
    """(kind, concept, name, other) of the findings that people refused."""
    rows = db.execute(
        "SELECT kind, concept, name, other FROM finding_decisions WHERE id IN (SELECT max(id) FROM finding_decisions "
        f"WHERE terminology = ? GROUP BY kind, concept, name, other) AND decision = '{REFUSED}'",
        [terminology],
    )
    return set(rows.fetchall())
