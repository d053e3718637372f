"""Copies of the database while it is in use: at most one a day of itself, the newest five kept."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

KEPT = 5
DAY_SECONDS = 24 * 3600
EMPTY_BYTES = 1_000_000  # a smaller database holds no terminology yet


def backup(database: Path, folder: Path) -> Path:
    """A consistent copy of `database` in `folder`, whole or not at all; older ones beyond the newest five go."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    copy, temporary = folder / f"workspace-{stamp}.db", folder / f".workspace-{stamp}.part"
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(temporary)) as target:
            source.backup(target)
        temporary.replace(copy)
    finally:
        temporary.unlink(missing_ok=True)
    for old in backups(folder)[:-KEPT]:
        old.unlink(missing_ok=True)
    return copy


def backups(folder: Path) -> list[Path]:
    """The copies there are, oldest first."""
    return sorted(folder.glob("workspace-*.db"))


def backup_if_due(database: Path, folder: Path) -> Path | None:
    """A copy when the newest is more than a day old or there is none; an empty workspace is not worth one."""
    there = backups(folder)
    if not database.exists() or database.stat().st_size < EMPTY_BYTES:
        return None
    if there and time.time() - there[-1].stat().st_mtime < DAY_SECONDS:
        return None
    return backup(database, folder)
