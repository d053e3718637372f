"""Backups as a person uses them: made, verified, looked at, put in place; caches follow."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BadInput, Damaged, NotFound
from engine.models.versions import new_id, save
from engine.workbench import Backups, Workbench
from store import given_numbers
from store.backup import LOCK
from store.file_lock import file_lock
from store.files import sha256_of

RECIPE = {"preset": "made", "terminology": "organs", "input": "vectors", "data": {"name": "organs"}}


def found(workbench: Workbench, name: str) -> bool:
    ranking = workbench.rankings.rank(name, terminology="organs", top=5)
    return any(candidate.name == name for candidate in ranking.candidates)


def test_a_copy_is_made_before_the_first_edit_of_a_day(workbench: Workbench) -> None:
    assert workbench.backups.all() == []
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    workbench.synonyms.add("organs", "H2", "weak pump", "ann")
    (copy,) = workbench.backups.all()
    assert copy.reason == "daily" and copy.counts["edits"] == 0


def test_an_edit_does_not_wait_for_a_copy_that_somebody_else_makes(workbench: Workbench) -> None:
    with file_lock(workbench.workspace.backups / LOCK):
        workbench.synonyms.add("organs", "H1", "coronary", "ann")
        workbench.backups.make_if_due()
        assert workbench.backups.all() == []
    workbench.synonyms.add("organs", "H2", "weak pump", "ann")  # it may have come to nothing
    assert [copy.reason for copy in workbench.backups.all()] == ["daily"]


def test_a_restored_copy_answers_with_its_own_edits(workbench: Workbench) -> None:
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    copy = workbench.backups.make()
    workbench.synonyms.add("organs", "H2", "weak pump", "ann")
    assert copy is not None and found(workbench, "weak pump")

    prepared = workbench.backups.prepare(copy.number)
    assert (prepared.counts["edits"], prepared.now["edits"]) == (1, 2)
    assert found(workbench, "weak pump")  # nothing has changed yet
    kept = Path(workbench.backups.put_in_place(copy.number))
    workbench.synonyms.add("organs", "H3", "tight chest", "ben")  # the edit has the number that “weak pump” had
    assert found(workbench, "tight chest") and found(workbench, "coronary") and not found(workbench, "weak pump")
    assert kept.is_file() and not Path(prepared.file).exists()


def test_what_was_restored_can_be_restored_back(workbench: Workbench) -> None:
    first = workbench.backups.make()
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    assert first is not None
    workbench.backups.prepare(first.number)
    workbench.backups.put_in_place(first.number)
    assert not found(workbench, "coronary")
    newest = workbench.backups.all()[0]
    assert newest.reason == "before a restore"
    workbench.backups.prepare()
    workbench.backups.put_in_place(newest.number)
    assert found(workbench, "coronary")


def test_a_damaged_workspace_does_not_open_and_is_restored_all_the_same(workbench: Workbench) -> None:
    workbench.backups.make()
    folder = workbench.workspace.folder
    (folder / "workspace.db").write_bytes(b"")
    with pytest.raises(Damaged, match="restore"):
        Workbench(folder)
    backups = Backups(folder)
    assert backups.verify().damage and not backups.verify().backups[0].damage
    backups.put_in_place(backups.prepare().number)
    assert [one.slug for one in Workbench(folder).terminologies.all()] == ["organs"]


def test_verify_finds_damage_in_a_copy(workbench: Workbench) -> None:
    copy = workbench.backups.make()
    assert copy is not None and workbench.backups.verify().damage == ()
    with open(copy.file, "rb+") as file:
        file.seek(5000)
        file.write(b"\xff" * 100)
    (state,) = workbench.backups.verify().backups
    assert state.damage
    with pytest.raises(Damaged, match="no longer what was recorded"):
        workbench.backups.prepare(copy.number)


def test_only_what_was_looked_at_is_put_in_place(workbench: Workbench) -> None:
    with pytest.raises(NotFound, match="There is no backup"):
        workbench.backups.prepare()
    workbench.backups.make()
    with pytest.raises(NotFound, match="restore 1"):
        workbench.backups.put_in_place(1)


def test_what_is_made_after_a_restore_has_no_number_that_left_files(workbench: Workbench) -> None:
    """A training after a restore had the name of a later version and wrote over its weights."""
    copy = workbench.backups.make()
    assert copy is not None
    models = workbench.workspace.folder / "models"
    first = new_id(workbench.workspace, "few-shot-organs")
    run = workbench.jobs.queue("import", "a", {"path": "/nowhere", "name": "gone"})
    workbench.backups.prepare(copy.number)
    kept = workbench.backups.put_in_place(copy.number)
    assert new_id(workbench.workspace, "few-shot-organs") != first
    assert workbench.jobs.queue("import", "b", {"path": "/nowhere", "name": "gone"}) == run + 1
    (models / "few-shot-organs-3.safetensors").write_bytes(b"weights")
    assert new_id(workbench.workspace, "few-shot-organs") == "few-shot-organs-4"
    number = int(Path(kept).stem[-6:])
    workbench.backups.prepare(number)
    workbench.backups.put_in_place(number)
    assert workbench.jobs.queue("import", "c", {"path": "/nowhere", "name": "gone"}) == run + 2


def test_a_terminology_after_a_restore_has_no_number_of_a_later_one(workbench: Workbench) -> None:
    copy = workbench.backups.make()
    assert copy is not None
    with workbench.workspace.writing() as db:
        later = given_numbers.give(db, given_numbers.TERMINOLOGY)
    workbench.backups.prepare(copy.number)
    workbench.backups.put_in_place(copy.number)
    with workbench.workspace.writing() as db:
        assert given_numbers.give(db, given_numbers.TERMINOLOGY) == later + 1


def test_runs_count_on_over_files_where_the_database_cannot_be_read(workbench: Workbench) -> None:
    copy = workbench.backups.make()
    assert copy is not None
    (workbench.workspace.folder / "experiments" / "7").mkdir(parents=True)
    (workbench.workspace.folder / "runs" / "9.checkpoint").write_bytes(b"weights")
    workbench.workspace.database.write_bytes(b"no database" * 1_000)
    backups = Backups(workbench.workspace.folder)
    backups.prepare(copy.number)
    backups.put_in_place(copy.number)
    again = Workbench(workbench.workspace.folder)
    assert again.jobs.queue("import", "b", {"path": "/nowhere", "name": "gone"}) == 10


def test_copies_that_cannot_be_used_are_named(workbench: Workbench) -> None:
    for word in ("coronary", "ticker"):
        workbench.synonyms.add("organs", "H1", word, "ann")
        workbench.backups.make()
    *_, first, second = reversed(workbench.backups.all())
    Path(first.file).write_bytes(b"short")
    Path(second.file).with_suffix(".json").write_text("{")
    assert workbench.backups.verify().unusable == (first.file, second.file)
    for one in (first, second):
        with pytest.raises(Damaged, match="cut short, or its record cannot be read"):
            workbench.backups.prepare(one.number)


def test_a_copy_of_a_newer_version_is_named_and_nothing_changes(workbench: Workbench) -> None:
    copy = workbench.backups.make()
    assert copy is not None
    newer = "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('nomenclator', 'm999_made')"
    with closing(sqlite3.connect(copy.file)) as db, db:  # closing it ends the log beside the file
        db.execute(newer)
    path, about = Path(copy.file), Path(copy.file).with_suffix(".json")
    facts = json.loads(about.read_text()) | {"size": path.stat().st_size, "sha256": sha256_of(path)}
    about.write_text(json.dumps(facts))
    with pytest.raises(BadInput, match=f"Copy {copy.number} is of a newer version"):
        workbench.backups.prepare(copy.number)


def test_versions_whose_weights_have_gone_are_named(workbench: Workbench) -> None:
    save(workbench.workspace, RECIPE, {"a": np.zeros(2, np.float32)}, {}, "f", None)
    copy = workbench.backups.make()
    assert copy is not None and workbench.backups.prepare(copy.number).without_weights == ()
    for path in (workbench.workspace.folder / "models").glob("*.safetensors"):
        path.unlink()
    (name,) = workbench.backups.prepare(copy.number).without_weights
    assert name.startswith("made-organs")
