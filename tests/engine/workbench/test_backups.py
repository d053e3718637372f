"""Backups as a person uses them: made, verified, looked at, put in place; caches follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import Damaged, NotFound
from engine.workbench import Backups, Workbench


def found(workbench: Workbench, name: str) -> bool:
    ranking = workbench.rankings.rank(name, terminology="organs", top=5)
    return any(candidate.name == name for candidate in ranking.candidates)


def test_a_copy_is_made_before_the_first_edit_of_a_day(workbench: Workbench) -> None:
    assert workbench.backups.all() == []
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    workbench.synonyms.add("organs", "H2", "weak pump", "ann")
    (copy,) = workbench.backups.all()
    assert copy.reason == "daily" and copy.counts["edits"] == 0


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
