"""Backups: consistent while others write, at most one a day of itself, five kept."""

import os
import time
from pathlib import Path

from store import database, settings
from store.backup import backup, backup_if_due, backups


def test_a_backup_holds_what_was_committed(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    database.create(path)
    with database.writing(path) as db:
        settings.put(db, "colour", "blue")
    copy = backup(path, tmp_path)
    with database.writing(path) as db:
        settings.put(db, "colour", "red")
    with database.reading(copy) as db:
        assert settings.get(db, "colour") == "blue"


def test_one_a_day_and_five_kept(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    database.create(path)
    assert backup_if_due(path, tmp_path) is None  # nothing in it yet
    with database.writing(path) as db:
        settings.put(db, "long", "x" * 2_000_000)
    for day in range(1, 8):
        (tmp_path / f"workspace-2020010{day}-000000.db").touch()
    first = backup_if_due(path, tmp_path)
    assert first is None  # the newest file was made just now
    for old in backups(tmp_path):
        os.utime(old, (time.time() - 90_000,) * 2)
    with database.reading(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    second = backup_if_due(path, tmp_path)
    assert second is not None and backups(tmp_path)[-1] == second
    assert len(backups(tmp_path)) == 5
