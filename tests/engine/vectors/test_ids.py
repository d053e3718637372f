"""“vectors:NAME” is one file, whoever resolves it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.models.open import vectors_path
from engine.vectors import SHIPPED
from engine.vectors.ids import file_of, id_of, ids_in
from engine.vectors.parts import part_path
from engine.workbench import Workbench


@pytest.fixture
def folder(workbench: Workbench) -> Path:
    folder = workbench.workspace.folder / "vectors"
    for name in (".DS_Store", ".half.bin.part", "one.vec.gz", "two.v2.bin", "bare"):
        (folder / name).write_text("")
    (folder / "cache").mkdir()
    return folder


def test_files_have_ids_and_ids_their_files(workbench: Workbench, folder: Path) -> None:
    assert ids_in(folder) == ["vectors:bare", "vectors:one", "vectors:two"]
    assert [choice.id for choice in workbench.rankings.encoders()][1:] == ids_in(folder)
    assert [line["encoder"] for line in workbench.vectors.all()][1:] == ids_in(folder)
    for id in ids_in(folder):
        path = vectors_path(workbench.workspace, id)
        assert id_of(path) == id and path == part_path(folder, id) == file_of(folder, id)
    assert file_of(folder, "vectors:two.v2") == folder / "two.v2.bin"


@pytest.mark.parametrize("id", ["vectors:", "vectors:.DS_Store", "vectors:..", "vectors:../one", "vectors:a\\b"])
def test_what_names_no_file_is_refused(workbench: Workbench, folder: Path, id: str) -> None:
    with pytest.raises(BadInput, match="is no name of vectors"):
        vectors_path(workbench.workspace, id)
    with pytest.raises(BadInput, match="cannot be a part of vectors"):
        part_path(folder, id)


def test_the_shipped_and_those_that_are_not_there(workbench: Workbench, folder: Path) -> None:
    assert vectors_path(workbench.workspace, "vectors") == part_path(folder, "vectors") == SHIPPED
    for id in ("vectors:cache", "vectors:on", "vectors:one.v"):
        with pytest.raises(NotFound, match="is missing; put it back"):
            vectors_path(workbench.workspace, id)
        with pytest.raises(NotFound, match="There are no vectors"):
            part_path(folder, id)
