"""Backups: checked before an older one goes, told apart by number, synced, never two alike."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import NotFound
from engine.reliability.torture.disk import RecordedDisk
from store import backup, database, given_numbers, labels, restoring, settings
from store.backup import DAY, PERSON, Backup, DamagedDatabase, UnderWay
from store.file_lock import file_lock

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(path: Path) -> Path:
    label(path, "first")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def label(path: Path, name: str) -> None:
    with database.writing(path) as db:
        labels.add(db, "set", [(name, "class")], "ann", str.casefold)


def names(path: Path) -> list[str]:
    with database.reading(path) as db:
        return [row["name"] for row in db.table("labels").rows]


def damage(path: Path) -> None:
    """Overwrite the database's pages, all but the first."""
    with database.reading(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)


def test_a_backup_holds_what_was_committed_and_says_what_that_is(path: Path, folder: Path) -> None:
    made = backup.make(path, folder)
    label(path, "second")

    assert made is not None and made.counts["labels"] == 1 and made.reason == PERSON
    assert names(backup.path_of(folder, made.number)) == ["first"]
    assert backup.backups(folder) == [made] and backup.damage_of(folder, made) == []


@pytest.mark.parametrize(
    ("field", "written"),
    [
        ("made", '"\\ud800"'),
        ("made", '"yesterday"'),
        ("reason", '"\\ud800"'),
        ("counts", "[" * 100_000),
        ("counts", '{"\\ud800": 1}'),
        ("counts", '{"labels": "one"}'),
        ("counts", "3"),
        ("day", "1e400"),
        ("day", "-1"),
        ("number", "true"),
    ],
)
def test_a_copy_whose_record_is_damaged_is_no_good_copy_and_another_is_made(
    path: Path, folder: Path, field: str, written: str
) -> None:
    made = backup.make(path, folder)
    assert made is not None
    about = backup.path_of(folder, made.number).with_suffix(".json")
    recorded = json.loads(about.read_text(encoding="utf-8"))
    inside = ", ".join(f'"{name}": {written if name == field else json.dumps(recorded[name])}' for name in recorded)
    about.write_text(f"{{{inside}}}", encoding="utf-8")

    assert backup.backups(folder) == []
    again = backup.make_if_due(path, folder)
    assert again is not None and again.number == 2 and backup.backups(folder) == [again]


def test_a_copy_of_a_version_that_counted_fewer_tables_is_good_and_one_that_lost_rows_is_not(
    path: Path, folder: Path
) -> None:
    made = backup.make(path, folder)
    assert made is not None and "mapping_decisions" in made.counts
    assert backup.damage_of(folder, replace(made, counts={"labels": 1})) == []
    assert backup.damage_of(folder, replace(made, counts={"labels": 2})) == ["it holds other counts than recorded"]


def test_an_empty_workspace_is_not_worth_one(tmp_path: Path, folder: Path) -> None:
    database.create(tmp_path / "workspace.db")
    assert backup.make(tmp_path / "workspace.db", folder) is None and backup.backups(folder) == []


def test_what_equals_the_last_good_copy_is_not_copied_again(path: Path, folder: Path) -> None:
    first = backup.make(path, folder)
    assert first is not None and backup.make(path, folder) is None
    backup.path_of(folder, first.number).write_bytes(b"x" * first.size)  # it is no longer good
    again = backup.make(path, folder)
    assert again is not None and again.number == 2


def test_five_days_of_damage_leave_every_good_copy(path: Path, folder: Path) -> None:
    for name in ("second", "third", "fourth"):
        backup.make(path, folder, DAY)
        label(path, name)
    good = backup.backups(folder)
    damage(path)
    for _ in range(10):
        with pytest.raises(DamagedDatabase):
            backup.make(path, folder, DAY)
    assert backup.backups(folder) == good and len(good) == 3
    assert all(backup.damage_of(folder, one) == [] for one in good)
    assert not list(folder.glob(".*"))


def test_a_clock_set_back_or_forward_takes_no_copy_away(path: Path, folder: Path) -> None:
    first = backup.make(path, folder, DAY)
    assert first is not None and backup.make_if_due(path, folder) is None  # it was made just now
    for number, year in ((1, "2001"), (2, "2099")):
        about = folder / f"workspace-{number:06}.json"
        about.write_text(json.dumps(json.loads(about.read_text()) | {"made": f"{year}-01-01T00:00:00.000+00:00"}))
        label(path, year)
        assert backup.make_if_due(path, folder) is not None
    assert [one.number for one in backup.backups(folder)] == [1, 2, 3]


def test_who_comes_while_a_copy_is_made_goes_on_without_one(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two windows that wrote at once made two copies of one day, and the oldest of the seven days went for it."""
    copied = backup._copied

    def while_copied(*about: Path) -> AbstractContextManager[tuple[Path, dict[str, int]]]:
        with pytest.raises(UnderWay):
            backup.make_if_due(path, folder)
        return copied(*about)

    monkeypatch.setattr(backup, "_copied", while_copied)
    made = backup.make_if_due(path, folder)
    assert made is not None and backup.backups(folder) == [made]


def test_a_copy_that_was_made_since_is_not_made_again(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lock_after_another_copy(*about: Path, **how: bool) -> AbstractContextManager[bool]:
        monkeypatch.setattr(backup, "file_lock", file_lock)
        assert backup.make_if_due(path, folder) is not None
        label(path, "second")
        return file_lock(*about, **how)

    monkeypatch.setattr(backup, "file_lock", lock_after_another_copy)
    assert backup.make_if_due(path, folder) is None and len(backup.backups(folder)) == 1


def test_a_copy_made_by_hand_is_no_daily_one(path: Path, folder: Path) -> None:
    """Who made a copy by hand each evening had none that stayed for weeks and months."""
    by_hand = backup.make(path, folder)
    daily = backup.make_if_due(path, folder)
    assert by_hand is not None and daily is not None
    assert (daily.reason, daily.day, daily.sha256) == (DAY, 1, by_hand.sha256)
    label(path, "second")
    assert backup.make(path, folder) is not None and backup.make_if_due(path, folder) is None


def test_daily_weekly_and_monthly_copies_stay() -> None:
    there: list[Backup] = []
    for day in range(1, 500):
        there.append(Backup(day, "2000-01-01T00:00:00.000+00:00", DAY, day, "", 1, {}))
        gone = backup.to_prune(there)
        there = [one for one in there if one not in gone]
    days = [one.day for one in there]
    assert days[-7:] == list(range(493, 500))
    assert sum(day % 28 == 0 for day in days) >= 11  # the last day of each of a year's months
    assert [day for day in days if day % 7 == 0][-4:] == [476, 483, 490, 497]
    assert len(days) <= 7 + 5 + 12


def test_copies_made_by_hand_push_out_no_daily_one() -> None:
    daily = [Backup(day, "2000-01-01T00:00:00.000+00:00", DAY, day, "", 1, {}) for day in range(1, 8)]
    by_hand = [replace(daily[0], number=number, reason=PERSON, day=0) for number in range(8, 60)]
    assert {one.reason for one in backup.to_prune([*daily, *by_hand])} == {PERSON}


def test_copies_from_before_there_were_numbers_are_checked_and_numbered(path: Path, folder: Path) -> None:
    made = backup.make(path, folder)
    assert made is not None
    (folder / "workspace-20260101-000000.db").write_bytes(backup.path_of(folder, 1).read_bytes())
    (folder / "workspace-20260102-000000.db").write_bytes(b"not a database")
    backup.path_of(folder, 1).unlink()
    label(path, "second")
    backup.make(path, folder)
    assert [one.counts["labels"] for one in backup.backups(folder)] == [1, 2]
    assert (folder / "workspace-20260102-000000.db").exists()


def test_a_copy_is_on_the_disk_with_its_name_when_it_counts(path: Path, folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    try:
        disk = RecordedDisk(tmp_path, tmp_path.with_name(f"{tmp_path.name}-disk"))
    except NotFound as reason:
        pytest.skip(str(reason))
    code = "import sys, pathlib; from store import backup; backup.make(*map(pathlib.Path, sys.argv[1:]))"
    command = [sys.executable, "-c", code, str(path), str(folder)]
    subprocess.run(command, cwd=ROOT, env=disk.environment, check=True)
    found = disk.cut_power(tmp_path.with_name(f"{tmp_path.name}-cut"))
    (there,) = backup.backups(found / "backups")
    assert backup.damage_of(found / "backups", there) == []


def test_a_restore_is_looked_at_under_a_name_first(path: Path, folder: Path, tmp_path: Path) -> None:
    made = backup.make(path, folder)
    label(path, "second")
    out = tmp_path / "restored.db"
    assert made is not None and restoring.prepare(folder, made, out)["labels"] == 1
    assert names(out) == ["first"] and names(path) == ["first", "second"]

    with database.reading(path) as another_window:
        kept = restoring.put_in_place(out, path, folder)
        assert another_window.execute("SELECT count(*) FROM labels").fetchone() == (1,)
    assert names(path) == ["first"] and names(kept) == ["first", "second"] and not out.exists()


def test_an_edit_acknowledged_during_a_restore_is_in_what_is_kept_or_in_the_database(
    path: Path, folder: Path, tmp_path: Path
) -> None:
    made = backup.make(path, folder)
    assert made is not None
    restoring.prepare(folder, made, tmp_path / "restored.db")
    writes, placed = threading.Event(), threading.Event()
    acknowledged: list[str] = []

    def write_slowly() -> None:
        with database.writing(path) as db:
            writes.set()
            labels.add(db, "set", [("slow", "class")], "ann", str.casefold)
            time.sleep(1)  # the restore waits for it
        acknowledged.append("slow")

    def write_often() -> None:
        while not placed.is_set() or len(acknowledged) < 3:
            label(path, name := f"often {len(acknowledged)}")
            acknowledged.append(name)

    writers = [threading.Thread(target=write_slowly), threading.Thread(target=write_often)]
    writers[0].start()
    assert writes.wait(20)
    writers[1].start()
    kept = restoring.put_in_place(tmp_path / "restored.db", path, folder)
    placed.set()
    for writer in writers:
        writer.join(30)
    assert "slow" in names(kept) and "slow" not in names(path)
    assert set(acknowledged) <= {*names(kept), *names(path)}


def test_a_number_given_while_a_restore_waits_is_never_given_again(path: Path, folder: Path, tmp_path: Path) -> None:
    made = backup.make(path, folder)
    assert made is not None
    restoring.prepare(folder, made, tmp_path / "restored.db")
    writes = threading.Event()

    def give() -> None:
        with database.writing(path) as db:
            writes.set()
            time.sleep(0.5)
            settings.put(db, given_numbers.RUN, "41")

    writer = threading.Thread(target=give)
    writer.start()
    assert writes.wait(20)
    restoring.put_in_place(tmp_path / "restored.db", path, folder)
    writer.join(30)
    with database.reading(path) as db:
        assert settings.get(db, given_numbers.RUN) == "41"


def test_a_damaged_database_is_kept_aside_when_a_copy_takes_its_place(path: Path, folder: Path, tmp_path: Path) -> None:
    made = backup.make(path, folder)
    assert made is not None
    for harm in (lambda: damage(path), lambda: path.write_bytes(b"no database " * 1000), lambda: path.write_bytes(b"")):
        harm()
        broken = path.read_bytes()
        restoring.prepare(folder, made, tmp_path / "restored.db")
        aside = restoring.put_in_place(tmp_path / "restored.db", path, folder)
        assert (aside / path.name).read_bytes() == broken
        assert names(path) == ["first"]
        label(path, "again")


def test_a_damaged_copy_is_not_restored(path: Path, folder: Path, tmp_path: Path) -> None:
    made = backup.make(path, folder)
    assert made is not None
    backup.path_of(folder, 1).write_bytes(b"\0" * made.size)
    with pytest.raises(DamagedDatabase, match="no longer what was recorded"):
        restoring.prepare(folder, made, tmp_path / "restored.db")
    assert names(path) == ["first"] and not (tmp_path / "restored.db").exists()
