"""Broken texts, tables and workbooks that once ended in an error that is not ours, or were taken for whole."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.opening import workbook
from engine.formats.opening.limits import MOST_SHEET_ROWS
from engine.formats.reading import read_file
from engine.formats.tables.own_export import COLUMNS
from engine.reliability.torture import reader_samples as samples
from tests.engine.reliability.torture.conftest import DEEP, LONG, refusal


@pytest.mark.parametrize("digits", ["²", "0²", "٣", LONG, "9" * 30, "-1"])
def test_places_that_are_no_whole_numbers_are_left_out(tmp_path: Path, digits: str) -> None:
    corpus = f"1|t|heart attack\n1|a|\n1\t{digits}\t12\theart attack\tDisease\tD1\n1\t0\t5\theart\tDisease\tD1\n"
    for name in ("mentions pubtator", "terminology pubtator", "annotated corpus"):
        assert refusal(name, tmp_path, "c.pubtator", corpus.encode()) == ""
    (concept,) = read_file(tmp_path / "c.pubtator", "pubtator").concepts
    assert [name.text for name in concept.names] == ["heart"]
    table = f"mention,start,end\ngout,{digits},9\n"
    assert refusal("mentions csv", tmp_path, "m.csv", table.encode()) == ""


@pytest.mark.parametrize("notes", ["{", "[1]", '"x"', '{"a": "b"}', '{"a": [1]}', DEEP, '{"a": ["\\ud800"]}', LONG])
def test_notes_that_were_not_exported_are_a_problem(tmp_path: Path, notes: str) -> None:
    cell = '"' + notes.replace('"', '""') + '"'
    path = tmp_path / "own.csv"
    path.write_text(",".join(COLUMNS) + f"\nD1,gout,preferred,exact,,,,,{cell},{',' * 7}\n", encoding="utf-8")
    parsed = read_file(path, "own")
    assert [(one.id, one.notes) for one in parsed.concepts] == [("D1", {})]
    assert [problem.row for problem in parsed.problems] == [2]


def answers_with(tmp_path: Path, column: str, value: str) -> Path:
    """An export of answers in CSV whose first line has another value."""
    from engine.formats.mentions.answer_columns import About
    from engine.formats.tables import table

    path = tmp_path / "answers.csv"
    table.write_answers(path, samples.LINES, About(tmp_path / "m.csv", "organs", extra=("ward",)))
    rows = [row for _, row in table.numbered_rows(path)]
    rows[1][rows[0].index(column)] = value
    table.write_rows(path, rows[0], rows[1:])
    return path


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("score", ("inf", "1e400", "nan", "-Infinity", "2e9")),
        ("probability", ("1.5", "-0.1", "nan")),
        ("row", ("inf", "1e400", LONG, "-1", "")),
        ("start", ("inf", "nan", "9" * 30, "-2")),
        ("at", ("some day", "2026")),
        ("other candidates", (DEEP, "[1]", "{", '[["a", "b", "nan", "D"]]', '[["a", "b", 1e400, "D"]]', "[[1, 2]]")),
    ],
)
def test_answers_hold_numbers_that_can_be_kept(tmp_path: Path, column: str, values: tuple[str, ...]) -> None:
    from engine.formats.mentions.answer_files import read_export

    for value in values:
        with pytest.raises(BadInput, match=f"answers.csv, row 2: “.*” cannot stand under “{column}”"):
            list(read_export(answers_with(tmp_path, column, value)).lines)


@pytest.mark.parametrize("score", ["inf", "1e400", "nan", "high"])
@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".sssom.tsv"])
def test_a_score_that_is_no_number_is_refused_on_every_way_in(tmp_path: Path, ending: str, score: str) -> None:
    from engine.reliability.torture.reader_workspace import ROWS
    from engine.terminology.exporting import format_of, kind_module
    from engine.terminology.exporting.tables import read, write

    module = kind_module("edits")
    path = tmp_path / f"edits{ending}"
    row = list(ROWS["edits"][0])
    row[10] = score
    write(path, format_of(path.name), module.KIND, [row], module.mapping)
    with pytest.raises(BadInput, match=r"row 2: “.*” under “score” is no number"):
        list(read(path).rows)


def test_a_row_of_labels_that_is_too_short_has_no_class(tmp_path: Path) -> None:
    from engine.formats.tables.label_tables import read_labels

    path = tmp_path / "l.csv"
    path.write_text("number,name,class\n1,gout,joint\n\n2\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"^l\.csv, row 4, has no name; fill it in"):
        read_labels(path)
    path.write_text("gout,joint\nflu,\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"^l\.csv, row 2, has no class; fill it in"):
        read_labels(path)


def test_cells_longer_than_pythons_csv_allows_are_read(tmp_path: Path) -> None:
    from engine.formats.mapping_sets.sssom import write_answers
    from engine.formats.mentions.answer_columns import About
    from engine.formats.mentions.answer_files import read_export
    from store.records.normalisation import Line

    long = "abstract " * 20_000
    path = tmp_path / "a.sssom.tsv"
    write_answers(path, [Line(1, 1, 1, "gout", comment=long)], About(tmp_path / "m.csv", "organs"))
    assert [line.comment for line in read_export(path).lines] == [long]


def test_a_gap_of_blanks_does_not_stop_obo(tmp_path: Path) -> None:
    path = tmp_path / "d.obo"
    path.write_text(f"[Term]\nid: D1\nname: heart{chr(9) * 50_000}attack\n", encoding="utf-8")
    assert [concept.preferred for concept in read_file(path, "obo").concepts] == ["heart attack"]


def workbook_with(tmp_path: Path, part: str, change: Callable[[bytes], bytes]) -> bytes:
    whole = samples.workbook(tmp_path, [["mention", "n"], ["gout", "1"]])[2].content
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in source.namelist():
            archive.writestr(name, change(source.read(name)) if name == part else source.read(name))
    return made.getvalue()


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("[Content_Types].xml", lambda xml: xml.replace(b"sheet.main+xml", b"other+xml")),
        ("xl/workbook.xml", lambda xml: xml.replace(b"<sheets>", b"<sheets><sheet/>")),
        ("xl/workbook.xml", lambda xml: b"<a>"),
        ("xl/styles.xml", lambda xml: xml.replace(b'numFmtId="0"', b'numFmtId="x"')),
        ("xl/worksheets/sheet1.xml", lambda xml: xml.replace(b"<v>0</v>", b"<v>99</v>")),
        ("xl/worksheets/sheet1.xml", lambda xml: xml.replace(b"<v>", b"<v>9" + b"9" * 5_000)),
        ("xl/worksheets/sheet1.xml", lambda xml: xml[:-40]),
        ("xl/worksheets/sheet1.xml", lambda xml: b'<?xml version="1.0" encoding="none"?>' + xml),
        ("xl/sharedStrings.xml", lambda xml: xml[:-20]),
    ],
)
def test_a_workbook_that_is_broken_inside_is_refused(
    tmp_path: Path, part: str, change: Callable[[bytes], bytes]
) -> None:
    (tmp_path / "made").mkdir()
    said = refusal("mentions xlsx", tmp_path, "m.xlsx", workbook_with(tmp_path / "made", part, change))
    assert "m.xlsx" in said and said.endswith("again.")


@pytest.mark.slow
@pytest.mark.parametrize(("row", "most"), [("1048577", MOST_SHEET_ROWS), ("99999999999", 1_000)])
def test_a_workbook_with_a_row_where_none_can_be_is_refused(
    tmp_path: Path, row: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its number, reading stops at the limit, which is a lower one once, to be quick."""
    monkeypatch.setattr(workbook, "MOST_SHEET_ROWS", most)
    (tmp_path / "made").mkdir()
    content = workbook_with(
        tmp_path / "made",
        "xl/worksheets/sheet1.xml",
        lambda xml: xml.replace(b'<row r="2"', f'<row r="{row}"'.encode()).replace(b'r="A2"', f'r="A{row}"'.encode()),
    )
    assert f"m.xlsx has more than {most:,} rows" in refusal("mentions xlsx", tmp_path, "m.xlsx", content)


def test_the_size_that_a_workbook_claims_makes_no_rows(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    content = workbook_with(
        tmp_path / "made",
        "xl/worksheets/sheet1.xml",
        lambda xml: re.sub(b'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', xml),
    )
    path = tmp_path / "m.xlsx"
    path.write_bytes(content)
    from engine.formats.mentions.mentions import MentionFile

    assert MentionFile(path).size() == 2


def test_half_a_character_in_a_workbook_stays_as_it_is_written(tmp_path: Path) -> None:
    from engine.formats.tables.xlsx import read_rows, write_rows

    path = tmp_path / "t.xlsx"
    write_rows(path, ["a"], [["x\x01"]])
    content = path.read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(path, "w") as archive:
        for name in source.namelist():
            archive.writestr(name, source.read(name).replace(b"_x0001_", b"_xD800_"))
    assert list(read_rows(path)) == [["a"], ["x_xD800_"]]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("id\tname\n1\tx\n", "lacks a column"),
        (samples.MONDO.replace("\t\n", "\n"), "line 3, is not a line of 5 cells"),
        (samples.MONDO + "\n", "line 4, is not a line of 5 cells"),
    ],
)
def test_a_file_that_is_not_mondo_is_said_to_be_none(tmp_path: Path, content: str, says: str) -> None:
    from engine.formats.releases import mondo

    path = tmp_path / "mondo.tsv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=says):
        mondo.read(path)
    path.write_text(samples.MONDO, encoding="utf-8")
    assert [(one.id, one.preferred, one.parents) for one in mondo.read(path).concepts] == [
        ("M:1", "disease", ()),
        ("M:2", '"heart" attack', ("M:1",)),
    ]
