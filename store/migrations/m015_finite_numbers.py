"""Numbers are finite and in range, whichever way they come in."""

from __future__ import annotations

import json
import math
from typing import Any

from store.migrations.append_only import INVERSE, NEWER, append_only
from store.sqlite import Database

MOST = 1e9  # of a score: far beyond any that a model gives
SCORES, PROBABILITIES = (-MOST, MOST), (0.0, 1.0)
NUMBERS = {
    "edits": {"score": SCORES},
    "judgements": {"score": SCORES, "probability": PROBABILITIES},
    "label_origins": {"score": SCORES},
    "answers": {"score": SCORES, "probability": PROBABILITIES},
    "proposals": {"score": SCORES, "probability": PROBABILITIES, "nearest_score": SCORES},
    "refusals": {"score": SCORES},
}
REMEDIES = {"edits": INVERSE, "judgements": INVERSE, "label_origins": NEWER, "proposals": NEWER, "refusals": NEWER}
LISTS = {"answers": "others", "proposals": "others"}  # JSON with scores in it


def m015_finite_numbers(db: Database) -> None:
    """Take out the numbers that are none, as `inf` from a loaded file was, and refuse them from now on."""
    for table, columns in NUMBERS.items():
        for verb in ("update", "delete"):
            db.execute(f"DROP TRIGGER IF EXISTS {table}_no_{verb}")
        for column, (low, high) in columns.items():
            db.execute(f"UPDATE {table} SET {column} = NULL WHERE {_wrong(column, low, high)}")
        if table in LISTS:
            _repair_lists(db, table, LISTS[table])
        if table in REMEDIES:
            append_only(db, (table,), REMEDIES[table])
        wrong = " OR ".join(_wrong(f"NEW.{column}", *bounds) for column, bounds in columns.items())
        words = ", ".join(f"{column.replace('_', ' ')} {low:g} to {high:g}" for column, (low, high) in columns.items())
        db.execute(
            f"CREATE TRIGGER {table}_finite BEFORE INSERT ON {table} WHEN {wrong} "
            f"BEGIN SELECT RAISE(ABORT, '{table} hold finite numbers only ({words}); give one in that range'); END"
        )


def _wrong(column: str, low: float, high: float) -> str:
    """The condition that a column holds something that is no number between these."""
    number = f"typeof({column}) IN ('real', 'integer') AND {column} BETWEEN {low} AND {high}"
    return f"({column} IS NOT NULL AND NOT ({number}))"


def _repair_lists(db: Database, table: str, column: str) -> None:
    rows = db.execute(f"SELECT id, {column} FROM {table} WHERE {column} LIKE '%Infinity%' OR {column} LIKE '%NaN%'")
    for number, text in rows.fetchall():
        repaired = json.dumps(_finite(json.loads(text)), ensure_ascii=False)
        db.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", [repaired, number])


def _finite(value: Any) -> Any:
    if isinstance(value, list):
        return [_finite(one) for one in value]
    return 0.0 if isinstance(value, float) and not math.isfinite(value) else value
