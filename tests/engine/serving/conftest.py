"""A workspace that is served, asked without a network."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.retrieval.searchable import make_searchable
from engine.terminology import importing
from engine.workbench import Workbench
from tests.engine.serving.asking import Visitor
from tests.linked import copied

SIGNS = """id,name,synonyms,parents,definition
S,Signs,,,
S1,Heart attack,myocardial infarct,S,Death of heart muscle.
S2,Breathlessness,short of breath,S,
S3,Chest pain,,S,
"""


@pytest.fixture(scope="module")
def served(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """The small workspace with a second terminology, open for reading only."""
    folder = tmp_path_factory.mktemp("served") / "workspace"
    copied(made, folder)
    file = folder.with_name("signs.csv")
    file.write_text(SIGNS, encoding="utf-8")
    writer = Workbench(folder)
    for _ in importing.import_file(
        writer.workspace, {"path": str(file), "name": "my_signs", "title": "Signs"}, make_searchable
    ):
        pass
    return Workbench(folder, create=False, read_only=True)


@pytest.fixture
def visitor(served: Workbench) -> Visitor:
    return Visitor(served)
