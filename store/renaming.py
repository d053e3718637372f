"""A terminology's short name, wherever it is kept: who gives it another one finds all that hangs on it there."""

from __future__ import annotations

import json
from typing import Any

from sqlite_utils import Database

COLUMNS = (
    "edits",
    "judgements",
    "normalisations",
    "placings",
    "refusals",
    "maps",
    "audits",
    "finding_decisions",
)  # their column “terminology”
SIDES = {"mapping_projects": ("source", "target")}
IN_JSON = {"label_sets": "definition", "label_queues": "settings"}  # with a key “terminology”
ASKED = {"maps": "asked", "runs": "recipe", "models": "recipe"}


def rename(db: Database, names: dict[str, str]) -> None:
    """Write the new short names (old -> new) wherever the old ones stand, in the caller's transaction.

    What was done stays what it was: only what the terminology is called changes, so the tables that nobody may change
    are opened for this and closed again.
    """
    guards = db.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_no\\_update' ESCAPE '\\'"
    ).fetchall()
    for name, _ in guards:
        db.execute(f"DROP TRIGGER {name}")
    cases = " ".join("WHEN ? THEN ?" for _ in names)
    values = [text for pair in names.items() for text in pair]
    marks = ", ".join("?" * len(names))
    columns = [(table, "terminology") for table in COLUMNS]
    columns += [(table, column) for table, sides in SIDES.items() for column in sides]
    for table, column in columns:
        db.execute(
            f"UPDATE {table} SET {column} = CASE {column} {cases} END WHERE {column} IN ({marks})",
            [*values, *names],
        )
    for table, column in (IN_JSON | ASKED).items():
        _in_json(db, table, column, names)
    for _, sql in guards:
        db.execute(sql)


def _in_json(db: Database, table: str, column: str, names: dict[str, str]) -> None:
    tests = " OR ".join(f"{column} LIKE ?" for _ in names)
    rows = db.execute(f"SELECT rowid, {column} FROM {table} WHERE {tests}", [f'%"{name}"%' for name in names])
    for number, text in rows.fetchall():
        kept = json.loads(text)
        changed = _renamed(kept, names)
        if changed != kept:
            db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", [json.dumps(changed), number])


def _renamed(kept: Any, names: dict[str, str]) -> Any:
    """A dict with the names under “terminology” and in the list “terminologies” exchanged, at any depth."""
    if not isinstance(kept, dict):
        return kept
    found = {key: _renamed(value, names) for key, value in kept.items()}
    if isinstance(found.get("terminology"), str):
        found["terminology"] = "+".join(names.get(one, one) for one in found["terminology"].split("+"))
    if isinstance(found.get("terminologies"), list):
        found["terminologies"] = [names.get(one, one) for one in found["terminologies"]]
    return found
