"""What is exported is what is loaded again, whatever the cells hold."""

from __future__ import annotations

import csv
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.mapping_sets.mappings import mapping_rows
from engine.formats.mentions.answer_columns import About
from engine.formats.mentions.answer_files import answers_format, answers_module, read_export
from engine.formats.mentions.pubtator import documents
from engine.formats.registry import ANSWERS, writers
from engine.formats.tables.cells import guarded, unguarded
from store.judgements import ACCEPT
from store.records.normalisation import Line, Other

NASTY = [
    "=1+1",
    "+1 (555)",
    "-ve blood culture",
    "@SUM(A1)",
    "\tindented",
    "\rreturned",
    "'=quoted",
    "''-twice",
    "'plain apostrophe",
    'quote " and ; , | \\',
    "two\nlines",
    "naïve Sjögren’s – β",
    "#hash first",
    "#N/A",
    "1e5",
    "007",
    " spaces ",
    "_x000D_ as it is",
    "bell \x07",
    "＝full width",
]
LINES = [
    Line(
        row=number,
        part=1,
        parts=2,
        text=text,
        document="10021369",
        start=number,
        end=number + 3,
        kind="Disease",
        read_as=text.strip(),
        concept="D003920",
        name=text,
        preferred="Diabetes; mellitus",
        score=0.912345,
        probability=0.75,
        origin="D",
        sieve="D-T",
        differs="side",
        topic="Endocrine | metabolic",
        others=(Other("HP:0000819", text, 0.5, "O", "side, with"), Other("C1|C2", "two, joined", -0.25, "D")),
        decision="second",
        decided_concept="HP:0000819",
        decided_name="Diabetes",
        who="Ann | Bob",
        when="2026-11-21T09:00:00.000+00:00",
        comment=text,
        model="best-all-1",
        model_sha256="ab" * 32,
        extra=(text, "", "0012"),
    )
    for number, text in enumerate(NASTY, 1)
]
LINES.append(Line(len(NASTY) + 1, 1, 1, "nothing found", extra=("", "", "")))
LINES.append(Line(len(NASTY) + 2, 1, 1, "sure", concept="I21.9", name="sure", score=1.0, extra=("", "", "")))


def about(source: Path) -> About:
    extra = ("code", "=formula heading", "score")  # the last is also a heading of our own
    return About(source, "icd10cm", "ICD-10-CM", "2026", "", "vectors", "O-T", "2026-11-21", extra)


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".sssom.tsv", ".fhir.json"])
def test_an_export_is_read_back_without_loss(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"answers{ending}"
    assert answers_module(answers_format(path)).write_answers(path, iter(LINES), about(tmp_path / "m.csv")) == len(
        LINES
    )
    export = read_export(path)
    assert export.extra == ("code", "=formula heading", "score")
    assert list(export.lines) == LINES
    assert [file.name for file in tmp_path.iterdir()] == [path.name]  # nothing half written is left


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_no_cell_of_a_spreadsheet_starts_a_formula(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"answers{ending}"
    answers_module(answers_format(path)).write_answers(path, iter(LINES), about(tmp_path / "m.csv"))
    if ending == ".csv":
        with open(path, encoding="utf-8-sig", newline="") as file:
            texts = [cell for row in csv.reader(file) for cell in row]
    else:
        import openpyxl

        sheet = openpyxl.load_workbook(path).active
        assert {cell.data_type for row in sheet.iter_rows() for cell in row}.isdisjoint("f")
        texts = [str(cell.value) for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str)]
    assert [cell for cell in texts if cell[:1] in tuple("=+-@\t\r＝") and cell] == []


@pytest.mark.parametrize("before", ["", "\u200b", "\ufeff", "\u00ad\u2060", " ", "\xa0"])
@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".sssom.tsv"])
def test_a_formula_behind_what_is_not_seen_is_guarded_and_comes_back(tmp_path: Path, ending: str, before: str) -> None:
    path = tmp_path / f"answers{ending}"
    line = Line(1, 1, 1, f"{before}=cmd|' /C calc'!A0", comment=f"{before}@SUM(1)")
    answers_module(answers_format(path)).write_answers(path, [line], about(tmp_path / "m.csv"))
    content = path.read_bytes()
    if ending == ".xlsx":
        with zipfile.ZipFile(path) as archive:
            content = archive.read("xl/worksheets/sheet1.xml")
    for text in (line.text, line.comment):
        assert f"'{text[:6]}".encode() in content and f">{text[:6]}".encode() not in content
    assert [(one.text, one.comment) for one in read_export(path).lines] == [(line.text, line.comment)]


def test_every_text_is_guarded_one_way_and_back() -> None:
    unseen = ("\u200b", "\ufeff", " ", "\xa0", "\u2060\u200d", "\x1f")
    texts = [before + text for text in ["", *NASTY] for before in ("", "'", "''", "x", *unseen, "'\ufeff")]
    assert [unguarded(guarded(text)) for text in texts] == texts
    assert len({guarded(text) for text in texts}) == len(set(texts))


def test_a_failing_run_leaves_no_file(tmp_path: Path) -> None:
    def broken():
        yield LINES[0]
        raise RuntimeError

    for ending in (".csv", ".xlsx", ".sssom.tsv", ".pubtator.txt"):
        path = tmp_path / f"answers{ending}"
        with pytest.raises(RuntimeError):
            answers_module(answers_format(path)).write_answers(path, broken(), about(tmp_path / "m.csv"))
    assert list(tmp_path.iterdir()) == []


def test_sssom_says_what_the_standard_asks_for(tmp_path: Path) -> None:
    path = tmp_path / "answers.sssom.tsv"
    lines = [
        Line(1, 1, 1, "won", concept="HP:0001250", name="Won", preferred="Seizure", score=1.0, probability=0.9),
        replace(LINES[0], decision="none", decided_concept="", decided_name="", text="lost", parts=1),
        Line(3, 1, 1, "near", concept="I21", name="nearly", score=0.8, probability=0.5),
    ]
    answers_module("sssom").write_answers(path, lines, replace(about(tmp_path / "m.csv"), extra=()))
    text = path.read_text(encoding="utf-8").splitlines()
    head = [line[1:] for line in text if line.startswith("#")]
    assert text[: len(head)] == [f"#{line}" for line in head]  # the metadata comes first
    assert '  HP: "http://purl.obolibrary.org/obo/HP_"' in head
    assert '  icd10cm: "urn:nomenclator:icd10cm:"' in head
    assert any(line.startswith("mapping_set_id: urn:uuid:") for line in head)
    assert any(line.startswith("license: ") for line in head)
    rows = list(csv.DictReader(text[len(head) :], delimiter="\t"))
    slots = ("subject_type", "subject_label", "predicate_id", "object_id", "mapping_justification", "confidence")
    assert [tuple(row[slot] for slot in slots) for row in rows] == [
        ("rdfs literal", "won", "skos:exactMatch", "HP:0001250", "semapv:LexicalMatching", "0.9"),
        ("rdfs literal", "lost", "skos:exactMatch", "sssom:NoTermFound", "semapv:ManualMappingCuration", ""),
        ("rdfs literal", "near", "skos:exactMatch", "icd10cm:I21", "semapv:SemanticSimilarityThresholdMatching", "0.5"),
    ]


SOURCE = """1|t|Asthma and  flu
1|a|No fever.
1\t0\t15\tAsthma and  flu\tDisease\tD1|D2
1\t19\t24\tfever\tDisease\t-1

2|t|Nothing
2|a|Here.

3|t|Gout
3|a|
3\t0\t4\tGout\tDisease\tD9
"""


def test_pubtator_keeps_texts_and_places_and_joins_the_parts(tmp_path: Path) -> None:
    source, path = tmp_path / "m.pubtator.txt", tmp_path / "a.pubtator.txt"
    source.write_text(SOURCE, encoding="utf-8")
    lines = [
        Line(1, 1, 2, "Asthma and  flu", "1", 0, 15, "Disease", "Asthma", "L1"),
        Line(1, 2, 2, "Asthma and  flu", "1", 0, 15, "Disease", "flu", "L2", decision="second", decided_concept="F"),
        Line(2, 1, 1, "fever", "1", 19, 24, "Disease"),
        Line(3, 1, 1, "Gout", "3", 0, 4, "Disease", concept="G", decision="none"),
    ]
    assert answers_module("pubtator").write_answers(path, iter(lines), about(source)) == 4
    given, found = list(documents(source)), list(documents(path))
    assert [(d.id, d.text) for d in found] == [(d.id, d.text) for d in given]
    marked = [(m.start, m.end, m.text, m.ids) for d in found for m in d.mentions]
    assert marked == [(0, 15, "Asthma and  flu", ("L1", "F")), (19, 24, "fever", ()), (0, 4, "Gout", ())]


def test_pubtator_leaves_out_guesses_that_nobody_decided(tmp_path: Path) -> None:
    """They stood there like what people had decided."""
    source, path = tmp_path / "m.csv", tmp_path / "a.pubtator.txt"
    source.write_text("mention\na\nb\nc\nd\n", encoding="utf-8")
    guess = Line(2, 1, 1, "a", concept="X", probability=0.13)
    lines = [
        guess,
        replace(guess, row=3, text="b", decision=ACCEPT, decided_concept="X"),
        replace(guess, row=4, text="c", probability=0.5),
        replace(guess, row=5, text="d", probability=None),
    ]
    assert answers_module("pubtator").write_answers(path, lines, about(source)) == 4
    assert [one.ids for document in documents(path) for one in document.mentions] == [(), ("X",), ("X",), ("X",)]


def test_pubtator_of_a_table_makes_each_mention_a_document(tmp_path: Path) -> None:
    source, path = tmp_path / "m.csv", tmp_path / "a.pubtator.txt"
    source.write_text("mention\nleft\tarm\n", encoding="utf-8")
    answers_module("pubtator").write_answers(
        path, [Line(2, 1, 1, "left\tarm", kind="Site", concept="X")], about(source)
    )
    (document,) = documents(path)
    assert (document.id, document.title, document.mentions[0].text) == ("2", "left arm", "left arm")
    assert (document.mentions[0].start, document.mentions[0].end, document.mentions[0].ids) == (0, 8, ("X",))


def test_every_format_has_an_ending_and_writes(tmp_path: Path) -> None:
    assert all(one.written for one in writers(ANSWERS).values())
    assert all(callable(answers_module(format).write_answers) for format in writers(ANSWERS))
    with pytest.raises(BadInput, match=r"answers\.doc: the ending names no format"):
        answers_format(Path("answers.doc"))


def test_what_is_no_export_says_so(tmp_path: Path) -> None:
    table = tmp_path / "other.csv"
    table.write_text("mention,concept\nflu,L2\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"other\.csv is no export of answers: it has no column “row”"):
        read_export(table)
    path = tmp_path / "answers.csv"
    answers_module("csv").write_answers(path, LINES[:1], about(table))
    path.write_text(path.read_text(encoding="utf-8-sig").replace("0.912345", "high"), encoding="utf-8")
    with pytest.raises(BadInput, match="“high” cannot stand under “score”"):
        list(read_export(path).lines)


@pytest.mark.parametrize(("ending", "exact", "related"), [
    (".sssom.tsv", "skos:exactMatch", "skos:relatedMatch"), (".fhir.json", "equivalent", "relatedto"),
])  # fmt: skip
def test_a_guess_that_nobody_decided_is_no_match(tmp_path: Path, ending: str, exact: str, related: str) -> None:
    answer = Line(1, 1, 1, "lisinopril 10 mg", concept="T46.4X6", name="Underdosing", score=0.3, probability=0.13)
    lines = {
        "a guess": (answer, related),
        "likely": (replace(answer, row=2, probability=0.97), exact),
        "another side": (replace(answer, row=3, probability=0.97, differs="side"), related),
        "decided": (
            replace(answer, row=4, decision=ACCEPT, decided_concept="Z79.899", decided_name="Long term"),
            exact,
        ),
        "a part": (replace(answer, row=5, part=2, parts=2, text="HTN, gout", read_as="gout", probability=0.9), exact),
    }
    path = tmp_path / f"answers{ending}"
    answers_module(answers_format(path)).write_answers(
        path, [line for line, _ in lines.values()], about(tmp_path / "m")
    )
    heading, *rows = mapping_rows(path)
    told = [row[heading.index("predicate_id")] for row in rows]
    assert told == ["skos:exactMatch" if said == exact else "skos:relatedMatch" for _, said in lines.values()]
    assert path.read_text(encoding="utf-8").count(related) >= 2
    assert [row[heading.index("subject_label")] for row in rows][-1] == "gout"
    assert [one.text for one in read_export(path).lines][-1] == "HTN, gout"
