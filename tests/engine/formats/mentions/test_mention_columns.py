"""Lists of names as people have them: without a heading, with commas, under a title, headed as clinics do."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.mentions.mentions import MentionFile, headings_of


def _file(tmp_path: Path, text: str, name: str = "m.csv") -> MentionFile:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return MentionFile(path)


def _texts(file: MentionFile) -> list[tuple[int, str]]:
    return [(row.number, row.mention.text) for row in file.rows()]


@pytest.mark.parametrize("name", ["names.txt", "names.csv"])
def test_the_first_name_of_a_list_without_a_heading_is_no_heading(tmp_path: Path, name: str) -> None:
    """The first of thirty names was taken for the heading, and never answered."""
    file = _file(tmp_path, "heart attack\nknee pain\n\nasthma\n", name)
    assert _texts(file) == [(1, "heart attack"), (2, "knee pain"), (4, "asthma")]
    assert (file.headings, file.columns, file.size()) == (("Column 1",), {"text": "Column 1"}, 3)
    assert _texts(MentionFile(file.path, file.columns)) == _texts(file)


def test_a_column_is_chosen_by_what_the_window_calls_its_field(tmp_path: Path) -> None:
    """“mention=TITLE” was refused, though a file's own heading may be “mention”."""
    path = tmp_path / "m.csv"
    path.write_text("TITLE,GROUP\nasthma,D\n", encoding="utf-8")
    assert MentionFile(path, {"mention": "TITLE", "type": "GROUP"}).columns == {"text": "TITLE", "kind": "GROUP"}


def test_a_comma_in_a_list_is_the_names_own(tmp_path: Path) -> None:
    """Of “fracture of femur, left” the side was lost."""
    assert _texts(_file(tmp_path, "cough\nfracture of femur, left\nfever\n")) == [
        (1, "cough"),
        (2, "fracture of femur, left"),
        (3, "fever"),
    ]
    assert _texts(_file(tmp_path, "Diagnosis\nfracture of femur, left\n")) == [(2, "fracture of femur, left")]
    assert _texts(_file(tmp_path, "pain, left\nfracture, right\n")) == [(1, "pain, left"), (2, "fracture, right")]
    assert _texts(_file(tmp_path, "cough\npain, left\n")) == [(1, "cough"), (2, "pain, left")]


@pytest.mark.parametrize("text", ["asthma; COPD", "asthma;COPD; gout", "pain | left", "femur,left", "cough", "a;;b"])
@pytest.mark.parametrize("heading", ["mention\n", ""])
def test_a_line_of_a_list_is_a_mention_as_it_stands(tmp_path: Path, heading: str, text: str) -> None:
    """“asthma; COPD” was read, and exported, as “asthma, COPD”."""
    file = _file(tmp_path, f"{heading}gout\n{text}\nlow back pain\n")
    assert [found for _, found in _texts(file)] == ["gout", text, "low back pain"]
    assert _texts(_file(tmp_path, "mention\nlow back pain;;\n")) == [(2, "low back pain")]


@pytest.mark.parametrize("heading", ["Mention text", "mention_text"])
def test_the_text_of_a_mention_is_a_heading(tmp_path: Path, heading: str) -> None:
    """It was answered as a mention, and beside a name the patient's name was."""
    assert _texts(_file(tmp_path, f"{heading}\nasthma\ngout\n")) == [(2, "asthma"), (3, "gout")]
    assert _texts(_file(tmp_path, f"{heading},Name\nasthma,Ann Lee\n")) == [(2, "asthma")]


def test_a_title_above_the_headings_is_passed_over(tmp_path: Path) -> None:
    table = "Problem list of ward 3\nprinted today,\n\nMRN,Diagnosis,Side\n1,asthma,\n2,knee pain,left\n"
    file = _file(tmp_path, table)
    assert file.headings == ("MRN", "Diagnosis", "Side") and file.columns["text"] == "Diagnosis"
    assert file.extra == ("MRN", "Side")
    assert (_texts(file), file.size()) == ([(5, "asthma"), (6, "knee pain")], 2)
    assert _texts(_file(tmp_path, "Ward 3\n\nDiagnosis\nasthma\n")) == [(4, "asthma")]


def test_a_title_in_a_workbook_is_passed_over(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["Problem list of ward 3"], [], ["Nr", "Was gesagt wurde"], [1, "asthma"], [2, "knee pain"]):
        book.active.append(row)
    book.save(tmp_path / "m.xlsx")
    assert headings_of(tmp_path / "m.xlsx") == ("Was gesagt wurde", "Nr")
    assert _texts(MentionFile(tmp_path / "m.xlsx", {"text": "Was gesagt wurde"})) == [(4, "asthma"), (5, "knee pain")]


@pytest.mark.parametrize(
    "heading",
    ["Diagnosis", "PROBLEM", "Chief complaint", "Primary diagnosis (free text)", "Problem list", "Diagnose", "Libellé"],
)
def test_the_column_is_known_by_what_clinics_call_it(tmp_path: Path, heading: str) -> None:
    file = _file(tmp_path, f"MRN,{heading},Ward\n1,asthma,3\n")
    assert (file.columns["text"], _texts(file)) == (heading, [(2, "asthma")])


def test_beside_a_diagnosis_a_name_is_the_patients(tmp_path: Path) -> None:
    for heading in ("Diagnosis", "Discharge diagnosis", "Diagnose"):
        assert _file(tmp_path, f"Name,{heading}\nDoe,asthma\n").columns["text"] == heading
    assert _file(tmp_path, "Name,Diagnosis code\nasthma,J45\n").columns["text"] == "Name"


def test_two_columns_out_of_a_sheet_without_its_headings_lose_no_row(tmp_path: Path) -> None:
    path = tmp_path / "copied.txt"
    path.write_text("1001\tasthma\n1002\tknee pain\n1003\tgout\n", encoding="utf-8")
    assert headings_of(path) == ("Column 2", "Column 1")
    assert _texts(MentionFile(path, {"text": "Column 2"})) == [(1, "asthma"), (2, "knee pain"), (3, "gout")]


def test_a_word_in_the_first_rows_is_no_heading(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no column for the mentions among Gesagt, Klasse"):
        _file(tmp_path, "Gesagt,Klasse\nBrustschmerz,Symptom\nHusten,Symptom\n")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("photo.jpg", b"\xff\xd8\xff\xe0" + bytes(range(256)) * 8),
        ("letter.pdf", b"%PDF-1.7\n1 0 obj\n"),
        ("letter.docx", b"PK\x03\x04" + b"\x14\0\0\0\x08\0" * 40),
        ("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 200),
    ],
)
def test_what_is_no_table_is_said_to_be_none(tmp_path: Path, name: str, content: bytes) -> None:
    """A photograph was to be saved as “CSV UTF-8”, and the text of a PDF was read as a list."""
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BadInput, match=f"{name} is no table of names; save it as CSV or XLSX"):
        MentionFile(path)
    assert headings_of(path) == ()
