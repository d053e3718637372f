"""The shipped dictionary written by a process beside a first start."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from engine.terminology import dictionary_beside
from engine.terminology.dictionary_beside import written_beside
from engine.terminology.dictionary_file import is_written
from engine.text.dictionary.clinical_dictionary import DISEASES, WORDINGS
from engine.workspace import Workspace
from tests.linked import copied


@pytest.fixture
def workspace(tmp_path: Path, written_dictionary: Path) -> Workspace:
    """One that lacks the dictionary for diseases, the smallest."""
    workspace = Workspace(tmp_path / "workspace")
    copied(written_dictionary, workspace.folder / "indexes")
    for file in (workspace.folder / "indexes").glob(f"dictionary-{DISEASES}-*"):
        file.unlink()
    return workspace


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that are started, on a machine of two processors."""
    started = []

    def popen(*given: Any, **named: Any) -> subprocess.Popen[bytes]:
        started.append(of_python(*given, **named))
        return started[-1]

    of_python = subprocess.Popen
    monkeypatch.setattr(dictionary_beside.subprocess, "Popen", popen)
    monkeypatch.setattr(dictionary_beside, "processor_threads", lambda: 2)
    return started


def test_another_process_writes_what_is_not_there(
    workspace: Workspace, children: list[subprocess.Popen[bytes]]
) -> None:
    with written_beside(workspace):
        assert not is_written(workspace, DISEASES), "this one goes on meanwhile"
    assert all(is_written(workspace, one) for one in WORDINGS) and children[0].returncode == 0
    with written_beside(workspace):
        assert len(children) == 1, "all is there"


def test_the_other_process_ends_with_what_it_was_begun_for(
    workspace: Workspace, children: list[subprocess.Popen[bytes]]
) -> None:
    with pytest.raises(KeyboardInterrupt), written_beside(workspace):
        raise KeyboardInterrupt
    assert children[0].returncode and not is_written(workspace, DISEASES)


def test_one_processor_writes_it_in_its_turn(
    workspace: Workspace, children: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dictionary_beside, "processor_threads", lambda: 1)
    with written_beside(workspace):
        assert not children
