"""A search where nothing may be written: few names are read at once, many only from their file."""

from __future__ import annotations

import pytest

from engine.errors import Unavailable
from engine.retrieval import unwritten_rows
from engine.workbench import Workbench


def without_indexes(workbench: Workbench) -> Workbench:
    for path in (workbench.workspace.folder / "indexes").iterdir():
        path.unlink()
    return Workbench(workbench.workspace.folder, create=False, read_only=True)


def test_few_names_are_searched_without_a_file(workbench: Workbench) -> None:
    written = workbench.rankings.rank("lung infection", "organs", "vectors")
    reader = without_indexes(workbench)

    found = reader.rankings.rank("lung infection", "organs", "vectors")

    assert [one.concept_id for one in found.candidates] == [one.concept_id for one in written.candidates]
    assert not list((reader.workspace.folder / "indexes").iterdir())


def test_many_names_need_the_file_and_it_says_how(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unwritten_rows, "MOST_NAMES", 5)
    reader = without_indexes(workbench)

    with pytest.raises(Unavailable, match="python -m engine index current"):
        reader.rankings.rank("lung infection", "organs", "vectors")
