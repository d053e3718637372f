"""A terminology's short name, wherever it is kept: who gives it another one finds all that hangs on it there."""

from __future__ import annotations

import json
from typing import Any

from store.sqlite import Database

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
PAIR = ("source", "target")  # what is mapped onto what
SIDES = {"mapping_projects": PAIR}
IN_JSON = {"label_sets": "definition", "label_queues": "settings"}  # with a key “terminology”
REQUESTS = {"maps": "asked", "runs": "recipe", "models": "recipe"}


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
    for table, column in (IN_JSON | REQUESTS).items():
        _in_json(db, table, column, names)
    for _, sql in guards:
        db.execute(sql)


def _in_json(db: Database, table: str, column: str, names: dict[str, str]) -> None:
    tests = " OR ".join(f"instr({column}, ?)" for _ in names)
    rows = db.execute(f"SELECT rowid, {column} FROM {table} WHERE {tests}", list(names))
    for number, text in rows.fetchall():
        stored = json.loads(text)
        changed = _renamed(stored, names)
        if changed != stored:
            db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", [json.dumps(changed), number])


def _renamed(node: Any, names: dict[str, str]) -> Any:
    """A dict with the names exchanged, at any depth: under “terminology”, several with “+” between, in the list
    “terminologies”, and under “source” and “target” where it has both."""
    if not isinstance(node, dict):
        return node
    found = {key: _renamed(value, names) for key, value in node.items()}
    pair = all(isinstance(found.get(side), str) for side in PAIR)  # a queue of labels has a source that is none
    for key in ("terminology", *(PAIR if pair else ())):
        if isinstance(found.get(key), str):
            found[key] = "+".join(names.get(one, one) for one in found[key].split("+"))
    if isinstance(found.get("terminologies"), list):
        found["terminologies"] = [names.get(one, one) for one in found["terminologies"]]
    return found
