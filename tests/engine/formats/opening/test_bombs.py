"""Small files that hold far too much: each is refused with a sentence before it fills the memory."""

from __future__ import annotations

import gzip
import json
import lzma
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
MEGABYTE = 2**20
READ = """
import sys
from pathlib import Path
from engine.errors import NomenclatorError
from engine.reliability.torture.reader_attack import peak_mb
{imports}
try:
    {call}
    print("read")
except NomenclatorError as error:
    print(error)
print(peak_mb())
"""


def packed(path: Path, member: str, size: int, begins: bytes = b"", ends: bytes = b"", fill: bytes = b"a") -> None:
    """A zip whose one member is `begins`, `size` bytes of `fill`, `ends`."""
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open(member, "w") as file,
    ):
        file.write(begins)
        block = fill * (MEGABYTE // len(fill))
        for _ in range(size // len(block)):
            file.write(block)
        file.write(ends)


def workbook_bomb(path: Path, begins: bytes, size: int, ends: bytes, fill: bytes) -> None:
    """A workbook as this program writes it, its sheet another one."""
    from engine.formats.tables.xlsx import write_rows

    write_rows(path, ["mention"], [["gout"]])
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if "sheet1" not in name}
    sheet = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>' + begins
    packed(path, "xl/worksheets/sheet1.xml", size, sheet, ends + b"</sheetData></worksheet>", fill)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def one_cell(path: Path) -> None:
    workbook_bomb(path, b'<row><c t="inlineStr"><is><t>', 200 * MEGABYTE, b"</t></is></c></row>", b"a")


def one_attribute(path: Path) -> None:
    workbook_bomb(path, b'<row><c t="', 200 * MEGABYTE, b'"/></row>', b"a")


def hidden_cell(path: Path) -> None:
    """A text that looks like many rows to whoever only looks for their marks."""
    workbook_bomb(path, b'<row><c t="inlineStr"><is><t>', 120 * MEGABYTE, b"</t></is></c></row>", b"<![CDATA[</row>]]>")


def many_rows(path: Path) -> None:
    """Rows of which the first says that it is the 900,000th; those before it are as empty as the others."""
    workbook_bomb(path, b'<row r="900000"/>', MEGABYTE, b"", b"<row/>")


def many_bytes(path: Path) -> None:
    workbook_bomb(path, b"<row><c><v>", 400 * MEGABYTE, b"</v></c></row>", b"1")


def empty_cells(path: Path) -> None:
    workbook_bomb(path, b"<row>", 20 * MEGABYTE, b"</row>", b"<c/>")


def long_line(path: Path) -> None:
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(100):
            file.write(b"1 " * (MEGABYTE // 2))


def packed_line(path: Path) -> None:
    with lzma.open(path, "wb", preset=0) as file:
        for _ in range(400):
            file.write(b"1\t" * (MEGABYTE // 2))


def model_of_zeros(path: Path) -> None:
    packed(path, "x.safetensors", 400 * MEGABYTE, fill=b"\0")


def manifest(path: Path) -> None:
    packed(path, "manifest.json", 200 * MEGABYTE, b'{"format": "', b'"}')


def deep(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", "[" * 100_000 + "]" * 100_000)


def recipe(path: Path) -> None:
    path.write_text('{"format": "nomenclator-vectors-fused-1", "parts": ' + "[" * 100_000 + "]" * 100_000 + "}")


def long_name(path: Path) -> None:
    path.write_text("id,name\nD1,heart\nD2," + "a" * 9_000_000 + "\n")


def open_quote(path: Path) -> None:
    path.write_text('id,name\nD1,"heart\n' + "D2,fever\n" * 2_000_000)


TERMINOLOGY = ("from engine.formats.reading import read_file", 'read_file(path, "csv")')
MENTIONS = ("from engine.formats.mentions.mentions import MentionFile", "list(MentionFile(path).rows())")
MONDO = ("from engine.formats.releases import mondo", "mondo.read(path)")
VECTORS = ("from engine.vectors import load_vectors", "load_vectors(path)")
MODEL = ("from engine.workbench import Workbench", 'Workbench(path.parent / "w").models.load(path)')
BOMBS = [
    (one_cell, "m.xlsx", MENTIONS, "more than 50 MB in one row"),
    (one_attribute, "m.xlsx", MENTIONS, "more than 50 MB in one row"),
    (hidden_cell, "m.xlsx", MENTIONS, "more than 50 MB in one row"),
    (empty_cells, "m.xlsx", MENTIONS, "more than 50 MB in one row"),
    (many_bytes, "m.xlsx", MENTIONS, "more than 100 times its size"),
    (long_line, "v.txt.gz", VECTORS, "longer than 10,000,000 characters"),
    (packed_line, "m.tsv.xz", MONDO, "longer than 10,000,000 characters"),
    (model_of_zeros, "m.zip", MODEL, "more than 100 times its size"),
    (manifest, "m.zip", MODEL, "manifest.json in m.zip has"),
    (deep, "m.zip", MODEL, "not well-formed JSON"),
    (recipe, "v.json", VECTORS, "not well-formed JSON"),
    (long_name, "t.csv", TERMINOLOGY, "a cell is longer than 1,000,000 characters"),
    (open_quote, "t.csv", TERMINOLOGY, "a cell is longer than 1,000,000 characters"),
]


def outcome(path: Path, how: tuple[str, str]) -> tuple[str, int]:
    """What a process of its own says that reads the file, and how many MB it had at most."""
    code = READ.format(imports=how[0], call=f"path = Path(sys.argv[1]); {how[1]}")
    made = subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, capture_output=True, text=True, check=True)
    sentence, most = made.stdout.splitlines()[-2:]
    return sentence, int(most)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="this system does not tell how much memory a process had")
@pytest.mark.parametrize(("make", "name", "how", "says"), BOMBS, ids=[bomb[0].__name__ for bomb in BOMBS])
def test_a_bomb_is_refused_within_a_gigabyte(
    tmp_path: Path, make: Callable[[Path], None], name: str, how: tuple[str, str], says: str
) -> None:
    path = tmp_path / name
    make(path)
    sentence, most = outcome(path, how)
    assert says in sentence and path.name in sentence and sentence.endswith(".")
    assert most < 1_000


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="this system does not tell how much memory a process had")
def test_a_workbook_of_more_rows_than_a_sheet_has(tmp_path: Path) -> None:
    many_rows(path := tmp_path / "m.xlsx")
    sentence, most = outcome(path, MENTIONS)
    assert "more than 1,048,576 rows" in sentence
    assert most < 1_000


def test_a_name_that_is_too_long_is_left_out_and_said(tmp_path: Path) -> None:
    from engine.formats.reading import read_file

    path = tmp_path / "t.csv"
    long = "a" * 2_001
    path.write_text(f"id,name,synonyms,parents\nD1,heart,{long}|cor,\nD2,{long},,D1\nD3,fever,,D2\n{'i' * 300},x,,\n")
    parsed = read_file(path, "csv")
    assert [(one.id, [name.text for name in one.names], one.parents) for one in parsed.concepts] == [
        ("D1", ["heart", "cor"], ()),
        ("D3", ["fever"], ()),
    ]
    said = " ".join(problem.sentence for problem in parsed.problems)
    assert "D1 has names of more than 2,000" in said and "D2: every name" in said and "id has more than 200" in said


def test_a_title_that_is_too_long_gives_way_to_the_next_name(tmp_path: Path) -> None:
    from engine.formats.reading import read_file

    path = tmp_path / "t.csv"
    path.write_text(f"id,name,synonyms\nD1,{'a' * 2_001},cor|heart\n")
    (concept,) = read_file(path, "csv").concepts
    assert (concept.preferred, [(name.text, name.kind) for name in concept.names]) == (
        "cor",
        [("cor", "preferred"), ("heart", "synonym")],
    )


def test_the_limits_of_a_manifest_are_of_what_it_unpacks_to(tmp_path: Path) -> None:
    from engine.formats.opening.archive import LimitedArchive

    path = tmp_path / "whole.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.json", json.dumps(list(range(1000))))
    with LimitedArchive(path) as archive:
        assert json.loads(archive.content("a.json", 10_000)) == list(range(1000))
