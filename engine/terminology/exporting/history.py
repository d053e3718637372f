"""The history: every change of every kind, who made it, when, and what was said about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.formats.registry import ROWS
from engine.terminology.exporting import Kind, Scope
from engine.workspace import Workspace
from store import exports
from store.sqlite import Database

KIND = Kind(
    "history",
    "History",
    "Every action of everybody, undone or not, with its notes; one row an action, oldest first.",
    ("entry", "kind", "role", "of entry", "rows", "title", "note", "by", "at"),
    numbers=("entry", "of entry", "rows"),
    contents=(ROWS,),
    sssom="an action is no mapping; the edits and the decisions that it made are.",
    loads=False,
)


def rows(db: Database, workspace: Workspace, scope: Scope) -> Iterator[tuple[Any, ...]]:
    """The entries, oldest first; notes about an entry stand on rows of their own, under “note”."""
    return exports.history_rows(db)


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many entries the history has."""
    return exports.count_history(db)
