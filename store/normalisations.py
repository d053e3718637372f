"""Files of mentions as a run answers them: begun, one row a part of an answer appended, finished."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from store import given_numbers
from store.database import now
from store.mention_spans import ADDED_HERE
from store.reading import column, first, record, value
from store.records.normalisation import Line, Normalisation
from store.sqlite import Database

COLUMNS = (
    *("row", "part", "parts", "text", "document", "start", "end", "kind", "read_as", "concept", "name", "preferred"),
    *("score", "probability", "origin", "sieve", "differs", "topic"),
)
SELECT_WITH_ADDED = (
    f"SELECT *, (SELECT count(*) FROM answers a WHERE a.normalisation = n.id AND {ADDED_HERE}) AS added "
    "FROM normalisations n"
)


def add(db: Database, facts: dict[str, Any]) -> int:
    """A normalisation without answers; `facts` are the columns that say what it is of. Its number."""
    number = given_numbers.give(db, given_numbers.FILE)
    facts = {**facts, "id": number, "extra": json.dumps(facts.get("extra", ()))}
    counts = {"rows": 0, "lines": 0, "last_row": 0, "finished": 0}
    db.table("normalisations").insert({"created": now(), "run": None, **facts, **counts})
    return number


def get(db: Database, number: int) -> Normalisation | None:
    """One, or None."""
    row = first(db, f"{SELECT_WITH_ADDED} WHERE id = ?", [number])
    return _normalisation(row) if row else None


def of_run(db: Database, run: int) -> int | None:
    """The number of what a run has begun; None before it began."""
    number: int | None = value(db, "SELECT id FROM normalisations WHERE run = ?", [run])
    return number


def begun(db: Database, number: int) -> tuple[int, int]:
    """The last row of the file that is answered, and how many mentions are."""
    row = db.execute("SELECT last_row, rows FROM normalisations WHERE id = ?", [number]).fetchone()
    return int(row[0]), int(row[1])


def all_normalisations(db: Database) -> list[Normalisation]:
    """Every one, newest first."""
    return [_normalisation(row) for row in db.query(f"{SELECT_WITH_ADDED} ORDER BY id DESC")]


def sources(db: Database) -> set[str]:
    """The paths of the files that were answered."""
    return set(column(db, "SELECT DISTINCT source FROM normalisations"))


def append(
    db: Database, number: int, lines: Sequence[Line], last_row: int, rows: int, normalise: Callable[[str], str]
) -> int:
    """Add the answers to `rows` more mentions, up to the file's row `last_row`; the first line's number of its own.

    The lines are numbered one after another.
    """
    start = given_numbers.give(db, given_numbers.ANSWER, len(lines))
    db.table("answers").insert_all(
        {
            "id": place,
            "normalisation": number,
            **{field: getattr(line, field) for field in COLUMNS},
            "norm": normalise(learnt(line)),
            "others": json.dumps(line.others, ensure_ascii=False),
            "extra": json.dumps(line.extra, ensure_ascii=False),
        }
        for place, line in enumerate(lines, start)
    )
    db.execute(
        "UPDATE normalisations SET lines = lines + ?, rows = rows + ?, last_row = ? WHERE id = ?",
        [len(lines), rows, last_row, number],
    )
    return start


def add_line(db: Database, number: int, line: Line, normalise: Callable[[str], str]) -> int:
    """Add a line that a person found, beside those of its row; its number. How many the file has stays."""
    part = value(db, "SELECT max(part) FROM answers WHERE normalisation = ? AND row = ?", [number, line.row])
    fields = {field: getattr(line, field) for field in COLUMNS} | {"part": int(part or 0) + 1}
    id = given_numbers.give(db, given_numbers.ANSWER)
    row = {**fields, "id": id, "normalisation": number, "norm": normalise(line.text), "extra": json.dumps(line.extra)}
    row["others"] = json.dumps(line.others, ensure_ascii=False)
    db.table("answers").insert(row)
    return id


def learnt(line: Line) -> str:
    """The text that a decision about this line is about: the mention, or what it was read as in its document."""
    return line.read_as if line.read_as and (line.parts > 1 or line.document) else line.text


def finish(db: Database, number: int) -> None:
    """Say that every mention of the file is answered."""
    db.execute("UPDATE normalisations SET finished = 1 WHERE id = ?", [number])


def remove(db: Database, number: int) -> None:
    """Forget the answers; the judgements stay, and no other file or line gets the numbers that they name."""
    db.execute("DELETE FROM answers WHERE normalisation = ?", [number])
    db.execute("DELETE FROM normalisations WHERE id = ?", [number])


def run_of(db: Database, number: int) -> int | None:
    """The run that answered the file; None for a loaded export."""
    run: int | None = value(db, "SELECT run FROM normalisations WHERE id = ?", [number])
    return run


def _normalisation(row: dict[str, Any]) -> Normalisation:
    row["lines"] += row["added"]
    return record(Normalisation, row, extra=tuple(json.loads(row["extra"])), finished=bool(row["finished"]))
