"""The history: every change of every kind, who made it, when, and what was said about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlite_utils import Database

from engine.exporting import Kind, Scope
from engine.workspace import Workspace

KIND = Kind(
    "history",
    "History",
    "Every action of everybody, undone or not, with its notes; one row an action, oldest first.",
    ("entry", "kind", "role", "of entry", "rows", "title", "note", "by", "at"),
    numbers=("entry", "of entry", "rows"),
    formats=("csv", "xlsx"),
    sssom="an action is no mapping; the edits and the judgements that it made are.",
    loads=False,
)


def rows(db: Database, workspace: Workspace, scope: Scope) -> Iterator[tuple[Any, ...]]:
    """The entries, oldest first; notes about an entry stand on rows of their own, under “note”."""
    return db.execute("SELECT id, kind, role, of, rows, title, coalesce(note, ''), who, at FROM history ORDER BY id")


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many there are."""
    return int(db.execute("SELECT count(*) FROM history").fetchone()[0])
