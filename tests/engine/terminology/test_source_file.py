"""A file of a terminology and how it is read: its part of a recipe, and what it may be read by."""

from __future__ import annotations

from pathlib import Path

from engine.terminology.source_file import SourceFile
from tests.engine.cli.terminologies.test_import_filters import COUNTED, metathesaurus


def test_a_recipe_holds_it_whole(tmp_path: Path) -> None:
    file = SourceFile(tmp_path / "t.csv", "csv", {"id": "Code", "name": "Term"}, ("A", "B"), {"date": "20250131"})
    assert SourceFile.of_recipe(file.recipe()) == file
    assert SourceFile.of_recipe({"path": str(file.path)}) == SourceFile(file.path)  # as the first recipes were


def test_it_says_what_it_may_be_read_by(tmp_path: Path) -> None:
    file = SourceFile(metathesaurus(tmp_path))
    assert {"languages", "sources", "groups"} <= set(file.possible_filters())
    assert file.filter_counts() == COUNTED


def test_only_a_table_that_is_there_has_headings(tmp_path: Path) -> None:
    table = SourceFile(tmp_path / "t.csv")
    assert table.headings() == []
    table.path.write_text("Code,Term\n1,Heart\n", encoding="utf-8")
    assert table.headings() == ["Code", "Term"] and table.has_columns()
    other = SourceFile(metathesaurus(tmp_path))
    assert other.headings() == [] and not other.has_columns()
