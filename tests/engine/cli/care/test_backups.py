"""The commands `backup`, `verify` and `restore`."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from engine.__main__ import main
from engine.cli import arguments
from engine.workbench import Workbench

Capture = pytest.CaptureFixture[str]


def answer(capsys: Capture, *line: str) -> dict:
    assert main([*line, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_copy_is_made_looked_at_and_put_in_place(workbench: Workbench, capsys: Capture) -> None:
    assert answer(capsys, "backup")["backup"]["number"] == 1
    assert answer(capsys, "backup")["note"] == "nothing has changed since the newest copy"
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    looked = answer(capsys, "restore", "1")
    assert (looked["holds"]["edits"], looked["now"]["edits"]) == (0, 1) and looked["next"] == "restore 1 --in-place"
    assert len(workbench.edits.newest()) == 1
    answer(capsys, "restore", "1", "--in-place")
    assert workbench.edits.newest() == []


def test_verify_ends_with_2_where_the_database_is_damaged(workbench: Workbench, capsys: Capture) -> None:
    assert answer(capsys, "verify")["database"] == "whole"
    workbench.workspace.database.write_bytes(b"")
    assert main(["verify", "--json"]) == 2
    found = capsys.readouterr()
    assert "missing or empty" in json.loads(found.out)["database"][0] and "restore" in found.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="uses mounts of Linux")
def test_verify_reads_what_lies_on_a_read_only_medium(workbench: Workbench, capsys: Capture) -> None:
    answer(capsys, "backup")
    folder = workbench.workspace.folder
    mounts = f'mount --bind {folder} {folder} && mount -o remount,bind,ro {folder} && exec "$@"'
    verify = [sys.executable, "-m", "engine", "verify", "--json", "--workspace", str(folder)]
    done = subprocess.run(["unshare", "-m", "sh", "-c", mounts, "sh", *verify], capture_output=True, text=True)
    if done.returncode and ("unshare" in done.stderr or "mount:" in done.stderr):
        pytest.skip(f"no file systems can be mounted here: {done.stderr.strip()}")
    assert json.loads(done.stdout)["database"] == "whole" and json.loads(done.stdout)["counts"]["names"]


def test_the_copy_of_the_day_is_told_where_it_takes_a_moment(
    workbench: Workbench, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first change of a day was silent for 13 s at 1,500,000 names."""
    monkeypatch.setattr(arguments, "LARGE", 1)
    line = ["edit", "add", "coronary", "--concept", "H1", "--terminology", "organs", "--who", "ann"]
    for copy in (*workbench.workspace.backups.glob("*"),):
        copy.unlink()
    assert main(line) == 0
    assert "Copying the database, once a day" in capsys.readouterr().err
    assert main(["undo", "--who", "ann"]) == 0
    assert "Copying" not in capsys.readouterr().err
