"""Files of mentions: which columns are recognised, which rows are left out, and that nothing is read ahead."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput, NotFound
from engine.formats.mentions.mentions import MentionFile, MentionRow, Problems
from store.records.mention import Mention


def _file(tmp_path: Path, text: str, name: str = "m.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_columns_are_recognised_and_the_others_kept(tmp_path: Path) -> None:
    path = _file(tmp_path, "Code,Term,PMID,Start,End,Type,Count\nA1,flu,12,3,6,Disease,7\n\nA2, gout ,,x,,,\n")
    opened, problems = MentionFile(path), Problems()
    assert opened.columns == {"text": "Term", "document": "PMID", "start": "Start", "end": "End", "kind": "Type"}
    assert opened.extra == ("Code", "Count")
    assert list(opened.rows(problems)) == [
        MentionRow(2, Mention("flu", "12", 3, 6, "Disease"), ("A1", "7")),
        MentionRow(4, Mention("gout"), ("A2", "")),
    ]
    assert [problem.row for problem in problems.rows] == [4]
    assert "“x” is no whole number" in problems.rows[0].sentence
    assert opened.size() == 2


def test_a_column_can_be_named(tmp_path: Path) -> None:
    path = _file(tmp_path, "term\tWhat they wrote\nT1\tflu\n", "m.tsv")
    opened = MentionFile(path, {"text": "What they wrote"})
    assert (list(opened.rows()), opened.extra) == ([MentionRow(2, Mention("flu"), ("T1",))], ("term",))
    with pytest.raises(BadInput, match=r"m\.tsv has no column “none”"):
        MentionFile(path, {"text": "none"})
    with pytest.raises(BadInput, match="“gender” is no field of a mention"):
        MentionFile(path, {"gender": "term"})


def test_rows_that_say_nothing_are_problems_with_their_numbers(tmp_path: Path) -> None:
    path = _file(tmp_path, 'id,mention\n1,\n2,"two\nlines"\n3,???\n4,' + "x" * 2_001 + "\n5,flu\n")
    problems = Problems()
    assert [row.mention.text for row in MentionFile(path).rows(problems)] == ["two\nlines", "flu"]
    assert [(problem.row, problem.sentence.split(";")[0]) for problem in problems.rows] == [
        (2, "The mention is empty (column “mention”)"),
        (5, "“???” has no letter or digit"),
        (6, "The mention has 2,001 characters, more than 2,000"),
    ]


def test_one_bare_column_is_the_mentions(tmp_path: Path) -> None:
    assert [row.mention.text for row in MentionFile(_file(tmp_path, "disease\nflu\n")).rows()] == ["flu"]
    with pytest.raises(BadInput, match="no column for the mentions among a, b"):
        MentionFile(_file(tmp_path, "a,b\n1,2\n"))


def test_equal_and_empty_headings_are_told_apart(tmp_path: Path) -> None:
    opened = MentionFile(_file(tmp_path, "mention,x,x,\nflu,1,2,3\n"))
    assert opened.extra == ("x", "x (3)", "column 4")
    assert next(opened.rows()).extra == ("1", "2", "3")


def test_xlsx_is_read_row_by_row_with_the_last_value_of_formulas(tmp_path: Path) -> None:
    import openpyxl

    path = tmp_path / "m.xlsx"
    book = openpyxl.Workbook()
    for row in (["Source name", "code", "ok"], ["flu", 12.0, True], [None, 3], ["gout", 2.5, None], ["=1+1", 4, None]):
        book.active.append(row)
    book.save(path)
    problems = Problems()
    assert list(MentionFile(path).rows(problems)) == [
        MentionRow(2, Mention("flu"), ("12", "True")),
        MentionRow(4, Mention("gout"), ("2.5", "")),
    ]
    assert [problem.row for problem in problems.rows] == [3, 5]  # a formula that no program has computed is empty
    with pytest.raises(BadInput, match=r"n\.xlsx cannot be read as an XLSX workbook"):
        MentionFile(_file(tmp_path, "no workbook", "n.xlsx"))


def test_pubtator_mentions_are_numbered_and_share_their_context(tmp_path: Path) -> None:
    text = "1|t|Ataxia (AT)\n1|a|In AT.\n1\t0\t6\tAtaxia\tDisease\tD1\n1\tbad\n1\t15\t17\tAT\tDisease\t-1\n"
    path, problems = _file(tmp_path, text, "m.txt"), Problems()
    first, second = MentionFile(path).rows(problems)
    assert first == MentionRow(1, Mention("Ataxia", "1", 0, 6, "Disease", context="Ataxia (AT) In AT."))
    assert second.number == 2
    assert first.mention.context is second.mention.context
    (problem,) = problems.rows
    assert problem.row == 4 and problem.sentence.endswith("between tabs; mend it. The line is left out.")


def test_a_preview_names_every_bad_row_and_reads_no_further_than_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.formats.mentions.mentions.LOOKED_THROUGH", 100)
    path = tmp_path / "m.csv"
    path.write_bytes(b"mention\n" + b"flu\n" * 50 + b"?\n" + b"flu\n" * 40)
    preview = MentionFile(path).preview(3)
    assert [problem.row for problem in preview.problems] == [52]
    assert (preview.wrong, preview.looked, preview.more) == (1, 90, False)
    path.write_bytes(b"mention\n" + b"flu\n" * 100_000 + b"\x81\n")  # what comes last could not be read
    preview = MentionFile(path).preview(3)
    assert [row.mention.text for row in preview.rows] == ["flu"] * 3
    assert (preview.headings, preview.columns, preview.problems) == (("mention",), {"text": "mention"}, [])
    assert (preview.looked, preview.more) == (100, True)


def test_a_row_of_more_cells_than_headings_tells_what_is_not_read(tmp_path: Path) -> None:
    """Of a text with a comma and no quotation marks the end was lost without a word."""
    path = _file(tmp_path, 'id,diagnosis\n1,diabetes mellitus, type 2\n2,"gout, acute"\n3,cough,,\n4,,flu\n')
    problems = Problems()
    texts = [row.mention.text for row in MentionFile(path).rows(problems)]
    assert texts == ["diabetes mellitus", "gout, acute", "cough"]
    assert [(one.row, one.left_out) for one in problems.rows] == [(2, False), (5, True)]
    assert problems.rows[0].sentence.startswith(
        "The row has 3 cells where the heading has 2, and “type 2” is not read;"
    )
    assert (problems.count, problems.left_out) == (2, 1)
    assert not MentionFile(_file(tmp_path, "gout, acute\ncough\nflu, mild, late\n")).preview().problems


def test_a_mention_that_does_not_stand_where_its_file_says_is_told(tmp_path: Path) -> None:
    """Its place went into every export as it came; then it was told by the number of the mention, as if of a line."""
    text = "7|t|A case of gout.\n7|a|Gout\u00a0 hurts.\n" + "".join(
        f"7\t{start}\t{end}\t{words}\tDisease\t-1\n"
        for start, end, words in ((10, 14, "gout"), (16, 27, "Gout hurts"), (11, 15, "gout"), (90, 94, "gout"))
    )
    path = tmp_path / "g.pubtator"
    path.write_text(text, encoding="utf-8")
    problems = Problems()
    assert len(list(MentionFile(path).rows(problems))) == 4
    assert [(one.row, one.left_out) for one in problems.rows] == [(5, False), (6, False)]
    assert problems.rows[0].sentence.startswith("“gout” does not stand at 11 to 15 of document 7; correct its place")


def test_files_that_cannot_be_read_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="There is no file at"):
        MentionFile(tmp_path / "none.csv")
    with pytest.raises(BadInput, match="is empty; it needs a row of headings"):
        MentionFile(_file(tmp_path, "\n\n"))
    path = tmp_path / "latin.csv"
    path.write_bytes("mention\nnaïve\n".encode("latin-1"))
    (problem,) = MentionFile(path).preview().problems
    assert [row.mention.text for row in MentionFile(path).rows()] == ["naïve"]
    assert problem.sentence.startswith("Read as Windows-1252;")
    path.write_bytes("mention\nnaïve\a\n".encode("latin-1"))
    with pytest.raises(BadInput, match=r"latin\.csv is not UTF-8 text"):
        list(MentionFile(path).rows())
