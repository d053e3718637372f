"""Questions to the sample workspace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.workbench import Workbench
from tests.linked import copied

First = Callable[[str], str]


@pytest.fixture(scope="session")
def sample(sample_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A workbench of a copy of the sample workspace that is only read, for all files of this folder."""
    folder = copied(sample_folder, tmp_path_factory.mktemp("read") / "workspace")
    return Workbench(folder, create=False, read_only=True)


@pytest.fixture(scope="module")
def sample_copy(sample_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A workbench of another copy, which the tests of a file change."""
    return Workbench(copied(sample_folder, tmp_path_factory.mktemp("copy") / "workspace"))


@pytest.fixture(scope="module")
def first(sample: Workbench) -> First:
    """The first code of ICD-10-CM for a text, by the current encoder."""
    return lambda text: sample.rankings.rank(text, "icd10cm", "current", 1).candidates[0].concept_id
