"""A lock on a file: one has it at a time, and nobody once its process has ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from store.file_lock import file_lock

ROOT = Path(__file__).parents[2]
HOLD = """
import pathlib, sys
from store.file_lock import file_lock
with file_lock(pathlib.Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_one_has_the_lock_at_a_time(tmp_path: Path) -> None:
    with file_lock(tmp_path / "lock") as first, file_lock(tmp_path / "lock", wait=False) as second:
        assert first and not second
        with file_lock(tmp_path / "another") as other:
            assert other
    with file_lock(tmp_path / "lock", wait=False) as again:
        assert again


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path / "lock")]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "locked\n"
        with file_lock(tmp_path / "lock", wait=False) as taken:
            assert not taken
        holder.kill()
        with file_lock(tmp_path / "lock") as taken:
            assert taken
