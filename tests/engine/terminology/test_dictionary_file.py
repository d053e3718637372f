"""The shipped dictionary in a file of the workspace: the same as made anew, whatever has become of the file."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from engine.terminology import dictionary_file
from engine.terminology.dictionary_file import shipped_dictionary
from engine.text.dictionary.clinical_dictionary import DISEASES, ClinicalDictionary, shipped
from engine.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A new one, in a process that has read no dictionary."""
    monkeypatch.setattr(dictionary_file, "_shared", {})
    return Workspace(tmp_path / "workspace")


def file_of(workspace: Workspace) -> Path:
    (path,) = (workspace.folder / "indexes").glob("dictionary-*.npz")
    return path


@pytest.fixture(scope="module")
def of_diseases(tmp_path_factory: pytest.TempPathFactory) -> tuple[ClinicalDictionary, Path]:
    """The dictionary for diseases as its entries make it, and the whole file of it."""
    made, workspace = shipped(DISEASES), Workspace(tmp_path_factory.mktemp("whole") / "workspace")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dictionary_file, "_shared", {})
        shipped_dictionary(workspace, DISEASES)
    return made, file_of(workspace)


def test_what_the_file_holds_is_the_dictionary(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    other = workspace.folder / "indexes" / "dictionary-0123.npz"  # of another version
    other.parent.mkdir(exist_ok=True)
    other.write_text("{}", encoding="utf-8")
    made = shipped()
    shipped_dictionary(workspace)
    assert file_of(workspace) != other
    monkeypatch.setattr(dictionary_file, "_shared", {})
    monkeypatch.setattr(dictionary_file, "shipped", None)  # it is not made again
    read = shipped_dictionary(workspace)
    assert dict(read.forms.items()) == made.forms and [*read.forms] == [*made.forms]
    assert read.in_singular == made.in_singular and read.in_american == made.in_american
    assert all(read.forms[form] == cases for form, cases in made.forms.items())
    assert "no such form" not in read.forms
    assert read.longest == made.longest and read.words == made.words


def changed(whole: bytes) -> bytes:
    """The file with one byte of what forms stand for another."""
    at = whole.index(b"hypertension")
    return whole[:at] + b"H" + whole[at + 1 :]


def without_a_hash(whole: bytes) -> bytes:
    """The file as if it had been written with one hash too few."""
    with np.load(BytesIO(whole)) as file:
        arrays = {name: file[name] for name in file.files}
    np.savez(found := BytesIO(), **arrays | {"hashes": arrays["hashes"][1:]})
    return found.getvalue()


@pytest.mark.parametrize(
    "damage",
    [lambda _: b"", lambda _: b"{}", lambda whole: whole[: len(whole) // 2], changed, without_a_hash],
    ids=["empty", "another", "half", "a byte", "a hash"],
)
def test_a_damaged_file_is_made_again(
    workspace: Workspace, damage: Callable[[bytes], bytes], of_diseases: tuple[ClinicalDictionary, Path]
) -> None:
    made, file = of_diseases
    whole, path = file.read_bytes(), workspace.folder / "indexes" / file.name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(damage(whole))
    assert path.read_bytes() != whole
    assert shipped_dictionary(workspace, DISEASES).forms == made.forms and path.read_bytes() == whole


def test_a_workspace_that_is_only_read_gets_no_file(workspace: Workspace) -> None:
    assert shipped_dictionary(Workspace(workspace.folder, create=False, read_only=True), DISEASES).find(["T2DM"])
    assert not list((workspace.folder / "indexes").glob("dictionary-*.npz"))
