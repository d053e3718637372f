"""What the guarded openers give, and what they refuse with a sentence."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from engine.errors import BadInput, Damaged
from engine.formats.opening import json_text, limits, lines, tables
from engine.formats.opening.archive import LimitedArchive
from engine.formats.opening.arrays import open_arrays
from engine.formats.opening.json_text import read_json
from engine.formats.opening.limits import LONGEST_CELL
from engine.formats.opening.lines import byte_lines, text_lines
from engine.formats.opening.markup import CheckedMarkup
from engine.formats.opening.numbers import finite_number, whole_number
from engine.formats.opening.tables import pasted_rows, table_rows, titled_rows
from engine.formats.reading import read_file


def test_lines_are_given_as_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    path.write_bytes("\ufeffa\r\nb\u2028c\rd".encode())
    assert list(text_lines(path)) == ["a\r\n", "b\u2028c\r", "d"]
    packed = tmp_path / "t.txt.xz"
    packed.write_bytes(lzma.compress(b"a\nb"))
    assert list(byte_lines(packed)) == [b"a\n", b"b"]


def test_a_line_is_named_that_is_too_long_or_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST_LINE", 10)
    path = tmp_path / "t.txt"
    path.write_text("short\n" + "a" * 11, encoding="utf-8")
    for read in (text_lines, byte_lines):
        with pytest.raises(BadInput, match=r"t\.txt, line 2, is longer than 10 characters"):
            list(read(path))
    path.write_bytes(b"a\n" * 3 + b"\xff")
    with pytest.raises(BadInput, match="not UTF-8 text"):
        list(text_lines(path))


def test_a_packed_file_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LEAST_UNPACKED", 1_000)
    path = tmp_path / "t.txt.gz"
    path.write_bytes(gzip.compress(b"many lines\n" * 10_000))
    with pytest.raises(BadInput, match=r"t\.txt\.gz unpacks to more than 100 times its size"):
        list(byte_lines(path))
    path.write_bytes(gzip.compress(b"many lines\n" * 10_000)[:-20])
    with pytest.raises(Damaged, match="cut short"):
        monkeypatch.undo()
        list(byte_lines(path))


@pytest.mark.parametrize("content", ["a,b\n1,2\n", "a;b\n1;2\n", "\n\na\tb\n1\t2", "a|b\r1|2"])
def test_the_separator_is_told_by_the_first_line_with_text(tmp_path: Path, content: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(content, encoding="utf-8", newline="")
    assert [row for _, row in table_rows(path) if row] == [["a", "b"], ["1", "2"]]


def test_a_row_under_titles_has_a_cell_for_each_of_them(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("\na,b\n\n1\n2,3,4\n", encoding="utf-8")
    assert titled_rows(path) == (["a", "b"], [(4, {"a": "1", "b": ""}), (5, {"a": "2", "b": "3"})])
    path.write_bytes(b"")
    assert titled_rows(path) == ([], [])


def test_the_limits_of_a_table_name_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.csv"
    monkeypatch.setattr(tables, "LONGEST_LINE", 50)
    monkeypatch.setattr(tables, "MOST_ROWS", 3)
    monkeypatch.setattr(tables, "MOST_COLUMNS", 4)
    for content, says in [
        ("a,b\n1,2\n" * 2, "more than 3 rows"),
        ("a,b\n" + ",".join("12345"), "line 2: 5 columns, more than 4"),
        ('a,b\n1,"' + "x\n" * 30, "line 25: the row is longer than 50 characters"),
    ]:
        path.write_text(content, encoding="utf-8")
        with pytest.raises(BadInput, match=says):
            list(table_rows(path))


@pytest.mark.parametrize("line", [2, 12])
def test_a_cell_that_is_too_long_is_told_with_its_line(tmp_path: Path, line: int) -> None:
    """It was told with the line below it."""
    (tmp_path / "t.csv").write_text("id,name\n" + "a,b\n" * (line - 2) + f"a,{'x' * (LONGEST_CELL + 1)}\nc,d\n")
    with pytest.raises(BadInput, match=rf"t\.csv, line {line}: a cell is longer"):
        list(table_rows(tmp_path / "t.csv"))


@pytest.mark.parametrize("text", ["a,b\rc,d", 'a,"b\rc",d', "a\0b,c"])
def test_a_pasted_text_may_have_the_line_ends_of_any_system(text: str) -> None:
    assert list(pasted_rows(text, ","))


def test_numbers_are_what_a_number_can_be() -> None:
    assert [whole_number(text) for text in ("0", "12", "²", "٣", "1.0", "-1", "", "9" * 20)] == [0, 12] + [None] * 6
    cells = (1, "0.5", "1e3", "nan", "inf", "1e400", None, True, 10**400, "", "٣.٥")
    assert [finite_number(cell) for cell in cells] == [1, 0.5, 1000, *[None] * 7, 3.5]
    assert finite_number("1.01", 0, 1) is None and finite_number(1, 0, 1) == 1


@pytest.mark.parametrize(
    "content", ['{"a": NaN}', "[1e400]", "[-Infinity]", '["\\ud800"]', "[" * 101 + "]" * 101, "{", ""]
)
def test_json_that_could_not_be_written_again_is_refused(content: str) -> None:
    for given in (content, content.encode()):
        with pytest.raises(Damaged, match=r"The recipe is not well-formed JSON; mend it\."):
            read_json(given, "The recipe", "mend it", Damaged)


def test_json_of_a_deep_or_a_large_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="not well-formed"):
        read_json("[" * 100_000 + "]" * 100_000, "The recipe", "mend it")
    assert read_json("[" * 99 + "]" * 99, "The recipe", "mend it")
    assert read_json('{"a": ["\\u00e9\\ud83e\\udde0", 1.5]}', "", "") == {"a": ["é\U0001f9e0", 1.5]}
    monkeypatch.setattr(json_text, "LARGEST_JSON", 10)
    with pytest.raises(BadInput, match="larger than"):
        read_json("[1, 2, 3, 4]", "The recipe", "mend it")


def archive_of(path: Path, method: int = zipfile.ZIP_DEFLATED, **members: bytes) -> None:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def test_an_archive_that_is_not_read_says_why(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    archive_of(path, zipfile.ZIP_BZIP2, a=b"1")
    with pytest.raises(BadInput, match="plain deflate"):
        LimitedArchive(path)
    archive_of(path, a=b"1")
    whole = path.read_bytes()
    at = whole.index(b"PK\x01\x02") + 8
    path.write_bytes(whole[:at] + b"\x01" + whole[at + 1 :])
    with pytest.raises(BadInput, match=r"a\.zip is encrypted \(a\)"):
        LimitedArchive(path)
    path.write_bytes(whole[:-5])
    with pytest.raises(BadInput, match=r"a\.zip is no zip archive"):
        LimitedArchive(path)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a", b"1")
        archive.writestr("a", b"2")
    with pytest.raises(BadInput, match="two files of one name"):
        LimitedArchive(path)
    archive_of(path, a=b"12345")
    with LimitedArchive(path) as archive:
        for name, most, says in [("a", 4, r"a in a\.zip has 5 bytes, more than 4"), ("b", 9, "no zip archive")]:
            with pytest.raises(BadInput, match=says):
                archive.content(name, most)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declares a document type"),
        (b"<a>" * 101, "more than 100 deep"),
        (b"<a><b></a>", "not well-formed XML"),
        (b'<?xml version="1.0" encoding="none-such"?><a/>', "not well-formed XML"),
    ],
)
def test_markup_that_is_not_read_says_why(content: bytes, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        CheckedMarkup(io.BytesIO(content), "m.xml").read()


def test_markup_is_given_as_it_stands_and_counted_between_records() -> None:
    from defusedxml.ElementTree import iterparse

    content = b"<rows>" + b"<row>a</row>" * 1000 + b"</rows>"
    stream = CheckedMarkup(io.BytesIO(content), "m.xml", ["row"])
    assert sum(one.tag == "row" for _, one in iterparse(stream)) == 1000


TENSORS = save({"a": np.arange(6, dtype=np.float32).reshape(2, 3)}, {"about": "x"})


def with_header(**changes: object) -> bytes:
    start = 8 + struct.unpack("<Q", TENSORS[:8])[0]
    header = json.loads(TENSORS[8:start])
    header["a"] |= changes
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + TENSORS[start:]


def test_arrays_are_read_and_mapped(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    path.write_bytes(TENSORS)
    with open_arrays(path) as arrays:
        assert (arrays.metadata, arrays.kinds) == ({"about": "x"}, {"a": ("F32", (2, 3))})
        arrays.expect({"a": ("F16 F32", 2)}, {"b": ("U8", 1)})
        np.testing.assert_array_equal(arrays.read()["a"], arrays.mapped(["a", "b"])["a"])
        for expected in ({"a": ("F32", 1)}, {"a": ("I8", 2)}, {"b": ("F32", 2)}):
            with pytest.raises(Damaged, match=r"array “[ab]” is"):
                arrays.expect(expected)


@pytest.mark.parametrize(
    "content",
    [
        TENSORS[:-1],
        TENSORS + b"\0",
        with_header(shape=[-2, -3]),
        with_header(shape=[2, 2]),
        with_header(data_offsets=[-24, 24]),
        with_header(data_offsets=[0, 2**40]),
        with_header(dtype="F99"),
        struct.pack("<Q", 2**40) + TENSORS[8:],
        b"",
    ],
    ids=["cut", "grown", "negative shape", "other shape", "negative offset", "far offset", "type", "header", "empty"],
)
def test_arrays_that_the_library_refuses_are_damaged(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.safetensors"
    path.write_bytes(content)
    with pytest.raises(Damaged, match="cut short or damaged"), open_arrays(path):
        pass


def test_arrays_with_values_that_are_no_numbers_are_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    path.write_bytes(save({"a": np.array([1, np.inf], np.float32)}))
    with pytest.raises(Damaged, match="no numbers"), open_arrays(path) as arrays:
        arrays.read()


LARGE_JSON = {
    "labels.jsonld": {
        "@context": {"skos": "http://www.w3.org/2004/02/skos/core#"},
        "@graph": [
            {"@id": f"http://example.org/{number}", "@type": "skos:Concept", "skos:prefLabel": f"name {number}"}
            for number in range(60)
        ],
    },
    "graph.json": {
        "graphs": [{"nodes": [{"id": f"X:{number}", "type": "CLASS", "lbl": f"name {number}"} for number in range(60)]}]
    },
    "system.json": {
        "resourceType": "CodeSystem",
        "concept": [{"code": str(number), "display": f"name {number}"} for number in range(60)],
    },
    "texts.json": {
        "documents": [
            {
                "id": str(number),
                "passages": [
                    {"offset": 0, "text": "flu", "annotations": [{"text": "flu", "infons": {"id": str(number)}}]}
                ],
            }
            for number in range(60)
        ]
    },
}


@pytest.mark.parametrize("name", LARGE_JSON)
@pytest.mark.parametrize("packed", [False, True])
def test_json_in_one_long_line_is_read_and_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, packed: bool
) -> None:
    """JSON-LD, BioC and packed OBO Graphs in one line of ten million characters were refused; others said nothing."""
    path = tmp_path / (f"{name}.gz" if packed else name)
    content = json.dumps(LARGE_JSON[name]).encode()
    path.write_bytes(gzip.compress(content) if packed else content)
    monkeypatch.setattr(lines, "LONGEST_LINE", 3_000)
    monkeypatch.setattr(json_text, "LARGE", 1_000)
    monkeypatch.setattr(json_text, "SELDOM", 20)
    said: list[tuple[str, float]] = []
    monkeypatch.setattr(json_text, "say", lambda words, share: said.append((words, share)))
    assert read_file(path).live == 60
    words, shares = zip(*said, strict=True)
    assert words[0].startswith("20 of ") and words[0].endswith(f" objects of {path.name}")
    assert 0 < shares[0] <= shares[-1] <= 1 and list(shares) == sorted(shares)
