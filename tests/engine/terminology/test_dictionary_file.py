"""The shipped dictionary in a file of the workspace: the same as made anew, whatever has become of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.terminology import dictionary_file
from engine.terminology.dictionary_file import shipped_dictionary
from engine.text.dictionary.clinical_dictionary import DISEASES, shipped
from engine.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A new one, in a process that has read no dictionary."""
    monkeypatch.setattr(dictionary_file, "_shared", {})
    return Workspace(tmp_path / "workspace")


def file_of(workspace: Workspace) -> Path:
    (path,) = (workspace.folder / "indexes").glob("dictionary-*.json")
    return path


def test_what_the_file_holds_is_the_dictionary(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    other = workspace.folder / "indexes" / "dictionary-0123.json"  # of another version
    other.parent.mkdir(exist_ok=True)
    other.write_text("{}", encoding="utf-8")
    made = shipped_dictionary(workspace)
    assert file_of(workspace) != other
    monkeypatch.setattr(dictionary_file, "_shared", {})
    monkeypatch.setattr(dictionary_file, "shipped", None)  # it is not made again
    read = shipped_dictionary(workspace)
    assert read.forms == made.forms and [*read.forms] == [*made.forms] and read.in_singular == made.in_singular
    assert read.longest == made.longest and read.words == made.words


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b'{"forms": "x", "places": [7], "stands for": []}', b'{"forms": "x|y", "places": []}', b"\xff"],
)
def test_a_damaged_file_is_made_again(workspace: Workspace, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped_dictionary(workspace, DISEASES)
    path = file_of(workspace)
    whole = path.read_bytes()
    path.write_bytes(content)
    monkeypatch.setattr(dictionary_file, "_shared", {})
    assert shipped_dictionary(workspace, DISEASES).forms == shipped(DISEASES).forms and path.read_bytes() == whole


def test_a_workspace_that_is_only_read_gets_no_file(workspace: Workspace) -> None:
    assert shipped_dictionary(Workspace(workspace.folder, create=False, read_only=True), DISEASES).find(["T2DM"])
    assert not list((workspace.folder / "indexes").glob("dictionary-*.json"))
