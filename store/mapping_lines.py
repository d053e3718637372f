"""The lines of a mapping project with their states: which ones a filter lets through, in which order, and how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from store.kinds_of_difference import has_kind
from store.mapping_decisions import BACK, LATEST, SEEN
from store.mapping_projects import read_candidates
from store.reading import containing, in_parts
from store.records.mapping import (
    FLAG,
    MappingFilter,
    MappingLine,
)
from store.sqlite import Database

STATE = (
    "CASE WHEN s.kinds > 1 THEN 'contested' WHEN s.answers > 1 THEN 'confirmed' WHEN s.answers THEN 'decided' "
    "WHEN s.flagged THEN 'flagged' WHEN s.skipped THEN 'skipped' ELSE 'undecided' END"
)
JOINED = (
    "FROM mapping_lines l LEFT JOIN said s ON s.source = l.source LEFT JOIN given g ON g.source = l.source "
    "WHERE l.project = :project"
)
WHOSE = {
    "assigned": "g.assigned = :person",
    "flagged": f"l.source IN (SELECT source FROM latest WHERE decision = '{FLAG}' AND addressed IN (:person, '')) "
    "AND coalesce(s.answers, 0) = 0",
    "review": "s.answers AND l.source NOT IN (SELECT source FROM latest WHERE who = :person)",
}
ORDERS = {
    "doubtful first": "l.same, l.confidence, l.id",
    "frequent first": "l.frequency DESC, l.same, l.confidence, l.id",
    "sure first": "l.same DESC, l.confidence DESC, l.id",
    "as in the source": "l.id",
}


def chosen(
    db: Database, project: int, filter: MappingFilter, order: str = "doubtful first", only: Sequence[str] | None = None
) -> list[str]:
    """The source concepts of the lines that the filter lets through, in an order of ORDERS; of `only` where given."""
    tests, values = _tests(project, filter)
    sql = f"{LATEST} SELECT l.source {JOINED} {tests} ORDER BY {ORDERS[order]}"
    within = None if only is None else set(only)
    return [source for (source,) in db.execute(sql, values) if within is None or source in within]


def acceptable(
    db: Database, project: int, filter: MappingFilter, least: float, same: bool, exact: bool
) -> dict[str, str]:
    """The undecided lines of the filter whose first suggestion is sure enough and differs in nothing that is marked:
    source concept -> the name that it was suggested for."""
    tests, values = _tests(project, filter)
    tests += f" AND {STATE} = 'undecided' AND l.confidence >= :least AND l.differs = '' AND l.predicate != ''"
    tests += " AND l.same" if same else ""
    tests += " AND l.predicate = 'skos:exactMatch'" if exact else ""
    sql = f"{LATEST} SELECT l.source, l.name {JOINED} {tests} ORDER BY l.id"
    return dict(db.execute(sql, {**values, "least": least}).fetchall())


def first_targets(db: Database, project: int, sources: Sequence[str]) -> dict[str, str]:
    """Source concept -> its first suggestion, for those of these lines that have one."""
    sql = (
        "SELECT source, json_extract(candidates, '$[0].target') FROM mapping_lines WHERE project = ? AND source IN ({})"
    )
    return {source: target for source, target in in_parts(db, sql, sources, project) if target}


def _tests(project: int, filter: MappingFilter) -> tuple[str, dict[str, Any]]:
    tests, values = "", {"project": project, "person": filter.person, "state": filter.state, "branch": filter.branch}
    if filter.state and filter.state != "contradicted":
        tests += f" AND {STATE} = :state"
    if filter.branch:
        tests += " AND l.branch = :branch"
    if filter.difference:
        tests += f" AND {has_kind('l.differs')}"
        values["difference"] = filter.difference
    if filter.whose:
        tests += f" AND {WHOSE[filter.whose]}"
    if filter.text:
        columns = ["l.name", "l.source", *(f"json_extract(l.candidates, '$[0].{one}')" for one in SEEN)]
        alike = " OR ".join(f"{column} LIKE :text ESCAPE '{BACK}'" for column in columns)
        tests += f" AND ({alike})"
        values["text"] = containing(filter.text)
    return tests, values


def counts(db: Database, project: int) -> dict[str, int]:
    """State -> how many lines of a project are of it; states without a line are left out."""
    rows = db.execute(f"{LATEST} SELECT {STATE}, count(*) {JOINED} GROUP BY 1", {"project": project})
    return dict(rows.fetchall())


def whose_counts(db: Database, project: int, person: str) -> dict[str, int]:
    """For a person: how many lines are assigned to them, flagged for them, and left to review."""
    found = {}
    for whose, test in WHOSE.items():
        sql = f"{LATEST} SELECT count(*) {JOINED} AND {test}"
        found[whose] = int(db.execute(sql, {"project": project, "person": person}).fetchone()[0])
    return found


def lines(db: Database, project: int, sources: Sequence[str]) -> list[MappingLine]:
    """The lines of these source concepts, in their order; those that are gone are left out."""
    sql = (
        f"{LATEST.replace(':project', str(int(project)))} SELECT l.source, l.id, l.name, l.branch, l.candidates, "
        f"l.frequency, {STATE}, coalesce(g.assigned, '') {JOINED.replace(':project', str(int(project)))} "
        "AND l.source IN ({})"
    )
    found = {
        row[0]: MappingLine(row[1], project, row[0], row[2], row[3], read_candidates(row[4]), row[5], row[6], row[7])
        for row in in_parts(db, sql, sources)
    }
    return [found[source] for source in sources if source in found]
