"""Vectors of every kind as a folder: sentence-transformers loads it and gives the same rows."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.models.open import open_encoder
from engine.vectors import format_of
from engine.workbench import Workbench
from tests.engine.models.exported.loading import loaded_rows
from tests.engine.vectors.test_encode import any_file, text_file  # noqa: F401  (fixtures)

TEXTS = ["heart attack", "Heart  ATTACK", "lung fever", "attacks of the heart", "", "§ … !", "größe", "---"]


@pytest.mark.slow
def test_the_rows_are_the_same(any_file: Path, workbench: Workbench, tmp_path: Path) -> None:  # noqa: F811
    pytest.importorskip("sentence_transformers", reason="needs requirements-transformer.txt")
    folder = workbench.workspace.folder / "vectors"
    shutil.copyfile(any_file, folder / f"mine{any_file.suffix}")
    if format_of(any_file) == "fused":
        shutil.copyfile(any_file.with_name("own.bin"), folder / "own.bin")
    own = open_encoder(workbench.workspace, "vectors:mine").encode(TEXTS)
    workbench.vectors.export_folder("vectors:mine", tmp_path / "exported")

    np.testing.assert_allclose(loaded_rows(tmp_path / "exported", TEXTS), own, atol=1e-5)
    assert own[0].any() and not own[4].any()
