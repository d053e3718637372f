"""Every way in which a broken file once ended in an error that is not ours, or was taken for whole."""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save

from engine.errors import BadInput, Damaged
from engine.formats.opening import workbook
from engine.formats.opening.limits import MOST_SHEET_ROWS
from engine.formats.reading import read_file
from engine.formats.tables.own_export import COLUMNS
from engine.reliability.torture import reader_samples as samples
from engine.reliability.torture.reader_list import READERS
from engine.reliability.torture.reader_samples import VECTORS
from engine.reliability.torture.reader_workspace import model_archive, small_workbench, state_of_dan

LONG = "9" * 5_000  # more digits than Python turns into a number
DEEP = "[" * 100_000


def refusal(name: str, folder: Path, file: str, content: bytes, **beside: bytes) -> str:
    """The sentence that a reader refuses a file with; "" when it reads it."""
    reader = READERS[name](folder)
    for other, inside in {**beside, file: content}.items():
        (folder / other).write_bytes(inside)
    try:
        reader.read(folder / file)
    except (BadInput, Damaged) as error:
        return str(error)
    return ""


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


def fasttext_with(at: int, form: str, number: int) -> bytes:
    content = bytearray(samples.fasttext(1))
    struct.pack_into(form, content, at, number)
    return bytes(content)


SHAPE = samples.fasttext(1).index(struct.pack("<?qq", False, 11, 4))


@pytest.mark.parametrize(
    ("at", "form", "number"),
    [
        (64, "<i", 2**31 - 1),  # words and labels, of which each would be given eight bytes
        (68, "<i", 2**31 - 1),
        (SHAPE + 1, "<q", 2**62),
        (SHAPE + 1, "<q", -1),
        (SHAPE + 9, "<q", 2**62),
        (SHAPE + 9, "<q", -4),
        (8, "<i", 2**31 - 1),
        (40, "<i", 2**31 - 1),  # buckets
    ],
)
def test_sizes_of_fasttext_that_cannot_be_are_damage(tmp_path: Path, at: int, form: str, number: int) -> None:
    said = refusal("vectors fasttext", tmp_path, "f.bin", fasttext_with(at, form, number))
    assert "cut short or damaged" in said or "contradicts itself" in said


def test_word_n_grams_without_end_do_not_stop_sent2vec(tmp_path: Path) -> None:
    content = bytearray(samples.fasttext(4))
    struct.pack_into("<i", content, 8 + 5 * 4, 2**31 - 1)
    assert refusal("vectors sent2vec", tmp_path, "s.bin", bytes(content)) == ""


def tensors_with(content: bytes, change: Callable[[dict[str, Any], dict[str, Any]], None]) -> bytes:
    """A safetensors file whose header, and what it says of itself, were changed; its hash fits."""
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    about = json.loads(header["__metadata__"]["nomenclator"])
    change(header, about)
    header["__metadata__"]["nomenclator"] = json.dumps(about)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + content[start:]


def negative(name: str) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(header: dict[str, Any], about: dict[str, Any]) -> None:
        header[name]["shape"] = [-1 * size for size in header[name]["shape"]]

    return change


def offsets(name: str) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(header: dict[str, Any], about: dict[str, Any]) -> None:
        first, last = header[name]["data_offsets"]
        header[name]["data_offsets"] = [first - 4, last - 4]

    return change


def without(name: str) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(header: dict[str, Any], about: dict[str, Any]) -> None:
        header["other"] = header.pop(name)

    return change


def saying(**facts: Any) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    return lambda header, about: about.update(facts)


FILES: dict[str, Callable[[Path], samples.Sample]] = {
    "vectors compact": lambda folder: samples.compact(folder)[0],
    "vectors lexical": samples.lexical,
    "vectors names": samples.names_vectors,
    "vectors fused": lambda folder: samples.fused(folder)[1],
}
CHANGES = [
    ("vectors compact", negative("word_rows")),
    ("vectors compact", offsets("word_rows")),
    ("vectors compact", without("word_scale")),
    ("vectors compact", without("bucket_rows")),
    ("vectors compact", saying(subwords=None)),
    ("vectors compact", saying(subwords={"shortest": 1, "longest": 2, "buckets": 10**6})),
    ("vectors compact", saying(tokeniser=None)),
    ("vectors lexical", negative("directions")),
    ("vectors lexical", without("idf")),
    ("vectors lexical", saying(shortest=-1)),
    ("vectors lexical", saying(longest=10**6)),
    ("vectors lexical", saying(shortest="2")),
    ("vectors names", negative("name_rows")),
    ("vectors names", without("words")),
    ("vectors names", saying(model=None)),
    ("vectors fused", negative("directions")),
    ("vectors fused", without("mean")),
    ("vectors fused", saying(parts_sha256=None)),
    ("vectors fused", saying(weights=[10**400, 1])),
    ("vectors lexical", negative("idf")),
]


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_arrays_that_do_not_belong_together_are_damage(
    tmp_path: Path, name: str, change: Callable[[dict[str, Any], dict[str, Any]], None]
) -> None:
    (tmp_path / "made").mkdir()
    whole = FILES[name](tmp_path / "made")
    said = refusal(name, tmp_path, "v.safetensors", tensors_with(whole.content, change), **whole.beside)
    assert said.startswith(("The ", f"{tmp_path}")) and said.endswith(".")


@pytest.mark.parametrize(("array", "number"), [("mean", 3e38), ("directions", 1e20)])
def test_fused_vectors_that_overflow_are_damage(tmp_path: Path, array: str, number: float) -> None:
    from safetensors.numpy import load

    from engine.vectors.recipe_file import written

    whole = samples.fused(tmp_path)[1]
    about = json.loads(
        json.loads(whole.content[8 : 8 + int.from_bytes(whole.content[:8], "little")])["__metadata__"]["nomenclator"]
    )
    arrays = load(whole.content)
    arrays[array] = np.full_like(arrays[array], number)
    written(
        tmp_path / "f", "fused", {name: about[name] for name in about if name not in ("format", "data_sha256")}, arrays
    )
    with pytest.raises(Damaged, match="removes more from its rows"):
        READERS["vectors fused"](tmp_path).read(tmp_path / "f")


@pytest.mark.parametrize("weight", [-1.0, 3e38])
def test_lexical_vectors_that_overflow_are_damage(tmp_path: Path, weight: float) -> None:
    from safetensors.numpy import load

    from engine.vectors.recipe_file import written

    arrays = load(samples.lexical(tmp_path).content)
    arrays["idf"] = np.full_like(arrays["idf"], weight)
    written(tmp_path / "l", "lexical", {"shortest": 2, "longest": 4}, arrays)
    with pytest.raises(Damaged, match="weighs n-grams as no names do"):
        READERS["vectors lexical"](tmp_path).read(tmp_path / "l")


@pytest.mark.parametrize("model", ["a" * 5_000, "~nobody-here/x", "a\0b", "[" * 300])
def test_a_model_that_no_folder_can_be_called_is_not_found(tmp_path: Path, model: str) -> None:
    from engine.errors import NotFound

    path = tmp_path / "m.json"
    path.write_text(json.dumps({"format": "nomenclator-vectors-sentence-transformers-1", "model": model}))
    with pytest.raises(NotFound, match="neither a folder nor an installed package"):
        READERS["vectors transformer"](tmp_path).read(path)


def test_names_that_point_to_rows_that_are_not_there_are_damage(tmp_path: Path) -> None:
    from engine.vectors.recipe_file import written

    whole = samples.names_vectors(tmp_path)
    from safetensors.numpy import load

    arrays = load(whole.content)
    for at in (-2, 1):
        written(tmp_path / "n", "names", {"model": "sgs"}, arrays | {"name_number": np.array([at], np.int32)})
        with pytest.raises(Damaged, match="contradicts itself"):
            READERS["vectors names"](tmp_path).read(tmp_path / "n")


@pytest.mark.parametrize("header", [b"[]", b'"x"', b'{"keys": []}', DEEP.encode()])
def test_a_row_cache_of_another_shape_is_made_again(tmp_path: Path, header: bytes) -> None:
    content = struct.pack("<Q", len(header)) + header
    assert refusal("row cache", tmp_path, "rows.safetensors", content) == ""
    assert not (tmp_path / "rows.safetensors").exists()


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


def archive_with(whole: bytes, manifest: Callable[[dict[str, Any]], object], **weights: bytes) -> bytes:
    """An exported model version with another manifest, and other members."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as source, zipfile.ZipFile(made, "w") as archive:
        for name in source.namelist():
            content = weights.get(name.split(".")[0], source.read(name))
            if name == "manifest.json":
                found = json.loads(content)
                changed = manifest(found)
                content = changed if isinstance(changed, bytes) else json.dumps(found).encode()
            archive.writestr(name, content)
    return made.getvalue()


def first(**facts: Any) -> Callable[[dict[str, Any]], object]:
    return lambda manifest: manifest["versions"][0].update(facts)


def hashed(content: bytes) -> dict[str, Any]:
    from hashlib import sha256

    return {"sha256": sha256(content).hexdigest(), "size": len(content)}


def weights(**changes: Any) -> bytes:
    return save(state_of_dan(**changes))


CUT, SMALL = weights()[:-8], weights(**{"0.weight": np.ones((1, 1), np.float32)})
LACKING, ENDLESS = weights(dim=None), weights(**{"0.bias": np.full(2, np.inf, np.float32)})
ARCHIVES = [
    (lambda manifest: b"\xff\xfe{", {}, "not well-formed JSON"),
    (lambda manifest: DEEP.encode(), {}, "not well-formed JSON"),
    (lambda manifest: b"[]", {}, "not an exported model version"),
    (lambda manifest: manifest.pop("vectors"), {}, "not an exported model version"),
    (lambda manifest: manifest.pop("format"), {}, "not an exported model version"),
    (lambda manifest: manifest["versions"][0].pop("recipe"), {}, "lacks “recipe”"),
    (lambda manifest: manifest["versions"][0].pop("artefact"), {}, "lacks “artefact”"),
    (lambda manifest: manifest.update(vectors="vectors:/x"), {}, "names no vectors"),
    (first(colour="red"), {}, "unknown “colour”"),
    (first(recipe=[]), {}, "“recipe” of a version"),
    (first(id=5), {}, "“id” of a version"),
    (first(id="../x"), {}, "no version id"),
    (first(artefact="models/none.safetensors"), {}, "are damaged"),
    (first(recipe={}), {}, "names no input"),
    (lambda manifest: manifest["versions"].reverse(), {}, "trained on a version that is not in the file"),
    (lambda manifest: None, {"few-shot-organs-1": CUT}, "are damaged"),
    (first(**hashed(CUT)), {"few-shot-organs-1": CUT}, "do not make its encoder"),
    (first(**hashed(SMALL)), {"few-shot-organs-1": SMALL}, "do not make its encoder"),
    (first(**hashed(LACKING)), {"few-shot-organs-1": LACKING}, "do not make its encoder"),
    (first(**hashed(ENDLESS)), {"few-shot-organs-1": ENDLESS}, "do not make its encoder"),
]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("archive")
    return model_archive(small_workbench(folder, vectors=True), folder).content


@pytest.mark.parametrize(("manifest", "members", "says"), ARCHIVES)
def test_an_archive_that_is_not_whole_leaves_nothing_behind(
    tmp_path: Path, archive: bytes, manifest: Callable[[dict[str, Any]], object], members: dict[str, bytes], says: str
) -> None:
    bench = small_workbench(tmp_path, vectors=True)
    path = tmp_path / "m.zip"
    path.write_bytes(archive_with(archive, manifest, **members))
    with pytest.raises(BadInput, match=says):
        bench.models.load(path)
    assert bench.models.all() == [] and list((bench.workspace.folder / "models").iterdir()) == []
    path.write_bytes(archive)
    assert [bench.models.load(path).id, len(bench.models.all())] == ["few-shot-organs-2", 2]


WORDS = "words.safetensors"
NO_WORDS = [
    (lambda content: VECTORS.encode(), "are no enriched vectors"),
    (lambda content: b'{"format": "nomenclator-vectors-sentence-transformers-1", "model": "/"}', "are no enriched"),
    (lambda content: content[:-4], "cut short or damaged"),
    (lambda content: content.replace(b'"base', b'"bass'), "does not say what it enriches"),
    (lambda content: content.replace(b'"into"', b'"outo"'), "array “into” is missing"),
]


@pytest.mark.parametrize(("change", "says"), NO_WORDS)
def test_an_archive_whose_words_are_not_whole_leaves_none_behind(
    tmp_path: Path, change: Callable[[bytes], bytes], says: str
) -> None:
    (tmp_path / "made").mkdir()
    whole = READERS["model archive"](tmp_path / "made").samples[1].content
    bench = small_workbench(tmp_path, vectors=True)
    path = tmp_path / "m.zip"
    with zipfile.ZipFile(io.BytesIO(whole)) as source, zipfile.ZipFile(path, "w") as archive:
        for name in source.namelist():
            archive.writestr(name, change(source.read(name)) if name == WORDS else source.read(name))
    with pytest.raises((BadInput, Damaged), match=says):
        bench.models.load(path)
    path.write_bytes(archive_with(whole, lambda manifest: None, **{"few-shot-organs-3": CUT}))
    with pytest.raises(BadInput, match="are damaged"):
        bench.models.load(path)
    assert [file.name for file in (bench.workspace.folder / "vectors").iterdir()] == ["tiny.txt"]
    path.write_bytes(whole)
    assert bench.models.load(path).id == "few-shot-organs-4"


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


def test_a_version_whose_weights_were_cut_before_they_were_recorded_is_damaged(tmp_path: Path) -> None:
    from engine.models.open import open_encoder
    from store import models

    bench = small_workbench(tmp_path, vectors=True)
    model_archive(bench, tmp_path)
    version = bench.models.all()[0]
    for content in (CUT, LACKING, SMALL, b""):
        (bench.workspace.folder / version.artefact).write_bytes(content)
        with bench.workspace.writing() as db:
            models.remove(db, version.id)
            models.add(db, replace(version, sha256=hashed(content)["sha256"]))
        with pytest.raises(Damaged):
            open_encoder(bench.workspace, version.id)
