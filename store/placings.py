"""Lists of new names with the parents proposed for them: one row a name, and what was made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from store.database import now
from store.reading import first, record, value
from store.sqlite import Database

Other = tuple[str, float]  # a proposed parent's id with its score


@dataclass(frozen=True)
class PlacingList:
    """A list of names that one run placed under one encoder."""

    id: int
    title: str
    terminology: str
    encoder: str
    encoder_sha256: str
    names: int
    who: str
    when: str
    problems: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Proposal:
    """The parents proposed for one name. `row` is where it stood in its list.

    `differs` is what it and the nearest name of the terminology differ in though all else is alike; `against` is what
    the parent says that the name does not; `named` are the concepts that have this very name.
    """

    row: int
    text: str
    norm: str
    parent: str = ""
    score: float | None = None
    probability: float | None = None
    nearest: str = ""  # the concept of the nearest name
    nearest_name: str = ""
    nearest_score: float | None = None
    differs: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    others: tuple[Other, ...] = ()  # the further parents, best first
    id: int = 0


@dataclass(frozen=True)
class PlacedProposal:
    """What a person made of a proposal: a concept of this id under this parent."""

    proposal: int
    code: str
    parent: str
    who: str
    when: str


def add(db: Database, facts: dict[str, Any], problems: Sequence[tuple[int, str]]) -> int:
    """A list without proposals; its number."""
    return int(db.table("placings").insert({**facts, "problems": json.dumps(list(problems)), "at": now()}).last_pk or 0)


def of_run(db: Database, run: int) -> int | None:
    """The number of what a run has begun; None before it began."""
    number: int | None = value(db, "SELECT id FROM placings WHERE run = ?", [run])
    return number


def append(db: Database, placing: int, proposals: Sequence[Proposal]) -> None:
    """Add proposals to a list."""
    db.conn.executemany(
        "INSERT INTO proposals (placing, row, text, norm, parent, score, probability, nearest, nearest_name, "
        "nearest_score, differs, against, named, others) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                placing,
                *(one.row, one.text, one.norm, one.parent, one.score, one.probability),
                *(one.nearest, one.nearest_name, one.nearest_score),
                *(json.dumps(part, ensure_ascii=False) for part in (one.differs, one.against, one.named, one.others)),
            )
            for one in proposals
        ),
    )


def last_row(db: Database, placing: int) -> int:
    """The last row of the list that has its proposal; 0 when none has."""
    return int(value(db, "SELECT coalesce(max(row), 0) FROM proposals WHERE placing = ?", [placing]))


def batches(db: Database) -> list[PlacingList]:
    """Every list, newest first."""
    return [_batch(row) for row in db.query("SELECT * FROM placings ORDER BY id DESC")]


def get(db: Database, number: int) -> PlacingList | None:
    """One list, or None."""
    row = first(db, "SELECT * FROM placings WHERE id = ?", [number])
    return _batch(row) if row else None


def proposals(db: Database, placing: int) -> Iterator[Proposal]:
    """The proposals of a list, the surest last: those that need a person come first."""
    rows = db.query("SELECT * FROM proposals WHERE placing = ? ORDER BY probability, score, row", [placing])
    return map(_proposal, rows)


def open_parents(db: Database, terminology: str) -> list[tuple[str, str, str]]:
    """(new name, list, proposed parent) of every proposal on a terminology that nobody has placed yet."""
    return db.execute(
        "SELECT p.text, l.title, p.parent FROM proposals p JOIN placings l ON l.id = p.placing WHERE l.terminology = ? "
        "AND p.parent != '' AND NOT EXISTS (SELECT 1 FROM placed d WHERE d.proposal = p.id) ORDER BY p.id",
        [terminology],
    ).fetchall()


def add_placed(db: Database, rows: Sequence[tuple[int, str, str]], batch: int, who: str) -> None:
    """Keep which concept and parent each proposal (number, code, parent) became, in which batch of edits."""
    at = now()
    db.table("placed").insert_all(
        {"proposal": proposal, "code": code, "parent": parent, "batch": batch, "who": who, "at": at}
        for proposal, code, parent in rows
    )


def placed(db: Database, placing: int) -> dict[int, PlacedProposal]:
    """Proposal -> the newest thing made of it, whether it still stands or not."""
    rows = db.query(
        "SELECT d.* FROM placed d JOIN proposals p ON p.id = d.proposal WHERE p.placing = ? ORDER BY d.id", [placing]
    )
    return {row["proposal"]: record(PlacedProposal, row) for row in rows}


def _batch(row: dict[str, Any]) -> PlacingList:
    problems = tuple((int(place), str(sentence)) for place, sentence in json.loads(row["problems"] or "[]"))
    return record(PlacingList, row, problems=problems)


def _proposal(row: dict[str, Any]) -> Proposal:
    lists: dict[str, Any] = {name: tuple(json.loads(row[name] or "[]")) for name in ("differs", "against", "named")}
    others = tuple((str(code), float(score)) for code, score in json.loads(row["others"] or "[]"))
    return record(Proposal, row, **lists, others=others)
