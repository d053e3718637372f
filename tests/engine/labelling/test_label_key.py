"""A label key: what it reads and writes, over how many connections."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.benchmarks.connections import connections_opened
from engine.benchmarks.labelling import MOST_MILLISECONDS, ORGANS, SET, WHO, bench_label, prepared
from engine.errors import Unavailable
from engine.labelling.assigning import label_queued_name
from engine.labelling.desk import open_desk
from engine.labelling.set_memory import SetMemory
from engine.text import normalise
from engine.workspace import Workspace
from store import backup, history, label_sets, labels, undoing
from store.sqlite import Database


def test_a_key_writes_and_redraws_over_one_connection_each(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "workspace")
    drawing, number = prepared(workspace, others=40)
    desk = open_desk(drawing, number, WHO)  # builds the index
    for _ in range(25):  # more than a block, so that names are drawn meanwhile
        with connections_opened() as written:
            label_queued_name(workspace, number, desk.ahead[0].name, desk.definition.titles[0], WHO)
        with connections_opened() as redrawn:
            desk = open_desk(drawing, number, WHO)
        assert (len(written), len(redrawn)) == (1, 1)

    assert desk.labelled == 25 and dict(desk.progress)[desk.definition.titles[0]] == 25
    assert set(desk.terminologies) == {"made"}


def test_the_first_key_of_a_day_makes_its_copy(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "workspace")
    _, number = prepared(workspace, others=0)
    shutil.rmtree(workspace.backups)
    label_queued_name(Workspace(workspace.folder), number, "heart trouble", f"{ORGANS[0]} disorders", WHO)
    assert [one.reason for one in backup.backups(workspace.backups)] == [backup.DAY]


def test_a_workspace_that_is_open_for_reading_says_so_to_a_key_and_to_a_draw(tmp_path: Path) -> None:
    drawing, number = prepared(Workspace(tmp_path / "workspace"), others=0)
    workspace = Workspace(tmp_path / "workspace", read_only=True)
    with pytest.raises(Unavailable, match="open for reading only"):
        label_queued_name(workspace, number, "heart trouble", f"{ORGANS[0]} disorders", WHO)
    drawing.workspace = workspace
    with pytest.raises(Unavailable, match="open for reading only"):
        open_desk(drawing, number, WHO)


def test_a_queue_that_needs_an_index_says_so_unless_it_may_build_one(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "workspace")
    drawing, number = prepared(workspace, others=0, own=2)
    waiting = open_desk(drawing, number, WHO, build=False)

    assert not waiting.ready and waiting.ahead == () and sum(names for _, names in waiting.progress) == 2
    assert open_desk(drawing, number, WHO).ready and open_desk(drawing, number, WHO, build=False).ahead


def test_only_the_set_itself_is_read(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "workspace")
    prepared(workspace, others=40, own=3)
    with workspace.reading() as db:
        for sql in ("SELECT max(id) FROM labels WHERE label_set = ?", "SELECT * FROM labels WHERE label_set = ?"):
            plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql} ORDER BY id", [SET]))
            assert "(label_set=?)" in plan and "SCAN" not in plan and "TEMP B-TREE" not in plan
        assert sum(labels.counts(db, SET).values()) == len(SetMemory().read(db, SET).current) == 3


def test_the_benchmark_says_how_many_connections() -> None:
    found = bench_label(others=20, keys=3)

    assert list(found) == ["name", "results", "limit", "peer", "ratio", "passed"]
    write, redraw = found["results"]
    assert write["connections"] == redraw["connections"] == 1
    assert 0 < redraw["p50_ms"] <= redraw["p95_ms"]
    assert found["passed"] == (write["p95_ms"] + redraw["p95_ms"] <= MOST_MILLISECONDS)


def test_labels_read_bit_by_bit_are_those_read_at_once(tmp_path: Path) -> None:
    workspace, memory = Workspace(tmp_path / "workspace"), SetMemory(most=1)

    def resolve(db: Database) -> None:
        labels.add(db, SET, [("a", "z")], "cat", normalise)
        label_sets.add_origins(db, SET, ["a"], "cat", normalise, how=label_sets.RESOLVED)

    acts: list[Callable[[Database], object]] = [
        lambda db: labels.add(db, SET, [("a", "x"), ("b", "y")], "ann", normalise),
        lambda db: labels.add(db, SET, [("A", "y")], "bob", normalise),
        lambda db: labels.add(db, "another", [("a", "w")], "ann", normalise),
        resolve,
        lambda db: undoing.undo(db, "ann", (history.LABEL,)),
        lambda db: undoing.undo(db, "ann", (history.LABEL,)),
        lambda db: undoing.redo(db, "ann", (history.LABEL,)),
        lambda db: labels.add(db, SET, [("b", "")], "ann", normalise),
        lambda db: undoing.roll_back(db, 2, "bob", True, lambda kinds: "as it was"),
    ]
    for act in acts:
        with workspace.writing() as db:
            act(db)
        with workspace.reading() as db:
            bit_by_bit, at_once = memory.read(db, SET), SetMemory().read(db, SET)
            assert (bit_by_bit, list(bit_by_bit.current)) == (at_once, list(at_once.current))
            assert dict(at_once.current.values()) == {one.name: one.label for one in labels.in_set(db, SET)}
            given = label_sets.by_person(db, SET)
            for who in ("ann", "bob", "cat"):
                assert at_once.given_by(who)[0] == {n: one.label for n, one in given.get(who, {}).items()}
