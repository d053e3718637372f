"""A process is told from others by more than its number and by no clock."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.jobs.process import has_ended, process_identity

ROOT = Path(__file__).parents[3]
SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


def test_a_living_process_is_told_from_an_ended_one() -> None:
    with subprocess.Popen(SLEEP) as process:
        identity = process_identity(process.pid)
        assert identity and has_ended(process.pid, identity) is False
        assert process_identity(process.pid) == identity
        process.kill()
        while process_identity(process.pid):  # ended, though nobody has asked for its exit code
            pass
        assert has_ended(process.pid, identity) is True
    assert has_ended(process.pid, identity) is True


def test_another_process_with_the_same_number_is_another_one() -> None:
    with subprocess.Popen(SLEEP) as process:
        other = process_identity(process.pid)
        process.kill()
    assert has_ended(os.getpid(), other) is True


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no number of a start")
def test_a_restart_of_the_machine_ends_every_process_and_another_machine_says_nothing() -> None:
    machine, boot, space, started = process_identity(os.getpid()).split("|")
    assert has_ended(os.getpid(), "|".join([machine, "another start", space, started])) is True
    assert has_ended(os.getpid(), "|".join(["elsewhere", boot, space, started])) is None
    assert has_ended(os.getpid(), "") is None


@pytest.mark.skipif(shutil.which("nohup") is None, reason="the system has no nohup")
def test_a_process_started_by_nohup_goes_on_when_its_terminal_closes() -> None:
    """Its own handler took the place of the signal being ignored, and a training overnight ended at the logout."""
    lines = (
        "import os, signal",
        "from engine.jobs.process import interrupt_on_signals",
        "interrupt_on_signals()",
        "os.kill(os.getpid(), signal.SIGHUP)",
        "print('goes on', signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL)",
    )
    command = ["nohup", sys.executable, "-c", "\n".join(lines)]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout == "goes on True\n"
