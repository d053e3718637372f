"""The one history: an entry a batch, what an older workspace gets, and that nothing in it can be altered."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from engine.text import normalise
from store import altered, database, edits, history, labels, models, undoing
from store.edits import Change
from store.migrations import migrations
from store.records.terminology import HistoryFilter
from store.sqlite import Database


def _four(path: Path) -> None:
    """Ann adds a name and labels two others, Bob withdraws a name, Ann makes a model current."""
    with database.writing(path) as db:
        edits.add(db, [Change("add", "t", "C1", "one", "heard", "on", 0.5, "m")], "ann", normalise)
    with database.writing(path) as db:
        labels.add(db, "s", [("a", "x"), ("b", "y")], "ann", normalise)
    with database.writing(path) as db:
        edits.add(db, [Change("withdraw", "t", "C1", "two")], "bob", normalise)
    with database.writing(path) as db:
        models.make_current(db, "vectors:mine", "ann", "better")


def test_every_batch_has_one_entry(path: Path) -> None:
    _four(path)
    with database.reading(path) as db:
        found = history.entries(db, HistoryFilter(), 10)
    assert [(one.id, one.kind, one.batch, one.who, one.role, one.of, one.rows, one.title) for one in found] == [
        (4, "current", 1, "ann", "do", None, 1, "vectors:mine made current"),
        (3, "name", 2, "bob", "do", None, 1, "“two” withdrawn from C1"),
        (2, "label", 1, "ann", "do", None, 2, "2 names labelled in “s”"),
        (1, "name", 1, "ann", "do", None, 1, "“one” added to C1"),
    ]


def test_undo_takes_back_what_a_person_did_last_whatever_it_was(path: Path) -> None:
    _four(path)
    kinds = []
    for _ in range(4):
        with database.writing(path) as db:
            kinds += [entry.kind for entry in undoing.undo(db, "ann")]
    with database.reading(path) as db:
        assert models.current_history(db)[0].model == "vectors"
        assert labels.in_set(db, "s") == []
        assert {edit.name: edit.action for edit in edits.in_force(db, "t")} == {"one": "withdraw", "two": "withdraw"}
        assert [one.stands for one in history.entries(db, HistoryFilter(), 10) if one.role == "do"] == [
            False,
            True,
            False,
            False,
        ]
    assert kinds == ["current", "label", "name"]


def test_an_undo_counts_the_things_of_each_table_by_itself(path: Path) -> None:
    """Batches are numbered in each table; one label of one was “Undid 1 of 2” after the two names of another table."""
    with database.writing(path) as db:
        labels.add(db, "s", [("a", "x")], "ann", normalise)
        added = [Change("add", "t", "C1", "one"), Change("add", "t", "C1", "two")]
        edits.add(db, added, "ann", normalise, act=1)
        undone = undoing.undo(db, "ann")
    assert [entry.title for entry in undone] == ["Undid: “a” labelled “x” in “s”", "Undid: 2 names added"]


def test_what_is_filtered_is_what_is_counted(path: Path) -> None:
    _four(path)
    with database.writing(path) as db:
        entry = history.get(db, 3)
        assert entry is not None
        history.add_note(db, entry, "50% sure_ly", "cleo")
    with database.reading(path) as db:
        for wanted, numbers in (
            (HistoryFilter(), [4, 3, 2, 1]),
            (HistoryFilter(who="ann"), [4, 2, 1]),
            (HistoryFilter(who="ann", kind="name"), [1]),
            (HistoryFilter(text="WITHDRAWN"), [3]),
            (HistoryFilter(text="% sure_"), [3]),
            (HistoryFilter(text="5_%"), []),
            (HistoryFilter(since="2999-01-01"), []),
        ):
            assert [one.id for one in history.entries(db, wanted, 10)] == numbers
            assert history.count(db, wanted) == len(numbers)
        assert [one.id for one in history.entries(db, HistoryFilter(), 2, 1)] == [3, 2]
        assert [(one.note, one.who, one.of) for one in history.notes(db, 3)] == [("50% sure_ly", "cleo", 3)]
        assert history.people(db) == ["ann", "bob", "cleo"]


def test_changes_say_what_was_there_before_and_what_the_person_saw(path: Path) -> None:
    _four(path)
    with database.writing(path) as db:
        labels.add(db, "s", [("A", "z")], "bob", normalise)
        lines = {number: altered.of_entry(db, entry) for number in range(1, 6) if (entry := history.get(db, number))}
    assert [(one.thing, one.about, one.before, one.after, one.reason, one.query, one.score) for one in lines[1]] == [
        ("one", "C1", "", "name of C1", "heard", "on", 0.5)
    ]
    assert [(one.before, one.after) for one in lines[3]] == [("name of C1", "")]
    assert [(one.thing, one.about, one.before, one.after) for one in lines[5]] == [("A", "s", "x", "z")]
    assert [(one.thing, one.after) for one in lines[4]] == [("current model", "vectors:mine")]


def test_a_batch_of_several_kinds_is_found_under_each(path: Path) -> None:
    with database.writing(path) as db:
        made = [Change("add", "t", "N", "new", kind="concept"), Change("add", "t", "N", "C1", kind="parent")]
        edits.add(db, made, "ann", normalise)
        edits.add(db, [Change("add", "t", "C1", "one")], "ann", normalise)
        found = {kind: [one.id for one in history.entries(db, HistoryFilter(kind=kind), 9)] for kind in history.KINDS}
    assert found == {"name": [2], "concept": [1], "parent": [1]} | {kind: [] for kind in history.KINDS[3:]}


def test_a_model_that_was_deleted_does_not_become_current_again(path: Path) -> None:
    with database.writing(path) as db:
        models.make_current(db, "deleted-1", "ann", "")
        models.make_current(db, "vectors:mine", "ann", "")
        assert [entry.rows for entry in undoing.undo(db, "ann")] == []
        assert models.current_history(db)[0].model == "vectors:mine"


def test_the_history_and_the_current_models_are_append_only(path: Path) -> None:
    _four(path)
    for table, column in (("history", "note"), ("current_models", "reason"), ("edits", "reason"), ("labels", "label")):
        for statement in (f"UPDATE {table} SET {column} = 'x'", f"DELETE FROM {table}"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"), database.writing(path) as db:
                db.execute(statement)


def _older(stop: str) -> Database:
    """A workspace of an older version with what could be done in it."""
    db = Database(memory=True)
    migrations.apply(db, stop_before=stop)
    tables = db.table_names()
    edit = {"action": "add", "terminology": "t", "concept": "C", "reason": "", "query": "", "score": 0.5, "model": "m"}
    if "edits" in tables:
        for batch, name, at, who, role, of in (
            (1, "one", "2024-01-01", "ann", "do", None),
            (1, "uno", "2024-01-01", "ann", "do", None),
            (2, "one", "2024-01-03", "ann", "undo", 1),
            (2, "uno", "2024-01-03", "ann", "undo", 1),
            (3, "two", "2024-01-05", "bob", "do", None),
        ):
            more = {"batch": batch, "name": name, "norm": name, "at": at, "who": who, "role": role, "of_batch": of}
            db.table("edits").insert(edit | more | ({"action": "withdraw"} if role == "undo" else {}))
        for name, at in (("a", "2024-01-02"), ("b", "2024-01-02"), ("a", "2024-01-06")):
            label = {"label_set": "s", "name": name, "norm": name, "label": "x" + at[-1], "who": "ann", "at": at}
            db.table("labels").insert(label)
    if "current_models" in tables:
        db.table("current_models").insert({"model": "m-1", "who": "bob", "at": "2024-01-04", "reason": "try"})
    if "judgements" in tables:
        said = {"normalisation": 1, "answer": 7, "terminology": "t", "text": "flu", "norm": "flu", "decision": "accept"}
        kept = {"batch": 1, "entered_by": "cleo", "entered_at": "2024-01-07", "role": "do", "who": "cleo", "at": "2023"}
        db.table("judgements").insert(said | kept | {"concept": "F"})
    return db


@pytest.mark.parametrize(
    "stop", ["m002_edits_and_labels", "m003_runs_and_models", "m004_normalisation", "m005_history"]
)
def test_an_older_workspace_gets_the_history_of_what_was_done(stop: str) -> None:
    db = _older(stop)
    migrations.apply(db)
    found = history.entries(db, HistoryFilter(), 20)[::-1]
    edited = [
        (1, "name", 1, "ann", "do", None, 2, "2 names changed"),
        (2, "label", 1, "ann", "do", None, 2, "2 names labelled in “s”"),
        (3, "name", 2, "ann", "undo", 1, 2, "Undid: 2 names changed"),
    ]
    chosen = [("current", 1, "bob", "do", 1, "m-1 made current")]
    later = [
        ("name", 3, "bob", "do", 1, "“two” added to C"),
        ("label", 2, "ann", "do", 1, "“a” labelled “x6” in “s”"),
    ]
    judged = [("judgement", 1, "cleo", "do", 1, "“flu”: accept")]
    done = {"m002": [], "m003": later, "m004": chosen + later, "m005": chosen + later + judged}[stop[:4]]
    told = [(e.kind, e.batch, e.who, e.role, e.rows, e.title) for e in found]
    assert told == ([(e[1], e[2], e[3], e[4], e[6], e[7]) for e in edited] if done else []) + done
    assert [e.of for e in found if e.role == "undo"] == ([1] if done else [])
    if done:
        assert [entry.kind for entry in undoing.undo(db, "ann")] == ["label"]
        assert [label.label for label in labels.in_set(db, "s")] == ["x2", "x2"]
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute("UPDATE labels SET batch = 9")
    if "current" in {entry.kind for entry in found}:
        assert [entry.kind for entry in undoing.undo(db, "bob")] == ["name"]
        assert [entry.kind for entry in undoing.undo(db, "bob")] == ["current"]
        assert models.current_history(db)[0].model == "vectors"
