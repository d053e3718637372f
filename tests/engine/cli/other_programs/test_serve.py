"""`serve` as a process: its address on standard output, answers until it is stopped, nothing written."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from engine.__main__ import main
from tests.engine.serving.test_fuzz import state
from tests.linked import copied

ROOT = Path(__file__).parents[4]


@pytest.mark.slow
def test_a_process_answers_until_it_is_stopped(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "workspace"
    copied(made, folder)
    before = state(folder)
    line = [sys.executable, "-m", "engine", "serve", "--port", "0", "--workspace", str(folder), "--json"]
    running = subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        started = json.loads(running.stdout.readline())
        parts = urlsplit(started["address"])
        assert [one["terminology"] for one in started["services"]] == ["organs"]
        with closing(http.client.HTTPConnection(parts.netloc, timeout=60)) as connection:
            connection.request("GET", f"{parts.path}fhir/ValueSet/$expand?url=organs&filter=heart%20attack&count=1")
            answer = connection.getresponse()
            found = json.loads(answer.read())
            assert answer.headers["server"] is None
            connection.request("GET", "/")
            assert connection.getresponse().status == 404
        assert found["expansion"]["contains"][0]["code"] == "H1"
    finally:
        running.send_signal(signal.SIGTERM)
        left, problems = running.communicate(timeout=60)
    assert (running.returncode, left, problems) == (0, "", "")
    assert state(folder) == before


@pytest.mark.parametrize(
    ("more", "said"),
    [(["--allow-origin", "openrefine"], "“openrefine” is no origin"), (["--port", "99999"], "99999 is no port")],
)
def test_what_cannot_be_served_is_said(
    more: list[str], said: str, made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copied(made, tmp_path / "workspace")

    assert main(["serve", "--workspace", str(tmp_path / "workspace"), *more]) == 2
    assert said in capsys.readouterr().err


def test_a_workspace_that_is_not_there_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--workspace", str(tmp_path / "none")]) == 2
    assert "There is no workspace" in capsys.readouterr().err and not (tmp_path / "none").exists()
