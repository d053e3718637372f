"""What people decide about the lines of mapping projects, append-only: of each person the newest word stands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from store import history
from store.database import now
from store.reading import record
from store.records.mapping import (
    ANSWERS,
    FLAG,
    MAPPED,
    NONE,
    SKIP,
    MappingDecision,
    MappingInForce,
    Targets,
)
from store.sqlite import Database

ANSWER_LIST = ", ".join(repr(one) for one in ANSWERS)
LATEST = (
    "WITH latest AS (SELECT d.* FROM mapping_decisions d WHERE d.project = :project AND d.id IN (SELECT max(id) FROM "
    "mapping_decisions WHERE project = :project GROUP BY source, who) AND d.decision != ''), "
    f"said AS (SELECT source, sum(decision IN ({ANSWER_LIST})) AS answers, count(DISTINCT CASE WHEN decision IN "
    f"({ANSWER_LIST}) THEN decision || targets END) AS kinds, max(decision = '{FLAG}') AS flagged, "
    f"max(decision = '{SKIP}') AS skipped FROM latest GROUP BY source), "
    "given AS (SELECT source, assigned FROM mapping_assignments WHERE id IN (SELECT max(id) FROM mapping_assignments "
    "WHERE project = :project GROUP BY source))"
)
OWN = "mapping_decisions {0} WHERE ({0}.project, {0}.source, {0}.who) = (latest.project, latest.source, latest.who)"
SAYS = "({0}.decision, {0}.targets) {1} (latest.decision, latest.targets)"
SINCE = (  # the row in which a person first said what they say now, with no other word between
    f"SELECT e.id FROM {OWN.format('e')} AND {SAYS.format('e', '=')} AND NOT EXISTS (SELECT 1 FROM {OWN.format('o')} "
    f"AND {SAYS.format('o', '!=')} AND (o.at, o.id) > (e.at, e.id) AND (o.at, o.id) < (latest.at, latest.id)) "
    "ORDER BY e.at, e.id LIMIT 1"
)
SEEN, BACK = ("preferred", "found", "target"), "\\"  # of a line's first suggestion; what LIKE escapes with


def written(targets: Targets) -> str:
    """Targets as they are kept, the same text for the same targets."""
    return json.dumps(sorted(targets), ensure_ascii=False, separators=(",", ":"))


def read_targets(text: str) -> Targets:
    """Targets that `written` wrote."""
    return tuple((target, relation) for target, relation in json.loads(text or "[]"))


def latest(db: Database, project: int, sources: Sequence[str] | None = None) -> dict[str, list[MappingDecision]]:
    """Source concept -> what each person says about it now, the first to say it first, whoever says it again."""
    only = "" if sources is None else "WHERE latest.source IN (SELECT value FROM json_each(:sources))"
    values = {"project": project, "sources": json.dumps(list(sources or ()))}
    found: dict[str, list[MappingDecision]] = {}
    since = f"JOIN mapping_decisions since ON since.id = ({SINCE})"
    for row in db.query(f"{LATEST} SELECT latest.* FROM latest {since} {only} ORDER BY since.at, since.id", values):
        targets = read_targets(row["targets"])
        found.setdefault(row["source"], []).append(record(MappingDecision, row, targets=targets))
    return found


def about_concept(db: Database, source: str, target: str, concept: str) -> list[MappingDecision]:
    """What people say now about a concept in projects of these two terminologies, newest first; without skips."""
    rows = db.query(
        "SELECT d.* FROM mapping_projects p JOIN mapping_decisions d ON d.project = p.id AND d.source = :concept "
        "WHERE p.source = :source AND p.target = :target AND d.decision IN ('mapped', 'none') AND d.id IN (SELECT "
        "max(m.id) FROM mapping_decisions m WHERE m.project = p.id AND m.source = :concept GROUP BY m.who) "
        "AND EXISTS (SELECT 1 FROM mapping_lines l WHERE l.project = p.id) ORDER BY d.id DESC",
        {"source": source, "target": target, "concept": concept},
    )
    return [record(MappingDecision, row, targets=read_targets(row["targets"])) for row in rows]


def in_force(db: Database, terminology: str) -> list[MappingInForce]:
    """What each person mapped, or has no match for, as it stands, in every project from or onto a terminology; deleted
    projects left out, and “no match” in this terminology, which names none of its concepts."""
    rows = db.query(
        "SELECT d.*, p.title, p.source = :slug AS from_here, p.target = :slug AS onto_here FROM mapping_decisions d "
        "JOIN mapping_projects p ON p.id = d.project WHERE (:slug IN (p.source, p.target) AND d.decision = :mapped OR "
        ":slug = p.source AND d.decision = :none) AND d.id IN (SELECT max(id) FROM mapping_decisions "
        "GROUP BY project, source, who) AND EXISTS (SELECT 1 FROM mapping_lines l WHERE l.project = p.id) "
        "ORDER BY d.id",
        {"slug": terminology, "mapped": MAPPED, "none": NONE},
    )
    found = []
    for row in rows:
        targets = read_targets(row["targets"])
        sources = (row["source"],) if row["from_here"] else ()
        named = sources + tuple(target for target, _ in targets if row["onto_here"])
        decision = record(MappingDecision, row, targets=targets)
        found.append(MappingInForce(row["id"], row["project"], row["title"], named, decision))
    return found


def assigned(db: Database, project: int) -> dict[str, str]:
    """Source concept -> whom it is assigned to."""
    sql = f"{LATEST} SELECT source, assigned FROM given WHERE assigned != ''"
    return dict(db.execute(sql, {"project": project}).fetchall())


def add(
    db: Database, project: int, decisions: Sequence[MappingDecision], by: str, title: str, act: int | None = None
) -> int:
    """Append decisions as one batch, one undo; the number of its entry in the history.

    by: who enters them, which is not always who decided. Decisions without a time were made now. `act` is the first
    entry of what is done as one, when this is not it.
    """
    batch, at = history.next_batch(db, "mapping_decisions"), now()
    stamp = {"project": project, "entered_by": by, "entered_at": at, "batch": batch, "role": history.DO}
    db.table("mapping_decisions").insert_all(
        {
            **{name: getattr(one, name) for name in ("source", "who", "name", "decision", "score", "reason")},
            **{name: getattr(one, name) for name in ("addressed", "model", "model_sha256")},
            "targets": written(one.targets),
            "at": one.when or at,
            **stamp,
            "of_batch": None,
        }
        for one in decisions
    )
    return history.record(db, history.MAPPING, batch, by, len(decisions), title, act=act, at=at)


def assign(
    db: Database, project: int, assignees: Mapping[str, str], names: Mapping[str, str], by: str, title: str,
    act: int | None = None,
) -> int:  # fmt: skip
    """Assign lines (source concept -> person, “” for nobody) as one batch; the number of its entry in the history."""
    batch, at = history.next_batch(db, "mapping_assignments"), now()
    rows: Iterable[dict[str, Any]] = (
        {"project": project, "source": source, "name": names.get(source, source), "assigned": person}
        | {"who": by, "at": at, "batch": batch, "role": history.DO, "of_batch": None}
        for source, person in assignees.items()
    )
    db.table("mapping_assignments").insert_all(rows)
    return history.record(db, history.ASSIGNMENT, batch, by, len(assignees), title, act=act, at=at)


def taken_back(one: MappingDecision) -> MappingDecision:
    """The decision that says nothing any more."""
    return replace(one, decision="", targets=(), score=None, reason="", addressed="", when="")
