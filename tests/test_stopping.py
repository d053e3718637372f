"""Ctrl+C, `kill`, a closed terminal: no process goes on that nobody knows of, and no lock stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.jobs.process import process_identity
from engine.workbench import Workbench
from tests.browser.window import started

ROOT = Path(__file__).parents[1]
NAMES = ["pain", "fever", "cough", "wheeze", "gout", "rash", "itch", "stroke", "fall", "burn", "cramp", "spasm"]
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
]


def children(pid: int) -> list[int]:
    """The living child processes of a process."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [int(child) for child in found if process_identity(int(child))]


@pytest.mark.parametrize("name", SIGNALS)
def test_the_window_takes_its_server_along(workbench: Workbench, name: str) -> None:
    # A terminal's Ctrl+C reaches the whole group; here each signal reaches the command alone.
    command = [sys.executable, "nomenclator.py"]
    with started(command, workbench.workspace.folder, start_new_session=True) as (_, window):
        servers = children(window.pid)
        if name == "SIGINT":
            os.killpg(window.pid, signal.SIGINT)
        else:
            os.kill(window.pid, getattr(signal, name))
        window.wait(timeout=30)
    assert servers and not any(process_identity(server) for server in servers)
    workbench.synonyms.add("organs", "H1", "coronary", "ann")


def test_the_window_that_nohup_started_stays_when_its_terminal_closes(workbench: Workbench) -> None:
    command = ["nohup", sys.executable, "nomenclator.py"]
    with started(command, workbench.workspace.folder, start_new_session=True) as (_, window):
        (server,) = children(window.pid)
        os.killpg(window.pid, signal.SIGHUP)
        time.sleep(1)
        assert window.poll() is None and process_identity(server)
        os.kill(window.pid, signal.SIGTERM)
        window.wait(timeout=30)
    assert not process_identity(server)


@pytest.mark.parametrize("name", SIGNALS)
def test_a_training_of_the_command_line_stops_in_one_line_and_can_be_resumed(workbench: Workbench, name: str) -> None:
    pairs = [(f"{text} in the {place}", place) for text in NAMES for place in ("hand", "foot", "knee")]
    workbench.labels.add("places", pairs, "ann")
    command = [sys.executable, "-m", "engine", "train", "--labels", "places", "--shots", "5"]
    for change in ("encoder.hidden=9600", "optimiser.most_epochs=10000", "optimiser.patience=1000"):
        command += ["--set", change]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True) as training:
        while not (runs := workbench.jobs.runs(1)) or not runs[0].step:
            assert training.poll() is None
            time.sleep(0.1)
        os.kill(training.pid, getattr(signal, name))
        _, errors = training.communicate(timeout=60)
    assert training.returncode == 2 and "Traceback" not in errors
    assert errors.splitlines()[-1] == "nomenclator: stopped; take it up again with “resume 1”."
    assert workbench.jobs.runs(1)[0].status == "interrupted"
    workbench.synonyms.add("organs", "H1", "coronary", "ann")


def test_a_normalisation_of_the_command_line_stops_in_one_line_and_goes_on(
    workbench: Workbench, tmp_path: Path
) -> None:
    """It said that a training can be resumed."""
    file, out = tmp_path / "mentions.csv", tmp_path / "answers.csv"
    file.write_text("diagnosis\n" + "".join(f"{name} {number}\n" for number in range(4000) for name in NAMES))
    command = [sys.executable, "-m", "engine", "normalise", str(file), "--terminology", "organs", "--out", str(out)]
    steps = tmp_path / ".answers.csv.journal"
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True) as work:
        while not steps.exists() or steps.read_text(encoding="utf-8").count("\n") < 3:
            assert work.poll() is None
            time.sleep(0.1)
        work.send_signal(signal.SIGINT)
        _, errors = work.communicate(timeout=60)
    assert work.returncode == 2 and "Traceback" not in errors and not out.exists()
    told = "stopped at mentions.csv; the same command goes on from the lines that are answered."
    assert errors.splitlines()[-1] == f"nomenclator: {told}"
