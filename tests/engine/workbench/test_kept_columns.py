"""The columns that a person chose for a table are offered again for the next one with the same headings."""

from __future__ import annotations

from pathlib import Path

from engine.workbench import Workbench

HEADING = "key,what,also\n"
CHOSEN = {"id": "key", "name": "also"}


def test_the_next_file_with_these_headings_is_read_as_the_one_before(workbench: Workbench, tmp_path: Path) -> None:
    first, second, other = (tmp_path / name for name in ("first.csv", "second.csv", "other.csv"))
    first.write_text(f"{HEADING}A1,heart,cor\n", encoding="utf-8")
    second.write_text(f"{HEADING}A1,heart,cor\nA2,lung,pulmo\n", encoding="utf-8")
    other.write_text("key,also,what\nA1,cor,heart\n", encoding="utf-8")
    preview = workbench.terminologies.preview
    assert preview(first, as_before=True).sample[0]["name"] == "heart" and not preview(first, as_before=True).kept
    workbench.terminologies.queue_import(first, "latin", columns=CHOSEN)
    again = preview(second, as_before=True)
    assert (again.kept, again.columns) == (True, CHOSEN)
    assert [row["name"] for row in again.sample] == ["cor", "pulmo"]
    assert not preview(second).kept  # a command says what it means
    assert not preview(second, columns={"id": "key", "name": "what"}, as_before=True).kept
    assert not preview(other, as_before=True).kept
    workbench.terminologies.queue_import(second, "english", columns={"id": "key", "name": "what"})
    assert preview(first, as_before=True).columns == {"id": "key", "name": "what"}


def test_a_file_that_nobody_could_read_before_is_read(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "codes.csv"
    path.write_text("a,b\nx,y\nlong text of words,z\n", encoding="utf-8")
    workbench.terminologies.queue_import(path, "codes", columns={"id": "b", "name": "a"})
    assert [row["id"] for row in workbench.terminologies.preview(path, as_before=True).sample] == ["y", "z"]


def test_doubles_too_many_cells_and_circles_are_named_before_anything_changes(
    workbench: Workbench, tmp_path: Path
) -> None:
    path = tmp_path / "faults.csv"
    path.write_text("id,name,parent\nA,heart,B\nB,lung,A\nB,lung,\nC,skin,,more\n", encoding="utf-8")
    found = [(row, sentence) for row, sentence in workbench.terminologies.preview(path).problems]
    assert [row for row, _ in found] == [4, 5, 0]
    assert "stands in row 3 already" in found[0][1] and "4 cells where the heading has 3" in found[1][1]
    assert found[2][1].startswith("A and B stand above one another")
