"""Edits and labels that come from a file: by whom and when the file says, entered as one batch by who loads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from store import edits, history, reading
from store.sqlite import Database

Notes = Sequence[tuple[str, str, str]]  # text, by whom, when
Group = tuple[Sequence[Any], Notes]  # rows, and what was noted about all of them


def add_labels(db: Database, groups: Sequence[Group], who: str, normalise: Callable[[str], str]) -> int:
    """Append groups of (set, name, class, by, at, how, suggested, score, encoder, sha256) rows as one act; how many."""
    made = [(_labels(db, rows, normalise), len(rows), notes) for rows, notes in groups]
    return as_one(db, history.LABEL, made, who, "labels")


def add_edits(db: Database, groups: Sequence[Group], who: str, normalise: Callable[[str], str]) -> int:
    """Append groups of (change, by, at) as one act, one undo; how many."""
    made = [(edits.append(db, rows, normalise), len(rows), notes) for rows, notes in groups]
    return as_one(db, groups[0][0][0][0].kind if groups else history.NAME, made, who, "edits")


def as_one(db: Database, kind: str, batches: Sequence[tuple[int, int, Notes]], who: str, things: str) -> int:
    """Enter batches (number, rows, notes) of a kind in the history as one act, one undo, each with its notes; how many
    rows."""
    act = None
    for batch, rows, notes in batches:
        title = f"{rows:,} {things} loaded from a file"
        number = history.record(db, kind, batch, who, rows, title, act=act)
        act = act or number
        for text, by, at in notes:
            history.record(db, kind, batch, by or who, 0, title, role=history.NOTE, of=number, note=text, at=at)
    return sum(rows for _, rows, _ in batches)


def _labels(db: Database, rows: Sequence[Any], normalise: Callable[[str], str]) -> int:
    batch = history.next_batch(db, "labels")
    number = reading.last_id(db, "labels")
    db.conn.executemany(
        "INSERT INTO labels (id, label_set, name, norm, label, who, at, batch, role) "
        f"VALUES (?, ?, ?, ?, ?, ?, ?, ?, '{history.DO}')",
        (
            (id, row[0], row[1], normalise(row[1]), row[2], row[3], row[4], batch)
            for id, row in enumerate(rows, number + 1)
        ),
    )
    db.conn.executemany(
        "INSERT INTO label_origins (label, how, suggested, score, encoder, sha256) VALUES (?, ?, ?, ?, ?, ?)",
        ((id, *row[5:10]) for id, row in enumerate(rows, number + 1) if row[5]),
    )
    return batch
