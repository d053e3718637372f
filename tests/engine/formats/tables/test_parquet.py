"""Parquet, as other programs write it and as this one does: recognised by content, columns by name, nothing lost."""

from __future__ import annotations

from pathlib import Path

import pyarrow
import pytest
from pyarrow.parquet import read_table, write_table

from engine.errors import BadInput
from engine.formats.mentions.mentions import MentionFile
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.formats.tables import parquet
from engine.workbench import Workbench


def written(path: Path, **columns: list[object]) -> Path:
    write_table(pyarrow.table(columns), path)
    return path


def test_a_table_of_another_program(tmp_path: Path) -> None:
    lists = [["MI", "heart attack"], None, []]
    names, parents = ["Infarct", "Angina", None], [2.0, None, None]
    path = written(tmp_path / "codes.dat", Kode=[1, 2, 3], Diagnosis=names, synonyms=lists, parent=parents)
    assert format_of(path) == "parquet"
    parsed = read_file(path)
    assert parsed.columns == {"id": "Kode", "name": "Diagnosis", "synonyms": "synonyms", "parents": "parent"}
    assert [(one.id, [name.text for name in one.names], one.parents) for one in parsed.concepts] == [
        ("1", ["Infarct", "MI", "heart attack"], ("2",)),
        ("2", ["Angina"], ()),
    ]
    (problem,) = parsed.problems
    assert problem.row == 4 and "The name is empty" in problem.sentence
    assert read_file(path, columns={"name": "Kode", "id": "Diagnosis"}).concepts[0].preferred == "1"
    assert [row.mention.text for row in MentionFile(path, {"text": "Diagnosis"}).rows()] == ["Infarct", "Angina"]


def test_what_is_exported_comes_in_again(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "organs.parquet"
    workbench.synonyms.add("organs", "H1", "coronary", "ann")
    assert workbench.exports.write("terminology", path, terminology="organs") == read_table(path).num_rows
    csv = tmp_path / "organs.csv"
    workbench.exports.write("terminology", csv, terminology="organs")
    ours, theirs = read_file(path), read_file(csv)
    assert ours.fingerprint() == theirs.fingerprint() and ours.concepts == theirs.concepts


@pytest.mark.parametrize("rows", [[], [["a", 1, 0.5, None], ["\ud800 =1", None, "", "x" * 10]]])
def test_rows_come_back(tmp_path: Path, rows: list[list[object]]) -> None:
    path = tmp_path / "rows.parquet"
    assert parquet.write_rows(path, ["a", "b", "c", "d"], rows) == len(rows)
    given = [[None if cell is None else str(cell).replace("\ud800", "?") for cell in row] for row in rows]
    assert list(parquet.read_rows(path)) == [["a", "b", "c", "d"], *given]


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "codes.parquet", id=["1"] * 2000, name=["heart"] * 2000)
    whole = path.read_bytes()
    for content in (b"PAR1", whole[:-20], whole[:4] + b"\xff" * 300 + whole[304:]):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"codes\.parquet"):
            read_file(path)
