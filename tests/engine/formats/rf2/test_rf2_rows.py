"""Rows of a release: by blocks as line by line, and what the newest of a component says."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.release_file import ReleaseFile
from engine.formats.rf2 import rf2_rows
from engine.formats.rf2.rf2_release import LANGUAGE

HEADING = "id\teffectiveTime\tactive\tmoduleId\trefsetId\treferencedComponentId\tacceptabilityId"
NAME = "der2_cRefset_Language{}-en_INT_20260101.txt"
COLUMNS = ("refsetid", "referencedcomponentid")
WHERE = {"active": frozenset("1"), "acceptabilityid": frozenset("P")}


def member(id: str, date: str, on: int, component: str, how: str) -> str:
    return f"{id}\t{date}\t{on}\tm\tUS\t{component}\t{how}"


def file_of(folder: Path, lines: list[str], type: str = "Snapshot", before: bytes = b"") -> ReleaseFile:
    path = folder / NAME.format(type)
    path.write_bytes(before + ("\r\n".join([HEADING, *lines]) + "\r\n").encode())
    return ReleaseFile(path.name, LANGUAGE, type, path)


LINES = [
    member("a", "20250101", 1, '"quoted', "P"),
    "",
    member("b", "20250101", 1, "é\x85ø", "A"),
    member("c", "20250101", 0, "3", "P"),
    member("d", "20250101", 1, "", "P"),
]


@pytest.mark.parametrize(("before", "more"), [(b"", []), (b"\xef\xbb\xbf", []), (b"\r\n", ["   "])])
def test_blocks_give_what_the_lines_give(tmp_path: Path, before: bytes, more: list[str]) -> None:
    file = file_of(tmp_path, [*LINES, *more, LINES[0]], before=before)
    for columns, where in ((("id", "referencedcomponentid"), {}), (COLUMNS, WHERE)):
        by_line = list(rf2_rows._line_by_line(file, columns, where))
        assert list(rf2_rows.rows(file, columns, where)) == by_line and len(by_line) == (3 if where else 5)


def test_a_member_of_an_archive_is_read_alike(tmp_path: Path) -> None:
    file = file_of(tmp_path, LINES)
    with zipfile.ZipFile(tmp_path / "release.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(file.path, "Snapshot/names.txt")
    packed = ReleaseFile(file.name, LANGUAGE, file.type, tmp_path / "release.zip", "Snapshot/names.txt")
    assert list(rf2_rows.rows(packed, COLUMNS, WHERE)) == list(rf2_rows.rows(file, COLUMNS, WHERE))


def test_a_cut_row_is_named_after_the_rows_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rf2_rows, "BLOCK", 2_000)
    file = file_of(tmp_path, [member(str(number), "20250101", 1, "x", "P") for number in range(200)] + ["z\t2025"])
    seen = []
    with pytest.raises(BadInput, match="row 202: 2 columns where the heading has 7"):
        for row in rf2_rows.rows(file, ("id",)):
            seen.append(row[0])
    assert seen == [str(number) for number in range(200)]


def test_of_all_versions_the_newest_says_whether_it_counts(tmp_path: Path) -> None:
    lines = [member("a", "20200101", 1, "1", "P"), member("a", "20240101", 1, "1", "A")]
    lines += [member("b", "20240101", 0, "2", "P"), member("b", "20200101", 1, "2", "P")]
    file = file_of(tmp_path, lines, "Full")
    assert list(rf2_rows.newest([file], COLUMNS, "", WHERE)) == []
    assert list(rf2_rows.newest([file], COLUMNS, "20200101", WHERE)) == [("US", "1"), ("US", "2")]
