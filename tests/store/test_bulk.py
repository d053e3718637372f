"""Indexes that are taken away while many rows come, and are there again afterwards, or after nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from store import database
from store.bulk import without_indexes
from store.sqlite import Database


def indexes(db: Database) -> list[tuple[str, str]]:
    return db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY 1").fetchall()


def test_indexes_come_back_with_their_rows(tmp_path: Path) -> None:
    database.create(path := tmp_path / "w.db")
    with database.writing(path) as db:
        before, told = indexes(db), list[tuple[int, int]]()
        with without_indexes(db, "names", "edges", report_index=lambda place, of: told.append((place, of))):
            left = {name for name, _ in indexes(db)}
            assert "idx_concepts_terminology_code" in left and "idx_names_norm" not in left
        assert indexes(db) == before
        assert told == [(place, len(before) - len(left)) for place in range(1, len(before) - len(left) + 1)]
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_what_goes_wrong_meanwhile_leaves_them_as_they_were(tmp_path: Path) -> None:
    database.create(path := tmp_path / "w.db")
    with database.reading(path) as db:
        before = indexes(db)
    with pytest.raises(ValueError), database.writing(path) as db, without_indexes(db, "names"):
        raise ValueError
    with database.reading(path) as db:
        assert indexes(db) == before
