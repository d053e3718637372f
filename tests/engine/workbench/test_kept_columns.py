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
    preview = workbench.terminologies.preview
    before = preview(SourceFile(first), as_before=True)
    assert before.sample[0]["name"] == "heart" and not before.kept
    workbench.terminologies.queue_import(SourceFile(first, columns=CHOSEN), "latin")
    again = preview(SourceFile(second), as_before=True)
    assert (again.kept, again.columns) == (True, CHOSEN)
    assert [row["name"] for row in again.sample] == ["cor", "pulmo"]
    assert not preview(SourceFile(second)).kept  # a command says what it means
    assert not preview(SourceFile(second, columns=OTHERS), as_before=True).kept
    assert not preview(SourceFile(other), as_before=True).kept
    workbench.terminologies.queue_import(SourceFile(second, columns=OTHERS), "english")
    assert preview(SourceFile(first), as_before=True).columns == OTHERS


def test_a_file_that_nobody_could_read_before_is_read(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "codes.csv"
    path.write_text("a,b\nx,y\nlong text of words,z\n", encoding="utf-8")
    workbench.terminologies.queue_import(SourceFile(path, columns={"id": "b", "name": "a"}), "codes")
    assert [row["id"] for row in workbench.terminologies.preview(SourceFile(path), as_before=True).sample] == ["y", "z"]


def test_doubles_too_many_cells_and_circles_are_named_before_anything_changes(
    workbench: Workbench, tmp_path: Path
) -> None:
    path = tmp_path / "faults.csv"
    path.write_text("id,name,parent\nA,heart,B\nB,lung,A\nB,lung,\nC,skin,,more\n", encoding="utf-8")
    found = [(row, sentence) for row, sentence in workbench.terminologies.preview(SourceFile(path)).problems]
    assert [row for row, _ in found] == [4, 5, 0]
    assert "stands in row 3 already" in found[0][1] and "4 cells where the heading has 3" in found[1][1]
    assert found[2][1].startswith("A and B stand above one another")
