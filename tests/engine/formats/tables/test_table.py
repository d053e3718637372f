"""CSV and TSV: columns recognised, rows that cannot be used reported by number."""

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.formats.tables.label_tables import read_labels


def _read(tmp_path: Path, text: str, name: str = "terms.csv", **options):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_file(path, **options)


def test_columns_are_recognised_in_any_order_and_case(tmp_path: Path) -> None:
    parsed = _read(
        tmp_path,
        "Parents\tPreferred Name\tCode\tSynonyms\n\tDisorder\tA\t\nA\tHeart attack\tB\tMI|infarct\n",
        "terms.tsv",
    )
    assert [(c.id, c.preferred, [n.text for n in c.names], c.parents) for c in parsed.concepts] == [
        ("A", "Disorder", ["Disorder"], ()),
        ("B", "Heart attack", ["Heart attack", "MI", "infarct"], ("A",)),
    ]
    assert parsed.columns == {"id": "Code", "name": "Preferred Name", "synonyms": "Synonyms", "parents": "Parents"}


def test_columns_that_are_not_read_are_told(tmp_path: Path) -> None:
    """Nothing said so, and whoever had definitions in “Text” missed them later."""
    parsed = _read(tmp_path, "id,name,Text,Owner,Empty,name_da\n1,Heart,It pumps.,ann,,Hjerte\n2,Lung,,,,\n")
    assert parsed.problems == [] and parsed.unread == (
        "The columns “Text” and “Owner” are not read; where one of them holds synonyms, parents, definition or "
        "language, name it, on the command line as --column synonyms=HEADING."
    )
    named = _read(
        tmp_path, "id,name,Text\n1,Heart,It pumps.\n", columns={"id": "id", "name": "name", "definition": "Text"}
    )
    assert named.concepts[0].definition == "It pumps." and named.unread == ""
    headings = [f"x{number}" for number in range(7)]
    wide = _read(tmp_path, f"id,name,{','.join(headings)}\n1,Heart,{','.join('abcdefg')}\n").unread
    assert wide.startswith("The columns “x0”, “x1”, “x2”, “x3”, “x4” and 2 more are not read;")


def test_a_row_a_name(tmp_path: Path) -> None:
    (concept,) = _read(tmp_path, "id,name\nA,Heart attack\nA,MI\n").concepts
    assert [name.text for name in concept.names] == ["Heart attack", "MI"]


def test_problems_name_row_and_remedy_and_the_rest_is_read(tmp_path: Path) -> None:
    parsed = _read(tmp_path, "id,name,parents\nA,Disorder,\n,Nameless,\nB,,A\nC,Child,Z\nA,Disorder,\nD,Loop,D\n")
    assert [concept.id for concept in parsed.concepts] == ["A", "C", "D"]
    assert [(problem.row, problem.sentence.split(";")[0]) for problem in parsed.problems] == [
        (3, "The id is empty (column “id”)"),
        (4, "The name is empty (column “name”)"),
        (5, "C has the parent Z, which no row defines"),
        (6, "“Disorder” of A stands in row 2 already"),
        (7, "D is its own parent"),
    ]


def test_columns_can_be_named(tmp_path: Path) -> None:
    (concept,) = _read(tmp_path, "key;what\n1;Gout\n", columns={"id": "key", "name": "what"}).concepts
    assert (concept.id, concept.preferred) == ("1", "Gout")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("a,b\n1,2\n", "no column for the id"),
        ("id,name\n", "no usable concept"),
        ("id,name\n,\n", "no usable concept"),
    ],
)
def test_unusable_files_say_why(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        _read(tmp_path, text)


def test_a_table_as_older_spreadsheets_save_it_is_read_and_said_so(tmp_path: Path) -> None:
    """It was refused with “save it as CSV UTF-8”, and who has it from elsewhere cannot."""
    path = tmp_path / "terms.csv"
    path.write_bytes("id;name;Übergeordnet\n1;M\xe9ni\xe8re „x“ – 5 €;\n2;Sjögren;1\n".encode("cp1252"))
    parsed = read_file(path)
    assert [one.preferred for one in parsed.concepts] == ["M\xe9ni\xe8re „x“ – 5 €", "Sjögren"] and parsed.edges == 1
    (problem,) = parsed.problems
    assert problem.sentence.startswith("Read as Windows-1252; look whether umlauts") and not problem.left_out
    path.write_text("id,name\n1,Sjögren\n", encoding="utf-8")
    assert read_file(path).problems == []


@pytest.mark.parametrize(
    "content",
    [
        "id,name\n1,Sjögren\n".encode("latin-1") + b"\0",
        "id,name\n1,Sjögren\x07\n".encode("latin-1"),
        b"id,name\n1,Sj\x81gren\n",
        "id,name\n1,Sjögren ärztlich\n2,Größe".encode()[:-2],  # cut within a character
    ],
)
def test_what_is_no_text_of_windows_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "terms.csv"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"terms\.csv is not UTF-8 text.*save it as “CSV UTF-8”"):
        read_file(path)


def test_other_encodings_and_endings_say_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "terms.csv"
    with pytest.raises(BadInput, match="no column"):
        read_file(path.with_suffix(".csv"), columns=None) if path.write_text("x") else None
    other = tmp_path / "terms.docx"
    other.write_text("x")
    with pytest.raises(BadInput, match=r"\.docx"):
        read_file(other)
    with pytest.raises(BadInput, match="no such file"):
        read_file(tmp_path / "absent.csv")


@pytest.mark.parametrize(
    "text",
    [
        "gout,joints\nasthma,lungs\n",
        "name\tclass\ngout\tjoints\nasthma\tlungs\n",
        "label,name\njoints,gout\nlungs,asthma\n",
        "Diagnose;Klasse\ngout;joints\nasthma;lungs\n",
        "Nr,Diagnose,Kategorie\n1,gout,joints\n2,asthma,lungs\n",
        "label,class\ngout,joints\nasthma,lungs\n",
        "Diagnosis,Specialty\ngout,joints\nasthma,lungs\n",
    ],
)
def test_labels(tmp_path: Path, text: str) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(text)
    assert read_labels(path).pairs == [("gout", "joints"), ("asthma", "lungs")]


def test_labels_as_older_spreadsheets_save_them_are_read_and_said_so(tmp_path: Path) -> None:
    """They were refused, while a terminology of the same encoding was read."""
    path = tmp_path / "labels.csv"
    path.write_bytes("name;class\nSjögren;Gelenke – „rheumatisch“\n".encode("cp1252"))
    assert read_labels(path).pairs == [("Sjögren", "Gelenke – „rheumatisch“")]
    assert read_labels(path).encoding.startswith("Read as Windows-1252; look whether")
    path.write_text("name;class\nSjögren;Gelenke\n", encoding="utf-8")
    assert read_labels(path).encoding == ""


def test_the_columns_of_labels_are_told(tmp_path: Path) -> None:
    """A heading in another language became a label, and so did a whole vocabulary: “id” of the class “name”."""
    path = tmp_path / "l.csv"
    path.write_text("Klasse,Diagnose\njoints,gout\n", encoding="utf-8")
    assert read_labels(path).columns == {"name": "Diagnose", "class": "Klasse"}
    path.write_text("gout,joints\n", encoding="utf-8")
    assert read_labels(path).columns == {"name": "Column 1", "class": "Column 2"}


def test_all_rows_of_labels_that_are_wrong_are_told_at_once(tmp_path: Path) -> None:
    """Only the first was, and each mended row brought the next sentence."""
    path = tmp_path / "l.csv"
    rows = ["name,class", "gout,", ",joints", "flu,lungs", "Flu,nose", *["x,"] * 4]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    with pytest.raises(BadInput) as told:
        read_labels(path)
    assert str(told.value) == (
        "l.csv, 7 rows are wrong, so none is taken: row 2 has no class; row 3 has no name; row 5 gives “Flu” the class "
        "“nose”, and row 4 “lungs”; row 6 has no class; row 7 has no class; and 2 more. Mend them, or take them out."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\n  \n\n", "l.csv is empty"),
        ("id,name,synonyms\nA,gout,podagra\n", "l.csv has 3 columns, and none of them is called “class”"),
        ("gout,joints,1\nasthma,lungs,2\n", "or leave only these two"),
        ("name,class\n", "l.csv has headings and nothing below them"),
        ("name,class\ngout,joints\n\nGout,feet\n", "l.csv, row 4, gives “Gout” the class “feet”, and row 2 “joints”"),
    ],
)
def test_a_list_of_labels_that_says_two_things_or_nothing_is_refused_with_its_row(
    tmp_path: Path, text: str, sentence: str
) -> None:
    """The last class of a name was kept without a word."""
    path = tmp_path / "l.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=sentence):
        read_labels(path)


def test_a_file_of_blank_lines_is_empty(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^terms.csv is empty; choose a file with at least one concept"):
        _read(tmp_path, "\n  \n\n")


def test_a_further_row_of_an_id_with_another_name_is_named(tmp_path: Path) -> None:
    """It became one more name without a word, also where two concepts had got the same id."""
    path = tmp_path / "names.csv"
    path.write_text("id,name,language\n1,Heart,en\n2,Lung,en\n1,Kidney,en\n1,Herz,de\n1,Heart,en\n", encoding="utf-8")
    parsed = read_file(path)
    assert [name.text for name in parsed.concepts[0].names] == ["Heart", "Kidney", "Herz"]
    assert [(one.row, one.left_out, one.sentence) for one in parsed.problems] == [
        (
            4,
            False,
            "1 stands in row 2 already, as “Heart”, which stays preferred; “Kidney” is kept as a synonym. "
            "Give it an id of its own if it is another concept.",
        ),
        (6, True, "“Heart” of 1 stands in row 2 already; it counts once."),
    ]


def test_a_table_with_a_line_a_name_says_so_once(tmp_path: Path) -> None:
    path = tmp_path / "names.csv"
    path.write_text("id,name\n" + "".join(f"1,name {number}\n" for number in range(102)), encoding="utf-8")
    (problem,) = read_file(path).problems
    assert (problem.row, problem.left_out) == (3, False)
    assert problem.sentence.startswith(
        "Rows with an id that stands above already, and another name: 101, as this one. 1 "
    )


def test_a_table_that_excel_saves_as_unicode_text_is_read(tmp_path: Path) -> None:
    """UTF-16 with its mark, cells between tabs: it was refused as no UTF-8."""
    path = tmp_path / "organs.txt"
    path.write_bytes("id\tname\tsynonyms\r\nA\tSjögren syndrome\tsicca\r\n".encode("utf-16"))
    concept = read_file(path).concepts[0]
    assert [name.text for name in concept.names] == ["Sjögren syndrome", "sicca"]


def test_a_parent_by_a_name_of_several_says_so(tmp_path: Path) -> None:
    """“which no row defines”, where two did."""
    path = tmp_path / "t.csv"
    path.write_text("id,name,parents\nA,a,\nB,b,a\nC,a,\n", encoding="utf-8")
    (problem,) = read_file(path).problems
    assert (problem.row, problem.sentence) == (
        3,
        "B has the parent a, which is the name of several; write the id of one; the link is left out.",
    )
