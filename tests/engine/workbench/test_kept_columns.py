"""The columns that a person chose for a table are offered again for the next one with the same headings."""

from __future__ import annotations

from pathlib import Path

from engine.workbench import SourceFile, Workbench

HEADING = "key,what,also\n"
CHOSEN = {"id": "key", "name": "also"}
OTHERS = {"id": "key", "name": "what"}


def test_the_next_file_with_these_headings_is_read_as_the_one_before(workbench: Workbench, tmp_path: Path) -> None:
    first, second, other = (tmp_path / name for name in ("first.csv", "second.csv", "other.csv"))
    first.write_text(f"{HEADING}A1,heart,cor\n", encoding="utf-8")
    second.write_text(f"{HEADING}A1,heart,cor\nA2,lung,pulmo\n", encoding="utf-8")
    other.write_text("key,also,what\nA1,cor,heart\n", encoding="utf-8")
    as_before, preview = workbench.terminologies.as_before, workbench.terminologies.preview
    assert as_before(SourceFile(first)) == SourceFile(first)
    assert preview(SourceFile(first)).sample[0]["name"] == "heart"
    workbench.terminologies.queue_import(SourceFile(first, columns=CHOSEN), "latin")
    again = as_before(SourceFile(second))
    assert again.columns == CHOSEN and [row["name"] for row in preview(again).sample] == ["cor", "pulmo"]
    assert preview(SourceFile(second)).columns != CHOSEN  # a command says what it means
    assert as_before(SourceFile(second, columns=OTHERS)).columns == OTHERS
    assert as_before(SourceFile(other)) == SourceFile(other)
    workbench.terminologies.queue_import(SourceFile(second, columns=OTHERS), "english")
    assert as_before(SourceFile(first)).columns == OTHERS


def test_a_file_that_nobody_could_read_before_is_read(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "codes.csv"
    path.write_text("a,b\nx,y\nlong text of words,z\n", encoding="utf-8")
    workbench.terminologies.queue_import(SourceFile(path, columns={"id": "b", "name": "a"}), "codes")
    file = workbench.terminologies.as_before(SourceFile(path))
    assert [row["id"] for row in workbench.terminologies.preview(file).sample] == ["y", "z"]


def test_that_a_table_has_no_such_column_is_kept_too(workbench: Workbench, tmp_path: Path) -> None:
    """A column called “synonyms” was read as that, though somebody had chosen that it holds none."""
    path = tmp_path / "organs.csv"
    path.write_text("id,name,synonyms\nA1,heart,ann\n", encoding="utf-8")
    without = SourceFile(path, columns={"id": "id", "name": "name", "synonyms": ""})
    assert workbench.terminologies.preview(without).names == 1
    workbench.terminologies.queue_import(without, "others")
    assert workbench.terminologies.as_before(SourceFile(path)) == without


def test_a_next_release_keeps_its_columns(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "release.csv"
    path.write_text("number,key,what\n1,H1,Heart attack\n", encoding="utf-8")
    columns = {"id": "key", "name": "what"}
    workbench.versions.queue(SourceFile(path, columns=columns), "organs", "ann")
    assert workbench.terminologies.as_before(SourceFile(path)).columns == columns


def test_doubles_too_many_cells_and_circles_are_named_before_anything_changes(
    workbench: Workbench, tmp_path: Path
) -> None:
    path = tmp_path / "faults.csv"
    path.write_text("id,name,parent\nA,heart,B\nB,lung,A\nB,lung,\nC,skin,,more\n", encoding="utf-8")
    found = [(row, sentence) for row, sentence in workbench.terminologies.preview(SourceFile(path)).problems]
    assert [row for row, _ in found] == [4, 5, 0]
    assert "stands in row 3 already" in found[0][1] and "4 cells where the heading has 3" in found[1][1]
    assert found[2][1].startswith("A and B stand above one another")
