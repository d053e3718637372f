"""A workspace that cannot be opened or written: each cause has its own sentence, and opening writes nothing."""

from __future__ import annotations

import errno
import hashlib
import multiprocessing
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.errors import BadInput, Damaged, NotFound, Unavailable
from engine.workbench import Workbench
from engine.workspace import Workspace, default_workspace, written_whole
from store import backup, database, settings
from store.migrations import NEWEST

ROOT = Path(__file__).parents[2]
NOBODY = 65534
ROOT_ONLY = pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can be another user")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="uses mounts of Linux")
OPEN_AND_EDIT = """
import os, sys
from engine.errors import NomenclatorError
from engine.workbench import Workbench
if len(sys.argv) > 2:  # what is loaded late is loaded now: another user may not read the libraries
    Workbench(sys.argv[3], create=False).synonyms.add("organs", "H1", "coronary", "ann")
    os.setgid(int(sys.argv[2]))
    os.setuid(int(sys.argv[2]))
for action in ("open", "edit"):
    try:
        if action == "open":
            bench = Workbench(sys.argv[1], create=False)
            print("opened", bench.terminologies.all()[0].slug)
        else:
            bench.synonyms.add("organs", "H1", "coronary", "ann")
            print("edited")
    except NomenclatorError as error:
        print(type(error).__name__, error)
        break
"""


def content(folder: Path) -> dict[str, tuple[str, int]]:
    """Every file of a folder: its hash and when it was changed."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {
        str(path.relative_to(folder)): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in files
    }


def opened_and_edited(folder: Path, *before: str, other: Path | None = None) -> str:
    """What a process says that opens a workspace and edits it; `before` runs first, with mounts of its own.

    With `other`, a workspace of its own to begin with, the process is that of another user.
    """
    command = [sys.executable, "-c", OPEN_AND_EDIT, str(folder), *([str(NOBODY), str(other)] if other else [])]
    if before:
        command = ["unshare", "-m", "sh", "-c", " && ".join([*before, 'exec "$@"']), "sh", *command]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    if before and done.returncode and ("unshare" in done.stderr or "mount" in done.stderr):
        pytest.skip(f"no file systems can be mounted here: {done.stderr.strip()}")
    assert not done.stderr, done.stderr
    return done.stdout


def test_opening_writes_nothing(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "workspace"
    shutil.copytree(made, folder)
    before = content(folder)
    bench = Workbench(folder)
    assert bench.terminologies.all() and bench.jobs.runs() == [] and bench.history.entries() == []
    assert content(folder) == before


@pytest.mark.slow
@LINUX
def test_a_workspace_on_a_read_only_medium_opens_for_reading(workbench: Workbench) -> None:
    folder = workbench.workspace.folder
    words = opened_and_edited(folder, f"mount --bind {folder} {folder}", f"mount -o remount,bind,ro {folder}")
    assert words.startswith("opened organs\nUnavailable ") and "read-only medium" in words and "copy" in words


@pytest.mark.slow
@LINUX
def test_a_full_disk_is_called_full_and_loses_nothing(workbench: Workbench, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    copied = f"cp -r {workbench.workspace.folder} {disk}/workspace"
    words = opened_and_edited(
        disk / "workspace",
        f"mount -t tmpfs -o size=128m tmpfs {disk}",
        copied,
        f"{{ head -c 160m /dev/zero > {disk}/rest 2>/dev/null || true; }}",
    )
    assert "Unavailable" in words and "disk is full" in words and "is lost" in words and "restore" not in words


def test_a_disk_too_full_for_the_copy_of_the_day_is_called_full(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*about: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(backup, "make_if_due", full)
    with pytest.raises(Unavailable, match=r"disk is full, so .*backups cannot be written"):
        workbench.synonyms.add("organs", "H1", "coronary", "ann")
    monkeypatch.undo()
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    assert len(workbench.backups.all()) == 1


@pytest.fixture
def open_to_all(made: Path) -> Iterator[Path]:
    """A workspace in a folder that every user of the machine can reach."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as place:
        Path(place).chmod(0o755)
        yield Path(shutil.copytree(made, Path(place) / "workspace"))


@pytest.mark.slow
@ROOT_ONLY
def test_the_workspace_of_another_user_is_called_that(workbench: Workbench, open_to_all: Path) -> None:
    open_to_all.chmod(0o700)
    closed = opened_and_edited(open_to_all, other=workbench.workspace.folder)
    assert closed.startswith("Unavailable ") and "workspace of root" in closed and "--workspace" in closed


@pytest.mark.slow
@ROOT_ONLY
def test_the_workspace_of_another_user_that_is_open_is_read(workbench: Workbench, open_to_all: Path) -> None:
    for path in (open_to_all, *open_to_all.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    readable = opened_and_edited(open_to_all, other=workbench.workspace.folder)
    assert readable.startswith("opened organs\nUnavailable ") and "workspace of root" in readable


@pytest.mark.slow
@ROOT_ONLY
def test_a_folder_without_permission_to_write_is_called_that(workbench: Workbench, open_to_all: Path) -> None:
    for path in (open_to_all, *open_to_all.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
        path.chmod(0o500 if path.is_dir() else 0o400)
    words = opened_and_edited(open_to_all, other=workbench.workspace.folder)
    assert words.startswith("opened organs\nUnavailable ") and "chmod u+w" in words


def test_a_database_of_a_newer_version_is_refused_and_left_alone(workbench: Workbench) -> None:
    path = workbench.workspace.database
    with database.writing(path) as db:
        row = {"migration_set": "nomenclator", "name": f"m{NEWEST + 2:03}_later", "applied_at": "2030-01-01"}
        db.table("_sqlite_migrations").insert(row)
    before = path.read_bytes()
    with pytest.raises(BadInput, match=f"schema is {NEWEST + 2}, this version knows up to {NEWEST}"):
        Workbench(workbench.workspace.folder)
    with pytest.raises(BadInput, match="newer version"):  # one that was open already when the newer version came
        workbench.synonyms.add("organs", "H1", "coronary", "ann")
    assert path.read_bytes() == before


def test_an_empty_database_is_damage_and_not_a_new_workspace(workbench: Workbench) -> None:
    workbench.workspace.database.write_bytes(b"")
    with pytest.raises(Damaged, match="restore"):
        Workspace(workbench.workspace.folder)
    assert workbench.workspace.database.stat().st_size == 0


def test_a_database_that_is_gone_beside_its_backups_is_damage(workbench: Workbench) -> None:
    workbench.backups.make()
    workbench.workspace.database.unlink()
    with pytest.raises(Damaged, match="is missing"):
        Workspace(workbench.workspace.folder)


def test_a_first_start_that_is_killed_leaves_no_database(tmp_path: Path) -> None:
    code = (
        "import os, sys; from store import database\n"
        "database.create(__import__('pathlib').Path(sys.argv[1]), lambda db: os._exit(9))"
    )
    folder = tmp_path / "workspace"
    folder.mkdir()
    done = subprocess.run([sys.executable, "-c", code, str(folder / "workspace.db")], cwd=ROOT)
    assert done.returncode == 9 and not (folder / "workspace.db").exists()
    assert Workspace(folder).salt  # what it left does not stand in the way


@pytest.mark.slow
def test_two_first_starts_at_once_make_one_workspace(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert len(set(pool.map(_salt_of, [tmp_path / "workspace"] * 4))) == 1
    assert not list((tmp_path / "workspace").glob(".*"))


def _salt_of(folder: Path) -> str:
    return Workspace(folder).salt


def test_readers_do_not_wait_for_a_writer_who_is_named_to_other_writers(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.3)
    folder, path = workbench.workspace.folder, workbench.workspace.database
    code = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN IMMEDIATE'); "
        "c.execute(\"INSERT INTO settings VALUES ('k', 'v')\"); print('locked', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None and writer.stdout.readline() == "locked\n"
        try:
            assert Workbench(folder).terminologies.all() and workbench.edits.newest() == []
            with pytest.raises(Unavailable) as problem:
                workbench.synonyms.add("organs", "H1", "coronary", "ann")
        finally:
            writer.kill()
    assert "is lost" in str(problem.value) and "Do it again" in str(problem.value)
    assert "30 s" not in str(problem.value)  # it waited for 0.3 s
    if sys.platform == "linux":
        assert f"process {writer.pid} (" in str(problem.value)
    workbench.synonyms.add("organs", "H1", "coronary", "ann")


def test_what_is_read_at_once_goes_through_one_connection_and_sees_what_is_written_meanwhile(
    workbench: Workbench, tmp_path: Path
) -> None:
    workspace, other = workbench.workspace, Workspace(tmp_path / "other")
    elsewhere: list[bool] = []

    with workspace.reading_at_once(), workspace.reading() as one:

        def in_another_thread() -> None:
            with workspace.reading() as db:
                elsewhere.append(db is one)

        another = threading.Thread(target=in_another_thread)
        another.start()
        another.join()
        with workspace.reading_at_once(), workspace.reading() as two, other.reading() as three:
            assert two is one
            assert three is not one
        workbench.synonyms.add("organs", "L1", "pulmo", "ann")
        with workspace.reading() as db:
            assert db is one
            assert db.table("edits").count == 1
    with workspace.reading() as db:
        assert db is not one
    assert elsewhere == [False]
    with pytest.raises(sqlite3.ProgrammingError):  # closed
        one.execute("SELECT 1")


def test_a_workspace_whose_log_holds_edits_is_not_read_without_them(workbench: Workbench, tmp_path: Path) -> None:
    """On a read-only medium the log of a window that was open when it was copied cannot be taken in, nor left out."""
    path = workbench.workspace.database
    with closing(sqlite3.connect(path)) as held:
        held.execute("SELECT count(*) FROM edits").fetchone()
        with workbench.workspace.writing() as db:
            settings.put(db, "colour", "blue")
        for part in (path, database.wal_of(path)):
            shutil.copyfile(part, tmp_path / part.name)
    with database.reading(tmp_path / path.name, read_only=True) as db:
        assert settings.get(db, "colour") == "blue"


def test_a_folder_that_is_no_workspace_and_one_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(BadInput, match="holds files but no"):
        Workspace(tmp_path)
    with pytest.raises(NotFound, match="init"):
        Workspace(tmp_path / "new", create=False)
    with pytest.raises(BadInput, match="too long"):
        Workspace(tmp_path / ("x" * 300))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_what_cannot_be_written_is_named_as_asked_for(tmp_path: Path, number: int) -> None:
    """A full disk said “the file”, a read-only one the temporary name."""
    file = tmp_path / "edits.csv"
    with pytest.raises(OSError) as found, written_whole(file) as temporary:
        raise OSError(number, "as a disk says it", *([] if number == errno.ENOSPC else [str(temporary)]))
    assert found.value.filename == str(file) and not any(tmp_path.iterdir())
    with pytest.raises(OSError) as found, written_whole(file):
        raise OSError(errno.ENOENT, "of another file", "other.csv")
    assert found.value.filename == "other.csv"


def test_blanks_around_the_folder_that_the_environment_names_are_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a file of settings; the window took them off, and a command looked into a folder called “ /data/ward”."""
    monkeypatch.setenv("NOMENCLATOR_WORKSPACE", " /data/ward ")
    assert default_workspace() == Path("/data/ward")
    monkeypatch.setenv("NOMENCLATOR_WORKSPACE", " ")
    assert default_workspace().name == "Nomenclator"
