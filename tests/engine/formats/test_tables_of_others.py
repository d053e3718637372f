"""Tables as others keep them: their own headings, several languages, XLSX, JSON Lines; each problem by its row."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.formats.registry import FORMATS
from engine.formats.tables.xlsx import write_rows
from engine.workbench import SourceFile, Workbench
from store.records.terminology import Concept, Name

ROWS = [
    ["Kode", "Diagnosis", "Overordnet"],
    ["DI21", "Akut myokardieinfarkt", ""],
    ["DI219", "AMI uden specifikation", "DI21"],
    ["", "ingen kode", ""],
    ["DI219", "Hjerteinfarkt", ""],
    ["DI22", "Reinfarkt", "DI99"],
]


def csv(folder: Path, rows: list[list[str]], name: str = "sks.csv") -> Path:
    path = folder / name
    path.write_bytes(("\r\n".join(";".join(row) for row in rows) + "\r\n").encode("utf-8-sig"))
    return path


def test_headings_in_another_language_in_csv_and_xlsx(tmp_path: Path) -> None:
    book = tmp_path / "sks.xlsx"
    write_rows(book, ROWS[0], ROWS[1:])
    (tmp_path / "sks.dat").write_bytes(book.read_bytes())
    for path in (csv(tmp_path, ROWS), book, tmp_path / "sks.dat"):
        parsed = read_file(path)
        assert parsed.columns == {"id": "Kode", "name": "Diagnosis", "parents": "Overordnet"}
        assert {concept.id: [name.text for name in concept.names] for concept in parsed.concepts} == {
            "DI21": ["Akut myokardieinfarkt"],
            "DI219": ["AMI uden specifikation", "Hjerteinfarkt"],
            "DI22": ["Reinfarkt"],
        }
        assert parsed.edges == 1
        assert [problem.row for problem in parsed.problems] == [4, 5, 6]
    assert format_of(tmp_path / "sks.dat") == "xlsx"


def test_a_column_a_language(tmp_path: Path) -> None:
    rows = [
        ["code", "name_en", "Name (da)", "synonyms@da", "Synonym 2"],
        ["1", "Heart", "Hjerte", "Cor|Pumpe", "ticker"],
    ]
    (concept,) = read_file(csv(tmp_path, rows)).concepts
    assert [(name.text, name.language) for name in concept.names] == [
        ("Heart", "en"),
        ("ticker", "en"),
        ("Hjerte", "da"),
        ("Cor", "da"),
        ("Pumpe", "da"),
    ]


def test_columns_are_told_by_what_stands_in_them(tmp_path: Path) -> None:
    rows = [["A", "B", "C"], ["yes", "D64.9", "Anaemia, unspecified"], ["yes", "I21", "Infarction of the heart"]]
    parsed = read_file(csv(tmp_path, rows))
    assert parsed.columns == {"id": "B", "name": "C"} and parsed.live == 2
    with pytest.raises(BadInput, match="no column for the id"):
        read_file(csv(tmp_path, [["A", "B"], ["one", "two"]]))


@pytest.mark.parametrize("number", ["lfd. Nr", "Nummer"])
def test_ids_are_what_the_parents_are(tmp_path: Path, number: str) -> None:
    """A running number in front was taken for the ids, and every parent was one “which no row defines”."""
    rows = [[number, "KH-Schlüssel", "Bezeichnung", "übergeordnet"], ["1", "KH-HEART", "Herz", ""]]
    rows += [[f"{row}", f"KH-{row}", f"Krankheit {row}", "KH-HEART|KH-2" if row > 2 else ""] for row in range(2, 9)]
    parsed = read_file(csv(tmp_path, rows))
    assert parsed.columns == {"id": "KH-Schlüssel", "name": "Bezeichnung", "parents": "übergeordnet"}
    assert parsed.edges == 12 and parsed.problems == []
    named = read_file(csv(tmp_path, rows), columns={"id": number, "name": "Bezeichnung"})
    assert named.columns["id"] == number


def test_parents_by_name_do_not_make_names_ids(tmp_path: Path) -> None:
    rows = [["Nr", "Term", "Oberbegriff"], ["1", "Herz1", ""], ["2", "Klappe2", "Herz1"]]
    assert read_file(csv(tmp_path, rows)).columns == {"id": "Nr", "name": "Term", "parents": "Oberbegriff"}


def test_cells_beyond_the_heading_are_named(tmp_path: Path) -> None:
    (problem,) = read_file(csv(tmp_path, [["id", "name"], ["1", "Heart", "cor"]])).problems
    assert (problem.row, "3 cells where the heading has 2" in problem.sentence) == (2, True)


def test_the_window_may_name_the_columns_of_a_workbook(workbench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "own.xlsx"
    write_rows(path, ["key", "what", "also"], [["1", "Heart", "Cor"]])
    file = SourceFile(path, columns={"id": "key", "name": "what", "synonyms": "also"})
    preview = workbench.terminologies.preview(file)
    assert (preview.format, preview.headings, preview.names) == ("xlsx", ["key", "what", "also"], 2)


def test_json_lines_as_this_program_writes_them(tmp_path: Path) -> None:
    names = (Name("Heart", "preferred"), Name("Hjerte", "preferred", language="da"), Name("Heart", scope="broad"))
    concepts = [
        Concept("1", "Heart", names, ("2",), "Pumps.", {"See": ["lung"]}),
        Concept("2", "Organ", (Name("Organ", "preferred"),)),
        Concept("3", "Gone", obsolete=True, replaced_by="1"),
    ]
    lines = []
    for one in concepts:
        line = {"id": one.id, "name": one.preferred, "names": [asdict(name) for name in one.names]}
        line |= {"parents": list(one.parents), "definition": one.definition, "notes": one.notes}
        lines.append(json.dumps(line | {"obsolete": one.obsolete, "replaced_by": one.replaced_by}))
    path = tmp_path / "organs.txt"
    path.write_text("\n".join(lines) + "\nnot JSON\n", encoding="utf-8")
    assert format_of(path) == "jsonl"
    parsed = read_file(path)
    assert parsed.concepts == [replace(one, names=() if one.obsolete else one.names) for one in concepts]
    assert [problem.row for problem in parsed.problems] == [4]


@pytest.mark.parametrize("format", ["csv", "xlsx", "jsonl"])
def test_tables_have_headings(tmp_path: Path, format: str) -> None:
    path = tmp_path / f"organs{FORMATS[format].endings[0]}"
    if format == "xlsx":
        write_rows(path, ["id", "name"], [["1", "Heart"]])
    else:
        path.write_text("id,name\n1,Heart\n" if format == "csv" else '{"id": 1, "name": "Heart"}\n', encoding="utf-8")
    assert FORMATS[format].load().headings_of(path) == ["id", "name"]
    assert read_file(path).columns == {"id": "id", "name": "name"}


def test_a_heading_as_long_as_a_file_takes_no_longer(tmp_path: Path) -> None:
    """It took minutes: each blank in it was where a language could have begun."""
    path = csv(tmp_path, [["id", "name", " a-b" * 20_000], ["1", "Heart", ""]])
    assert read_file(path).live == 1


TABLES = {  # what others' tables look like -> (concepts, names, links)
    "Kode;Diagnose;Overordnet kode\nA00;Kolera;\nA00.0;Klassisk kolera;A00\n": (2, 2, 1),
    "Code,Libellé,Synonyme 1,Synonyme 2,Code parent\nI21,Infarctus,IDM,Crise,I2\nI2,Cardiopathie,,,\n": (2, 4, 1),
    "kod\tnazwa\tsynonim\nI21\tZawał\tAtak serca\n": (1, 2, 0),
    "Sygdom;SKS-kode;Latin\nAngina;DI20;Angina pectoris\n": (1, 2, 0),
    "hgnc_id\tsymbol\tname\talias_symbol\tprev_symbol\nHGNC:5\tA1BG\talpha-1-B\tABG|X1\t\n": (1, 4, 0),
    "Approved symbol,HGNC ID,Approved name\nA1BG,HGNC:5,alpha-1-B\n": (1, 2, 0),
    "ATC code,ATC level name\nA,Alimentary\nA01,Stomatological\nA01A,Caries\n": (3, 3, 2),
    "Export of 2024\n\nID,Name,Parent\n1,Heart,\n2,Valve,1\n": (2, 2, 1),
    "# Fields:\n# DiseaseName,DiseaseID,ParentIDs,Synonyms\n#\nGout,MESH:D1,MESH:D2,a|b\nRoot,MESH:D2,,\n": (2, 4, 1),
    "I21,Heart attack\nI22,Angina\n": (2, 2, 0),  # no headings
    "id;name;name_da;alt_1;alt_2;broader\n1;heart;hjerte;cor;;\n2;valve;klap;;lid;1\n": (2, 6, 1),
    "Diagnosen, Stand 2024\nSchlüsselnummer;Titel;Oberklasse\nI2;Herz, krank;\nI21;Infarkt;I2\n": (2, 2, 1),
    "Register over sygdomme\nUdtrukket;2024\nRef.nr;Hvad;Gruppe\nA1;hjerte;x\nA2;lunge;x\n": (2, 2, 0),
    "Code;English;Deutsch;Français\n1;heart;Herz;cœur\n2;lung;Lunge;poumon\n": (2, 6, 0),
    "Kode;Dansk navn;Engelsk navn\n1;hjerte;heart\n": (1, 2, 0),
    "Diagnose;;Hierarki\nKode;Tekst;Overkode\n1;hjerte;\n2;klap;1\n": (2, 2, 1),
    'ID;Preferred Label (EN);Alternative labels;Broader concept ID\n1;heart;"cor\nticker";\n2;valve;;1\n': (2, 4, 1),
    "Diagnosecode;Voorkeursterm;Omschrijving;Synoniemen\n1;hartinfarct;Als een deel van het hart sterft;MI\n": (
        1,
        2,
        0,
    ),
    "Codice ICD;Patologia;Codice padre\nI2;Cardiopatia;\nI21;Infarto;I2\n": (2, 2, 1),
    "CID-10;Descrição;Código pai;Nome curto\nI2;Cardiopatia;;\nI21;Infarto;I2;IAM\n": (2, 3, 1),
    "Código;Diagnóstico;Código superior\nI2;Cardiopatía;\nI21;Infarto;I2\n": (2, 2, 1),
    "Code CIM-10;Libellé long;Libellé court\nI21;Infarctus du myocarde;IDM\n": (1, 2, 0),
    "Diagnoskod;Diagnostext;Överordnad kod\nI2;Ischemi;\nI21;Hjärtinfarkt;I2\n": (2, 2, 1),
    "Code;Name;Synonym\n1;heart;cor\n1;heart;ticker\n": (1, 3, 0),  # a line a synonym
    "sep=;\nX;Y\nA00;Cholera\nA01;Typhus\n": (2, 2, 0),
    "item,itemLabel,itemAltLabel\nhttp://x.org/Q1,heart,cor|ticker\nhttp://x.org/Q2,lung,\n": (2, 4, 0),
    "CodeId;ShortName;LongName;ParentId\nA00;Kolera;Kolera pitkä;\nA00.0;Kolera V;Kolera Vibrio;A00\n": (2, 4, 1),
    "Kode\tTekst uten lengdebegrensning\tForeldrekode\nA00\tKolera\t\nA00.0\tAnnen\tA00\n": (2, 2, 1),
    "Name,Parent,Code\nheart,,1\nvalve,heart,2\n": (2, 2, 1),  # a parent by its name
    "Local code,Term,Broader\nH,Heart disease,\nANG,Angina,Heart disease\n": (2, 2, 1),
    "ICD10Kode,Beskrivelse\nI21,Heart attack\nI22,Angina\n": (2, 2, 0),  # a heading with digits is no code
}


@pytest.mark.parametrize("text", TABLES)
def test_odd_layouts_and_headings_in_other_languages(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    parsed = read_file(path)
    assert (parsed.live, parsed.distinct_names, parsed.edges, parsed.problems) == (*TABLES[text], [])


def test_a_column_of_synonyms_that_a_person_names_is_the_only_one(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("id,name,alias_symbol,prev_symbol\n1,heart,cor,ticker\n", encoding="utf-8")
    (concept,) = read_file(path, columns={"synonyms": "prev_symbol"}).concepts
    assert [name.text for name in concept.names] == ["heart", "ticker"]


def test_what_a_table_says_is_withdrawn_is_out_of_use(tmp_path: Path) -> None:
    """Deprecated codes and withdrawn entries of HGNC were answers like any other."""
    path = tmp_path / "codes.csv"
    path.write_text("CODE,NAME,SHORT NAME,STATUS\n1-8,Old thing,Old,DEPRECATED\n2-6,New thing,,ACTIVE\n3-4,Odd,,\n")
    parsed = read_file(path)
    assert [(one.id, one.obsolete, len(one.names)) for one in parsed.concepts] == [
        ("1-8", True, 0),
        ("2-6", False, 1),
        ("3-4", False, 1),
    ]
    (problem,) = parsed.problems
    assert (problem.left_out, problem.sentence) == (False, "Out of use, as the column “STATUS” says: 1 in all.")
    path.write_text("id,name,parents,status\nA,a,,retired\nB,b,A,\n")
    parsed = read_file(path)
    assert parsed.edges == 0 and "has the parent A, which is out of use" in parsed.problems[-1].sentence


@pytest.mark.parametrize("status", [True, False])
def test_a_column_names_what_stands_in_for_a_concept_out_of_use(tmp_path: Path, status: bool) -> None:
    path = tmp_path / "codes.csv"
    rows = ["id,name,replaced_by,status", "A,varices,B,inactive", "B,varicose veins,,active", "C,piles,X,inactive"]
    path.write_text("\n".join(row if status else row.rpartition(",")[0] for row in rows), encoding="utf-8")
    parsed = read_file(path)
    found = {one.id: (one.obsolete, one.replaced_by) for one in parsed.concepts}
    assert found == {"A": (True, "B"), "B": (False, ""), "C": (True, "")}
    assert any("C is replaced by X, which no row defines" in one.sentence for one in parsed.problems)


OUT_OF_USE = {
    "Class ID,Preferred Label,Obsolete,CUI,Parents\nx:1,heart,false,,\nx:2,old,true,,x:1\n": "Obsolete",
    "Code;Name;Active\nA;heart;1\nB;old;0\n": "Active",
    "concept_id\tconcept_name\tinvalid_reason\n1\theart\t\n2\told\tD\n": "invalid_reason",
}


@pytest.mark.parametrize("text", OUT_OF_USE)
def test_a_column_says_whether_a_row_is_in_use(tmp_path: Path, text: str) -> None:
    """Obsolete classes of BioPortal's tables were answers like any other."""
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    parsed = read_file(path)
    assert [(one.preferred, one.obsolete) for one in parsed.concepts] == [("heart", False), ("old", True)]
    assert [one.sentence for one in parsed.problems] == [
        f"Out of use, as the column “{OUT_OF_USE[text]}” says: 1 in all."
    ]


def workbook(path: Path, sheets: dict[str, list[list[object]]], merged: tuple[str, ...] = (), hidden: str = "") -> Path:
    """A workbook as a spreadsheet program writes it; cells are merged in its last sheet."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
        sheet.sheet_state = "hidden" if title == hidden else "visible"
    for area in merged:
        sheet.merge_cells(area)
    book.save(path)
    return path


def test_the_sheet_with_the_table_is_read_and_the_others_are_named(tmp_path: Path) -> None:
    """The first sheet was read, were it hidden or a cover."""
    table = [["Kode", "Diagnose"], ["I21", "Hjerteinfarkt"]]
    sheets: dict[str, list[list[object]]] = {"Lists": [["a", "b"], [1, 2]], "Cover": [["About"]], "Codes": [*table]}
    parsed = read_file(workbook(tmp_path / "codes.xlsx", sheets, hidden="Lists"))
    assert [one.preferred for one in parsed.concepts] == ["Hjerteinfarkt"]
    (problem,) = parsed.problems
    assert problem.sentence.startswith("One sheet is read; not read is “Lists”, “Cover”.") and not problem.left_out
    other = workbook(
        tmp_path / "other.xlsx", {"Old": [["x"]], "Data": [["A", "B"], ["I21", "Infarct of it"]]}, hidden="Old"
    )
    assert [one.id for one in read_file(other).concepts] == ["I21"]


def test_title_rows_and_merged_cells(tmp_path: Path) -> None:
    """A title over several columns hid the headings; of an id merged over several rows only the first was read."""
    rows: list[list[object]] = [
        ["Katalog 2024"],
        ["Stand:", "01.01.2024"],
        [],
        ["ICD-Code", "Diagnosetext", "Übergeordneter Code"],
        ["I2", "Herzkrankheit", None],
        ["I21", "Herzinfarkt", "I2"],
        [None, "Myokardinfarkt", None],
    ]
    parsed = read_file(workbook(tmp_path / "codes.xlsx", {"Tabelle1": rows}, ("A1:C1", "A6:A7", "C6:C7")))
    assert {one.id: [name.text for name in one.names] for one in parsed.concepts} == {
        "I2": ["Herzkrankheit"],
        "I21": ["Herzinfarkt", "Myokardinfarkt"],
    }
    assert (parsed.edges, [one.row for one in parsed.problems]) == (1, [7])
    assert list(parsed.columns.values()) == ["ICD-Code", "Diagnosetext", "Übergeordneter Code"]
