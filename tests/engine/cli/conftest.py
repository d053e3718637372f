"""Commands run on the small workspace, in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.__main__ import main
from engine.workbench import Workbench

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(workbench: Workbench, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line, which ends with `code`; its JSON."""
    folder = str(workbench.workspace.folder)

    def command(*words: str, code: int = 0) -> dict[str, Any]:
        capsys.readouterr()
        ended = main([*words, "--workspace", folder, "--json"])
        written = capsys.readouterr()
        assert ended == code, written.err
        assert len(written.out.splitlines()) == 1
        answer: dict[str, Any] = json.loads(written.out)
        return answer

    return command


@pytest.fixture
def refusal(workbench: Workbench, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a command line that cannot be carried out; the one line on standard error."""
    folder = str(workbench.workspace.folder)

    def command(*words: str) -> str:
        capsys.readouterr()
        assert main([*words, "--workspace", folder, "--json"]) == 2
        written = capsys.readouterr()
        assert written.out == ""
        (line,) = written.err.splitlines()
        return line.removeprefix("nomenclator: ")

    return command
