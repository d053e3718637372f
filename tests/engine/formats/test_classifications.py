"""Files of publishers: ClaML, ICD-10-CM's lists, MeSH and the UMLS; excerpts of the same shape, and the list itself."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.parsed import ParsedTerminology
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.reliability.torture import ontology_samples as samples


def read(folder: Path, name: str, content: str, format: str) -> ParsedTerminology:
    path = folder / name
    path.write_text(content, encoding="utf-8-sig")
    assert format_of(path) == format
    return read_file(path)


def names(parsed: ParsedTerminology, id: str) -> list[tuple[str, str, str]]:
    (concept,) = (one for one in parsed.concepts if one.id == id)
    return [(name.text, name.scope, name.language) for name in concept.names]


def parents(parsed: ParsedTerminology) -> dict[str, tuple[str, ...]]:
    return {concept.id: concept.parents for concept in parsed.concepts}


def test_claml(tmp_path: Path) -> None:
    parsed = read(tmp_path, "icd.txt", samples.CLAML, "claml")
    assert (parsed.title, parsed.version, parents(parsed)) == ("T", "1", {"I": (), "A00": ("I",)})
    assert names(parsed, "A00") == [("feber A1", "exact", "da"), ("fever", "exact", "")]
    assert parsed.concepts[1].notes == {"Excludes": ["other"]}
    (problem,) = parsed.problems
    assert "modifiers" in problem.sentence and not problem.left_out


def test_claml_of_a_residual_class(tmp_path: Path) -> None:
    content = samples.CLAML.replace("feber", "Other fevers").replace('code="I"', 'code=""', 1)
    parsed = read(tmp_path, "icd.xml", content, "claml")
    assert names(parsed, "A00")[1] == ("fever", "narrow", "")
    assert [problem.row for problem in parsed.problems if problem.left_out] == [4, 5]  # no code; its child's parent


def test_icd10cm_tabular_list(tmp_path: Path) -> None:
    parsed = read(tmp_path, "tabular.txt", samples.TABULAR, "icd10cm-tabular")
    assert parents(parsed) == {"1": (), "A00-A09": ("1",), "A00": ("A00-A09",), "A00.9": ("A00",)}
    assert names(parsed, "A00") == [("Cholera", "exact", "en"), ("pest", "exact", "en")]


@pytest.mark.slow
def test_the_tabular_list_of_the_package() -> None:
    place = Path(find_spec("simple_icd_10_cm").submodule_search_locations[0])  # type: ignore[union-attr, index]
    (path,) = (place / "data").glob("*.xml")
    text = path.read_text(encoding="utf-8")
    parsed = read_file(path)
    assert parsed.live == sum(text.count(f"<{tag}>") + text.count(f"<{tag} ") for tag in ("diag", "section", "chapter"))
    assert parsed.edges == parsed.live - text.count("<chapter>") and parsed.skipped == 0


def test_icd10cm_order_file(tmp_path: Path) -> None:
    parsed = read(tmp_path, "order.dat", samples.ORDER + "what is this\n" + samples.ORDER[:80] + "\n", "icd10cm-order")
    assert parents(parsed) == {"A00": (), "A00.9": ("A00",), "A01": ()}
    assert names(parsed, "A00.9") == [("Cholera, unspecified", "exact", "en"), ("Cholera, unsp", "exact", "en")]
    assert [problem.row for problem in parsed.problems] == [4, 5]


def test_mesh(tmp_path: Path) -> None:
    parsed = read(tmp_path, "desc.csv", samples.MESH, "mesh")
    assert parents(parsed) == {"D1": (), "D2": ("D1",)}
    assert names(parsed, "D2") == [("Atria", "exact", "en"), ("auricle", "narrow", "en")]
    with pytest.raises(BadInput, match="not well-formed"):
        read(tmp_path, "cut.xml", samples.MESH[:-9], "mesh")


def test_a_tree_number_below_none_is_said(tmp_path: Path) -> None:
    """A record whose place is not in the file stood at the top, without a word."""
    parsed = read(tmp_path, "desc.xml", samples.MESH.replace("<TreeNumber>A1<", "<TreeNumber>A2<"), "mesh")
    assert parents(parsed) == {"D1": (), "D2": ()}
    said = [one.sentence for one in parsed.problems]
    assert said == ["D2 stands below A1, which no record here has; the link is left out."]


def test_umls(tmp_path: Path) -> None:
    (tmp_path / "MRREL.RRF").write_text(samples.MRREL, encoding="utf-8")
    parsed = read(tmp_path, "MRCONSO.RRF", samples.MRCONSO + "C1|cut\n", "umls")
    assert parents(parsed) == {"C0000001": (), "C0000002": ("C0000001",)}
    assert names(parsed, "C0000002") == [("hjerte", "exact", "da")]  # the other one is suppressed
    assert [problem.row for problem in parsed.problems] == [4]
    astray = samples.MRREL.splitlines()[0].replace("C0000001", "C7777777")
    (tmp_path / "MRREL.RRF").write_text(f"{samples.MRREL}{astray}\n{astray}\n", encoding="utf-8")
    parsed = read_file(tmp_path / "MRCONSO.RRF")
    assert parents(parsed) == {"C0000001": (), "C0000002": ("C0000001",)}
    assert parsed.problems[-1].sentence.startswith("Links of MRREL.RRF to a parent that is not among what is read: 2;")
    loop = samples.MRREL.splitlines()[0].replace("C0000001", "C0000002")
    (tmp_path / "MRREL.RRF").write_text(f"{samples.MRREL}{loop}\n{loop}\n", encoding="utf-8")
    parsed = read_file(tmp_path / "MRCONSO.RRF")
    assert parents(parsed) == {"C0000001": (), "C0000002": ("C0000001",)}
    assert parsed.problems[-1].sentence == "Links of MRREL.RRF from a concept to itself: 2; they are left out."
    (tmp_path / "MRREL.RRF").unlink()
    assert "no concept has a parent" in read_file(tmp_path / "MRCONSO.RRF").problems[-1].sentence


def test_codes_of_atc_whose_class_is_in_no_row_are_said(tmp_path: Path) -> None:
    """They stood at the top without a word."""
    rows = "ATC code,ATC level name\nN,Nervous system\nN02,Analgesics\nN02BE01,paracetamol\nM01A,NSAID\n"
    parsed = read(tmp_path, "atc.csv", rows, "csv")
    assert parents(parsed) == {"N": (), "N02": ("N",), "N02BE01": (), "M01A": ()}
    said = "The class above N02BE01 is in no row, so it has no parent; 2 such in all."
    assert [(one.row, one.sentence) for one in parsed.problems] == [(4, said)]


def test_rxnorm_says_what_is_above_by_isa(tmp_path: Path) -> None:
    """RXNREL has no PAR and CHD of RxNorm's own, so that no concept had a parent."""
    names_of = [("1", "ibuprofen Pill"), ("2", "ibuprofen 200 MG Oral Tablet")]
    rows = [f"{id}|ENG||||||A{id}||||RXNORM|SCD|{id}|{text}||N||\n" for id, text in names_of]
    (tmp_path / "RXNREL.RRF").write_text(
        "1||CUI|RN|2||CUI|isa|1||RXNORM|RXNORM||||||\n2||CUI|RB|1||CUI|inverse_isa|2||RXNORM|RXNORM||||||\n"
        "1||CUI|RO|2||CUI|has_tradename|3||RXNORM|RXNORM||||||\n"
    )
    parsed = read(tmp_path, "RXNCONSO.RRF", "".join(rows), "umls")
    assert (parents(parsed), parsed.problems) == ({"1": (), "2": ("1",)}, [])


def test_supplementary_records_are_mapped_to_headings_without_their_mark(tmp_path: Path) -> None:
    record = "<SupplementalRecordUI>C1</SupplementalRecordUI><SupplementalRecordName><String>rare</String>"
    mapped = "<DescriptorReferredTo><DescriptorName><String>*Big</String></DescriptorName></DescriptorReferredTo>"
    mapped = f"<HeadingMappedToList><HeadingMappedTo>{mapped}</HeadingMappedTo></HeadingMappedToList>"
    content = f"<SupplementalRecord>{record}</SupplementalRecordName>{mapped}<ConceptList/></SupplementalRecord>"
    parsed = read(tmp_path, "supp.xml", f"<SupplementalRecordSet>{content}</SupplementalRecordSet>", "mesh")
    assert parsed.concepts[0].notes == {"Mapped to": ["Big"]}
