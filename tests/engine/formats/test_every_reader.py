"""What every reader of a person's file must do, whoever adds it: the same two concepts in each format, and no file."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.formats.registry import FORMATS, TERMINOLOGY
from engine.formats.tables.own_export import COLUMNS
from store.records.terminology import SCOPES
from tests.engine.formats import small_files

OBO = """format-version: 1.2

[Term]
id: D1
name: heart attack
synonym: "MI" EXACT []

[Term]
id: D2
name: angina
"""
FSN, SYNONYM = "900000000000003001", "900000000000013009"
RF2 = "id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId\n" + "".join(
    f"{number}\t20260101\t1\tm\t{code}\ten\t{kind}\t{term}\tc\n"
    for number, (code, kind, term) in enumerate(
        [("D1", FSN, "heart attack"), ("D1", SYNONYM, "MI"), ("D2", FSN, "angina")], 1
    )
)
OWN = (
    ",".join(COLUMNS)
    + "\n"
    + "".join(
        f"{code},{name},{kind},exact{',' * (len(COLUMNS) - 4)}\n"
        for code, name, kind in [
            ("D1", "heart attack", "preferred"),
            ("D1", "MI", "synonym"),
            ("D2", "angina", "preferred"),
        ]
    )
)
READERS = [name for name, one in FORMATS.items() if TERMINOLOGY in one.reads]
ENDINGS = {ending: name for name, one in FORMATS.items() if TERMINOLOGY in one.reads for ending in one.endings}
EXAMPLES = {
    **small_files.EXAMPLES,
    "rf2": RF2,
    "own": OWN,
    "obo": OBO,
    "hpo": OBO,
    "csv": "id,name,synonyms\nD1,heart attack,MI\nD2,angina,\n",
    "medic": "D1||heart attack|MI\nD2||angina\n",
    "pubtator": "1|t|heart attack, heart attack, MI, angina\n1|a|\n"
    "1\t0\t12\theart attack\tDisease\tD1\n1\t14\t26\theart attack\tDisease\tD1\n"
    "1\t28\t30\tMI\tDisease\tD1\n1\t32\t38\tangina\tDisease\tD2\n",
}
NOT_TEXT = {
    "latin": "id,name\nA,Sjögren\a\n".encode("latin-1"),  # with a byte that no table of Windows has
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
}


def saying(path: Path, format: str, content: bytes) -> str:
    """The sentence that the reader of `format` refuses a file of these bytes with."""
    path.write_bytes(content)
    with pytest.raises(BadInput) as said:
        read_file(path, format)
    return str(said.value)


def one_sentence(text: str) -> bool:
    return text.endswith(".") and ". " not in text and "\n" not in text


def test_every_reader_has_an_example_and_every_ending_a_reader() -> None:
    others = {"xlsx", "parquet", "icd10cm", "mondo"} | {
        "umls",
        "icd10cm-tabular",
        "icd10cm-order",
    }  # no text; more than two lines
    assert set(EXAMPLES) | others == set(READERS)
    plain = {".obo": "obo", ".csv": "csv", ".tsv": "csv", ".tab": "csv", ".txt": "csv", ".pubtator": "pubtator"}
    assert set(plain) <= set(ENDINGS)
    assert {ending: format_of(Path(f"names{ending.upper()}")) for ending in plain} == plain
    assert {name for ending, name in ENDINGS.items() if ending not in plain} <= {
        name for name, one in FORMATS.items() if one.anywhere
    }  # which are known by their content


@pytest.mark.parametrize("format", EXAMPLES)
def test_a_file_is_recognised_by_its_head(tmp_path: Path, format: str) -> None:
    path = tmp_path / ("hearts.obo" if FORMATS[format].installed else f"hearts{FORMATS[format].endings[0]}")
    path.write_text(EXAMPLES[format], encoding="utf-8")
    assert format_of(path) == ("obo" if format == "hpo" else format)
    assert read_file(path).fingerprint() == read_file(path, format).fingerprint()
    if FORMATS[format].within:  # the plainer name is understood too
        assert read_file(path, FORMATS[format].within).fingerprint() == read_file(path, format).fingerprint()


@pytest.mark.parametrize("format", [name for name in EXAMPLES if FORMATS[name].anywhere])
def test_a_file_under_another_ending_is_recognised_by_its_head(tmp_path: Path, format: str) -> None:
    for ending in (".csv", ".txt", ".unknown", ""):
        path = tmp_path / f"hearts{ending}"
        path.write_bytes(b"\xef\xbb\xbf" + EXAMPLES[format].replace("\n", "\r\n").encode())  # as Windows saves it
        assert format_of(path) == format
        assert (read_file(path).live, read_file(path).names) == (2, 3)


@pytest.mark.parametrize("format", EXAMPLES)
def test_a_small_file_gives_its_concepts_and_the_same_again(tmp_path: Path, format: str) -> None:
    path = tmp_path / "sct2_Description_Snapshot-en_INT_20260101.txt"
    path.write_text(EXAMPLES[format], encoding="utf-8")
    for part, last in (("Concept", ""), ("Relationship", "\tsourceId\tdestinationId\ttypeId")):  # beside RF2's names
        beside = tmp_path / f"sct2_{part}_Snapshot_INT_20260101.txt"
        beside.write_text(f"id\teffectiveTime\tactive{last}\n", encoding="utf-8")
    beside = tmp_path / "ComponentHierarchyBySystem.csv"  # beside LOINC's table
    beside.write_text(small_files.LOINC_HIERARCHY, encoding="utf-8")
    parsed = read_file(path, format)
    found = {c.id: [(name.text, name.kind) for name in c.names] for c in parsed.concepts}
    assert found == {
        "D1": [("heart attack", "preferred"), ("MI", "synonym")],
        "D2": [("angina", "preferred")],
    }
    assert [c.preferred for c in parsed.concepts] == ["heart attack", "angina"]
    assert {name.scope for c in parsed.concepts for name in c.names} <= set(SCOPES)
    assert (parsed.live, parsed.names, parsed.edges, parsed.problems) == (2, 3, 0, [])
    assert parsed.title
    assert parsed.fingerprint() == read_file(path, format).fingerprint()
    path.write_text(EXAMPLES[format].replace("MI", "infarct"), encoding="utf-8")
    assert parsed.fingerprint() != read_file(path, format).fingerprint()


@pytest.mark.parametrize("format", EXAMPLES)
def test_an_empty_file_says_so_in_a_sentence(tmp_path: Path, format: str) -> None:
    said = saying(tmp_path / "empty.txt", format, b"")
    assert "empty.txt is empty" in said
    assert one_sentence(said)
    assert "blank.txt" in saying(tmp_path / "blank.txt", format, b"\n \n\n")


@pytest.mark.parametrize("content", NOT_TEXT.values(), ids=NOT_TEXT)
@pytest.mark.parametrize("format", EXAMPLES)
def test_bytes_that_are_not_text_say_so_in_a_sentence(tmp_path: Path, format: str, content: bytes) -> None:
    said = saying(tmp_path / "odd.txt", format, content)
    assert "odd.txt" in said and (FORMATS[format].anywhere or "odd.txt is not UTF-8 text" in said)
    assert one_sentence(said)


@pytest.mark.parametrize("format", EXAMPLES)
def test_text_of_another_kind_is_refused_by_name(tmp_path: Path, format: str) -> None:
    assert "letter.txt" in saying(tmp_path / "letter.txt", format, b"Dear Sir\n")


@pytest.mark.parametrize("format", EXAMPLES)
def test_a_file_that_is_not_there(tmp_path: Path, format: str) -> None:
    with pytest.raises(BadInput, match=r"gone\.txt: there is no such file"):
        read_file(tmp_path / "gone.txt", format)


def test_an_unknown_format_lists_those_there_are(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("x", encoding="utf-8")
    with pytest.raises(BadInput, match=f"no format “doc”; choose one of {', '.join(READERS)}"):
        read_file(path, "doc")
    with pytest.raises(BadInput, match=r"“\.doc” tells no format"):
        format_of(Path("names.doc"))
    (tmp_path / "vocabularies").mkdir()
    with pytest.raises(BadInput, match="vocabularies is a folder, and no release that is read whole; give the path of"):
        format_of(tmp_path / "vocabularies")
