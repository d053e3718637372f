"""Every schema that ever landed comes to the newest with its data, also after a migration that was killed midway."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from store import database, history, integrity, terminologies, terminology_states, undoing
from store.migrations import NEWEST, STEPS, migrations, version_of
from store.sqlite import Database

ROOT = Path(__file__).parents[2]
SCHEMAS = [step.__name__ for step in STEPS[1:]]  # each stands for the schema before it
VALUES = {"INTEGER": 1, "FLOAT": 0.5, "REAL": 0.5}
KILLED = """
import os, sys
from pathlib import Path
from store import database

connect, left = database._connect, int(sys.argv[2])

def counted(path):
    connection = connect(path)
    def seen(statement):
        global left
        left -= 1
        if left < 0:
            os._exit(9)
    connection.set_trace_callback(seen)
    return connection

database._connect = counted
database.migrate(Path(sys.argv[1]))
"""


def older(path: Path, before: str) -> dict[str, dict[str, Any]]:
    """A database of the schema before a step, in WAL mode, with a row in each table; the rows by table."""
    db = Database(path)
    db.enable_wal()
    migrations.apply(db, stop_before=before)
    rows: dict[str, dict[str, Any]] = {}
    for table in db.table_names():
        if table[0] != "_" and not table.startswith("sqlite"):
            rows[table] = {column.name: VALUES.get(column.type, "x") for column in db.table(table).columns}
            db.table(table).insert(rows[table])
    db.close()
    return rows


def assert_newest_with(path: Path, rows: dict[str, dict[str, Any]]) -> None:
    """The database is of the newest schema, whole, and each row holds what it held."""
    with database.reading(path) as db:
        newest = Database(memory=True)
        migrations.apply(newest)
        assert db.schema == newest.schema and version_of(db) == NEWEST
        assert integrity.damage_of(db) == []
        for table, row in rows.items():
            (found,) = db.query(f"SELECT * FROM {table} LIMIT 1")
            assert {name: found[name] for name in row} == row, table


@pytest.mark.parametrize("before", SCHEMAS)
def test_a_schema_comes_to_the_newest_with_its_data(tmp_path: Path, before: str) -> None:
    path = tmp_path / "workspace.db"
    rows = older(path, before)
    database.create(path)
    assert_newest_with(path, rows)


@pytest.mark.parametrize("before", [SCHEMAS[0], SCHEMAS[3], SCHEMAS[-2], SCHEMAS[-1]])
@pytest.mark.parametrize("statements", [40, *(pytest.param(number, marks=pytest.mark.slow) for number in (4, 12, 75))])
def test_a_migration_that_is_killed_leaves_what_was_there(tmp_path: Path, before: str, statements: int) -> None:
    path = tmp_path / "workspace.db"
    rows = older(path, before)
    with closing(sqlite3.connect(path)) as db:
        schema = db.execute("SELECT group_concat(sql) FROM sqlite_master").fetchone()
    done = subprocess.run([sys.executable, "-c", KILLED, str(path), str(statements)], cwd=ROOT)
    assert done.returncode in (0, 9)
    if done.returncode == 9:
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT group_concat(sql) FROM sqlite_master").fetchone() == schema
    else:
        assert statements > 12
    database.create(path)
    assert_newest_with(path, rows)


def test_a_terminology_from_before_there_were_addresses_has_none_until_one_is_given(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    before = Database(path)
    before.enable_wal()
    migrations.apply(before, stop_before="m022_terminology_addresses")
    about = {"slug": "organs", "title": "Organs", "version": "", "licence": "", "fingerprint": "f", "imported": "now"}
    before.table("terminologies").insert({**about, "concepts": 0, "names": 0, "edges": 0, "source": ""})
    facts = {"slug": "organs", "title": "Organs", "version": "", "licence": "", "language": "", "newer": ""}
    facts |= {"edits_until": None, "present": 1}
    state = {"batch": 0, "role": "start", "number": 1, "facts": json.dumps(facts), "who": "", "at": "now"}
    before.table("terminology_states").insert(state)
    before.close()
    database.create(path)

    def addresses() -> list[tuple[str, str]]:
        with database.reading(path) as db:
            return [(one.title, one.address) for one in terminologies.all_terminologies(db)]

    assert addresses() == [("Organs", "")]
    with database.writing(path) as db:
        terminology_states.append(db, {1: {"address": "http://example.org/organs"}}, "ann", "organs: address")
    assert addresses() == [("Organs", "http://example.org/organs")]
    with database.writing(path) as db:
        undoing.undo(db, "ann", (history.TERMINOLOGY,))
    assert addresses() == [("Organs", "")]


@pytest.mark.slow
def test_two_processes_migrate_at_once(tmp_path: Path) -> None:
    path = tmp_path / "workspace.db"
    rows = older(path, SCHEMAS[0])
    code = "import sys, pathlib; from store import database; database.create(pathlib.Path(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(path)]
    both = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    assert [one.communicate()[1] for one in both] == ["", ""]
    assert_newest_with(path, rows)
