"""The orders of rankings that were learnt from decisions, append-only: the newest one orders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from store import history, reading
from store.database import now
from store.sqlite import Database


@dataclass(frozen=True)
class LearntOrderVersion:
    """An order learnt from so many decisions: its weights by feature, what was measured of it, by whom and when."""

    id: int
    weights: dict[str, Any]
    decisions: int
    figures: dict[str, Any] = field(default_factory=dict)
    who: str = ""
    when: str = ""


def add(
    db: Database, weights: Mapping[str, Any], decisions: int, figures: Mapping[str, Any], who: str, title: str
) -> int:
    """Append an order, which orders from now on; its number."""
    batch, at = history.next_batch(db, "ranking_orders"), now()
    row = {"weights": json.dumps(dict(weights)), "decisions": decisions, "figures": json.dumps(dict(figures))}
    row |= {"who": who, "at": at, "batch": batch, "role": history.DO, "of_batch": None}
    number = int(db.table("ranking_orders").insert(row).last_pk or 0)
    history.record(db, history.ORDER, batch, who, 1, title, at=at)
    return number


def in_force(db: Database) -> LearntOrderVersion | None:
    """The order that stands; None while the shipped one orders."""
    row = reading.first(db, "SELECT * FROM ranking_orders ORDER BY id DESC LIMIT 1", [])
    if row is None or not row["weights"]:
        return None
    weights, figures = json.loads(row["weights"]), json.loads(row["figures"] or "{}")
    return LearntOrderVersion(row["id"], weights, row["decisions"], figures, row["who"], row["at"])


def last_id(db: Database) -> int:
    """The number of the newest row: what an order has made is fresh while this is unchanged."""
    return reading.last_id(db, "ranking_orders")
