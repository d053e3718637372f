"""Connections, transactions and the schema."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from store import abbreviations, database, settings
from store.migrations import migrations
from store.records.terminology import Abbreviation
from store.sqlite import Database


def test_create_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    database.create(path)
    with database.reading(path) as db:
        before = db.schema
    database.create(path)
    with database.reading(path) as db:
        assert db.schema == before
        assert db.journal_mode == "wal"


def test_every_migration_brings_any_older_schema_to_the_newest(tmp_path: Path) -> None:
    newest = Database(memory=True)
    migrations.apply(newest)
    names = [migration.name for migration in migrations.applied(newest)]
    for stop in names[1:]:
        older = Database(memory=True)
        migrations.apply(older, stop_before=stop)
        migrations.apply(older)
        assert older.schema == newest.schema


def test_an_older_database_with_labels_gets_the_index_by_set(tmp_path: Path) -> None:
    older = Database(tmp_path / "workspace.db")
    migrations.apply(older, stop_before="m010_labels_by_set")
    older.table("labels").insert({"label_set": "s", "name": "n", "norm": "n", "label": "c", "who": "w", "at": "t"})
    before = [index.columns for index in older.table("labels").indexes]
    older.close()
    database.create(tmp_path / "workspace.db")
    with database.reading(tmp_path / "workspace.db") as db:
        after = [index.columns for index in db.table("labels").indexes]
        assert ["label_set"] in after and ["label_set"] not in before and len(after) == len(before) + 1
        assert [row["label"] for row in db.table("labels").rows] == ["c"]


def test_an_error_rolls_everything_back(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    database.create(path)
    with pytest.raises(RuntimeError), database.writing(path) as db:
        settings.put(db, "colour", "blue")
        raise RuntimeError
    with database.reading(path) as db:
        assert settings.get(db, "colour", "none") == "none"


def test_edits_and_labels_are_append_only(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    database.create(path)
    with database.writing(path) as db:
        db.table("labels").insert({"label_set": "s", "name": "n", "norm": "n", "label": "c", "who": "w", "at": "t"})
    for statement in ("UPDATE labels SET label = 'd'", "DELETE FROM labels"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"), database.writing(path) as db:
            db.execute(statement)


def test_two_writers_wait_for_each_other(tmp_path: Path) -> None:
    import threading

    path = tmp_path / "workspace.db"
    database.create(path)

    def count() -> None:
        for _ in range(25):
            with database.writing(path) as db:
                settings.put(db, "n", str(int(settings.get(db, "n", "0")) + 1))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.reading(path) as db:
        assert settings.get(db, "n") == "100"


def test_who_begins_again_keeps_others_from_writing(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    database.create(path)
    with database.writing(path) as db:
        settings.put(db, "colour", "blue")
        database.begin_again(db)
        with pytest.raises(sqlite3.OperationalError, match="locked"), database.writing(path, wait=0):
            pass
        settings.put(db, "form", "round")
    with database.reading(path) as db:
        assert (settings.get(db, "colour", "none"), settings.get(db, "form")) == ("none", "round")


def test_short_forms_are_append_only(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    database.create(path)
    with database.writing(path) as db:
        assert abbreviations.add(db, [Abbreviation("QQX", ("one",))], "ann", str.lower) == 1
        assert [(one.form, one.who, one.meanings) for one in abbreviations.changed(db)] == [("QQX", "ann", ("one",))]
    for statement in ("UPDATE abbreviations SET form = 'd'", "DELETE FROM abbreviations"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"), database.writing(path) as db:
            db.execute(statement)


SYNCHRONOUS = """
import sys
from pathlib import Path
from store import database
path = Path(sys.argv[1])
database.create(path)
with database.writing(path) as db:
    print(db.execute("PRAGMA synchronous").fetchone()[0])
"""


def test_each_commit_of_the_app_is_synced(tmp_path: Path) -> None:
    """In a process of its own: those of the tests do not wait for the disk."""
    command = [sys.executable, "-c", SYNCHRONOUS, str(tmp_path / "workspace.db")]
    root = Path(database.__file__).parents[1]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=root).stdout
    assert int(printed) == 2, "FULL"
