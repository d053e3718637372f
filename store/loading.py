"""Edits and labels that come from a file: by whom and when the file says, entered as one batch by who loads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlite_utils import Database

from store import edits, history
from store.edits import Change


def add_labels(db: Database, rows: Sequence[Sequence[Any]], who: str, normalise: Callable[[str], str]) -> int:
    """Append (set, name, class, by, at, how, suggested, score, encoder, sha256) rows as one batch; how many."""
    if not rows:
        return 0
    batch = history.next_batch(db, "labels")
    number = int(db.execute("SELECT coalesce(max(id), 0) FROM labels").fetchone()[0])
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
    history.record(db, history.LABEL, batch, who, len(rows), f"{len(rows):,} labels loaded from a file")
    return len(rows)


def add_edits(
    db: Database, changes: Sequence[tuple[Change, str, str]], who: str, normalise: Callable[[str], str]
) -> int:
    """Append (change, by, at) as one batch, one undo; how many."""
    if not changes:
        return 0
    batch = edits.append(db, changes, normalise)
    title = f"{len(changes):,} edits loaded from a file"
    history.record(db, changes[0][0].kind, batch, who, len(changes), title)
    return len(changes)
