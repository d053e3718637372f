"""A quotation mark that is not closed swallows rows: the row is named; a line break within a cell is its own."""

from pathlib import Path

import pytest

from engine.formats.mentions.mentions import MentionFile
from engine.formats.parsed import Problem
from engine.formats.reading import read_file

ROWS = [f"K{number},Disease number {number}" for number in range(1, 60)]
SAID = (
    "The quotation mark before “Disease number 10” is not closed in its row, and {} read as part of its cell; close it "
    "or take it out, and double one that belongs to a text."
)


def _problems(path: Path, text: str) -> list[Problem]:
    path.write_text(text, encoding="utf-8", newline="")
    found = [one for one in read_file(path).problems if one.row]
    assert [one for one in MentionFile(path).preview().problems if "quotation" in one.sentence] == found
    return found


@pytest.mark.parametrize(
    ("row", "text", "said"),
    [
        (20, 'K20,Disease "number 20', "rows 12 to 21 were"),
        (40, 'K40,"Disease number 40"', "rows 12 to 41 were"),
        (11, 'K11,"Disease number 11"', "row 12 was"),
        (30, 'K30,Disease number 30"', "rows 12 to 31 were"),  # closes it as if it were meant
        (0, "", "rows 12 to 60 were"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_rows_that_a_quotation_mark_swallows_are_named(
    tmp_path: Path, row: int, text: str, said: str, end: str
) -> None:
    rows = ["id,name", *ROWS]
    rows[10] = 'K10,"Disease number 10'
    if row:
        rows[row] = text
    assert _problems(tmp_path / "q.csv", end.join(rows) + end) == [Problem(11, SAID.format(said))]


def test_the_first_cell_of_a_row_and_the_second_of_two(tmp_path: Path) -> None:
    rows = 'id\tname\tnote\n1\tgout\t"two\nlines"\n"2\tcough\t\n"3"\tfever\t\n4\tflu\t\n'
    (found,) = _problems(tmp_path / "q.tsv", rows)
    assert found.row == 4 and "row 5 was read" in found.sentence


@pytest.mark.parametrize(
    "cell",
    [
        '"two\nlines"',
        '"of ""two""\nlines"',
        '"a, b\n\nc, d\n"',
        '"\n""two"", lines"',
        '"one\ntwo\nthree\nfour\nfive\nsix\nseven"',
        '"one, two, three\nfour\nfive, six, and\nseven\neight, nine"',
        '"two\nlines" ',
        '5" wide',
        '""',
        '"two ""lines"""',
    ],
)
def test_a_cell_with_lines_of_its_own_is_no_problem(tmp_path: Path, cell: str) -> None:
    assert not _problems(tmp_path / "q.csv", f"id,name,definition\nA,gout,{cell}\nB,cough,{cell}\nC,fever,\n")
    assert not _problems(tmp_path / "q.csv", f"id,definition,name\nA,{cell},gout\nB,{cell},cough\n")
