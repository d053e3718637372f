"""Mapping projects with their lines, the suggestions in them, and the mappings that files brought."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from store.database import now
from store.kinds_of_difference import count_kinds
from store.reading import column, first, in_parts, record
from store.records.mapping import LoadedMapping, MappingCandidate, MappingProject
from store.sqlite import Database

LISTED = (
    "SELECT p.*, (SELECT count(*) FROM mapping_lines l WHERE l.project = p.id) AS lines FROM mapping_projects p "
    "WHERE EXISTS (SELECT 1 FROM mapping_lines l WHERE l.project = p.id)"
)
ANSWERED = (
    "SELECT d.source FROM mapping_decisions d JOIN mapping_projects p ON p.id = d.project WHERE p.source = :source "
    "AND p.target = :target AND d.decision IN ('mapped', 'none') AND d.id IN (SELECT max(id) FROM mapping_decisions "
    "GROUP BY project, source, who) UNION SELECT m.source FROM loaded_mappings m JOIN mapping_projects p "
    "ON p.id = m.project WHERE p.source = :source AND p.target = :target"
)


def add(db: Database, facts: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]) -> int:
    """Keep a project with its lines; its number. Each line: source, name, branch, candidates, frequency."""
    number = int(db.table("mapping_projects").insert({**facts, "at": now()}).last_pk or 0)
    put_lines(db, number, lines)
    return number


def put_lines(db: Database, project: int, lines: Iterable[Mapping[str, Any]]) -> None:
    """The lines of a project, instead of those that it had; how often a concept occurs stays."""
    had = dict(db.execute("SELECT source, frequency FROM mapping_lines WHERE project = ?", [project]).fetchall())
    db.execute("DELETE FROM mapping_lines WHERE project = ?", [project])
    rows = []
    for line in lines:
        candidates: Sequence[MappingCandidate] = line["candidates"]
        best = candidates[0] if candidates else None
        rows.append(
            {
                "project": project,
                **{name: line[name] for name in ("source", "name", "branch")},
                "candidates": json.dumps([asdict(one) for one in candidates], ensure_ascii=False),
                "confidence": best.confidence if best else 0.0,
                "predicate": best.predicate if best else "",
                "same": int(best.same) if best else 0,
                "differs": best.differs if best else "",
                "frequency": line.get("frequency") or had.get(line["source"], 0),
            }
        )
    db.table("mapping_lines").insert_all(rows)


def follow_source(db: Database, project: int, source: str, to: str, name: str) -> None:
    """A line for the concept that takes a source's place, with its suggestions, where the project has none for it.

    The line of the old source stays: what was said there may come back, and the next suggestions drop it.
    """
    copied = "branch, candidates, confidence, predicate, same, differs, frequency"
    db.execute(
        f"INSERT INTO mapping_lines (project, source, name, {copied}) SELECT project, :to, :name, {copied} FROM "
        "mapping_lines WHERE project = :project AND source = :source AND NOT EXISTS (SELECT 1 FROM mapping_lines "
        "WHERE project = :project AND source = :to)",
        {"project": project, "source": source, "to": to, "name": name},
    )


def suggested_again(db: Database, project: int, facts: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]) -> None:
    """New suggestions for a project; what people decided stays."""
    db.table("mapping_projects").update(project, dict(facts))
    put_lines(db, project, lines)


def all_projects(db: Database) -> list[MappingProject]:
    """Every project, newest first."""
    return [_project(row) for row in db.query(f"{LISTED} ORDER BY p.id DESC")]


def get(db: Database, number: int) -> MappingProject | None:
    """A project; None where there is none of this number."""
    row = first(db, f"{LISTED} AND p.id = ?", [number])
    return _project(row) if row else None


def _project(row: dict[str, Any]) -> MappingProject:
    return record(MappingProject, row, unmapped=bool(row["unmapped"]))


def delete(db: Database, number: int) -> None:
    """Take a project's lines out; what people decided in it stays in the history."""
    db.execute("DELETE FROM mapping_lines WHERE project = ?", [number])
    db.execute("DELETE FROM loaded_mappings WHERE project = ?", [number])


def loaded_naming(db: Database, terminology: str) -> list[tuple[str, str, str]]:
    """(source → target, project, which of the two is of this terminology) of every mapping that a file brought."""
    found = []
    for side in ("source", "target"):
        found += db.execute(
            f"SELECT m.source || ' → ' || m.target, p.title, m.{side} FROM loaded_mappings m JOIN mapping_projects p "
            f"ON p.id = m.project WHERE p.{side} = ? ORDER BY m.id",
            [terminology],
        ).fetchall()
    return found


def answered(db: Database, source: str, target: str) -> set[str]:
    """The concepts of a source that a project onto this target has decided, or has a loaded mapping for."""
    return set(column(db, ANSWERED, {"source": source, "target": target}))


def candidates_of(db: Database, project: int, sources: Sequence[str]) -> dict[str, tuple[MappingCandidate, ...]]:
    """Source concept -> its candidates, best first."""
    sql = "SELECT source, candidates FROM mapping_lines WHERE project = ? AND source IN ({})"
    return {source: read_candidates(text) for source, text in in_parts(db, sql, sources, project)}


def read_candidates(text: str) -> tuple[MappingCandidate, ...]:
    """Candidates as a line keeps them."""
    return tuple(MappingCandidate(**{**one, "encoders": tuple(one.get("encoders", ()))}) for one in json.loads(text))


def names_of(db: Database, project: int) -> dict[str, str]:
    """Source concept -> its name, in the project's order."""
    rows = db.execute("SELECT source, name FROM mapping_lines WHERE project = ? ORDER BY id", [project])
    return dict(rows.fetchall())


def branches(db: Database, project: int) -> dict[str, int]:
    """Top class of the source -> how many lines stand in it."""
    sql = "SELECT branch, count(*) FROM mapping_lines WHERE project = ? GROUP BY branch ORDER BY 2 DESC, 1"
    return dict(db.execute(sql, [project]).fetchall())


def differences(db: Database, project: int) -> dict[str, int]:
    """Kind of difference -> on how many lines of a project the first suggestion differs in it."""
    sql = "SELECT differs, count(*) FROM mapping_lines WHERE project = ? AND differs <> '' GROUP BY 1"
    return count_kinds(db.execute(sql, [project]))


def put_frequencies(db: Database, project: int, counts: Mapping[str, int]) -> int:
    """How often concepts of a project occur; how many of its lines the counts are about."""
    sql = "UPDATE mapping_lines SET frequency = ? WHERE project = ? AND source = ?"
    return sum(db.execute(sql, [count, project, source]).rowcount for source, count in counts.items())


def put_loaded(db: Database, project: int, origin: str, rows: Iterable[tuple[str, str, str]], who: str) -> None:
    """Mappings (source, target, predicate) of a file, instead of those that a file of this name brought before."""
    db.execute("DELETE FROM loaded_mappings WHERE project = ? AND origin = ?", [project, origin])
    stamp = {"project": project, "origin": origin, "who": who, "at": now()}
    db.table("loaded_mappings").insert_all(
        {**stamp, "source": source, "target": target, "predicate": predicate} for source, target, predicate in rows
    )


def loaded(db: Database, project: int, sources: Sequence[str] | None = None) -> list[LoadedMapping]:
    """The mappings that files brought into a project, of these source concepts where they are given."""
    rows = db.query("SELECT * FROM loaded_mappings WHERE project = ? ORDER BY source, target, id", [project])
    only = None if sources is None else set(sources)
    return [record(LoadedMapping, row) for row in rows if only is None or row["source"] in only]
