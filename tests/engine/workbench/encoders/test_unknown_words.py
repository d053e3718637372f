"""A preset whose vectors do not know the terminology's words says that, before anything is trained."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.jobs import worker
from engine.learning.presets import PRESETS
from engine.workbench import SourceFile, Workbench
from tests.salted import keep_back

NAMES = """id,name,synonyms
1,心肌梗死,心梗
2,哮喘,气喘
3,disease of kidney,kidney disease
4,heart attack,infarction
"""


def test_a_vocabulary_that_leaves_too_little_is_named(workbench: Workbench, tmp_path: Path) -> None:
    keep_back(workbench.workspace, [], [*"1234"])
    file = tmp_path / "names.csv"
    file.write_text(NAMES, encoding="utf-8")
    worker.execute(workbench.workspace, workbench.terminologies.queue_import(SourceFile(file), "names"))
    recipe = {**PRESETS["conceptual-grounding"], "terminology": "names"}
    with pytest.raises(BadInput, match="The vectors know the words of too few names: 4 are left out"):
        workbench.training.queue(recipe)
    assert workbench.training.queue({**recipe, "data": {**recipe["data"], "vocabulary": "not asked"}})
