"""LOINC's release: a folder, a zip archive, its table alone; numbers and names here are made up in its shape."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.parsed import ParsedTerminology
from engine.formats.reading import read_file
from engine.formats.recognition import format_of

COLUMNS = (
    '"LOINC_NUM","COMPONENT","PROPERTY","TIME_ASPCT","SYSTEM","SCALE_TYP","METHOD_TYP","CLASS","DefinitionDescription",'
    '"STATUS","CONSUMER_NAME","RELATEDNAMES2","SHORTNAME","LONG_COMMON_NAME","DisplayName"\n'
)
TABLE = (
    COLUMNS
    + '"1-8","Sugar","MCnc","Pt","Ser","Qn","","CHEM","How sweet.","ACTIVE","Sugar, Blood",'
    + '"Glu; Sug ;Serum; ","Sugar Ser-mCnc","Sugar [Mass/volume] in Serum","Sugar (S) [Mass/Vol]"\n'
    + '"2-6","Sugar","MCnc","Pt","Bld","Qn","","CHEM","","TRIAL","","","","Sugar [Mass/volume] in Blood",""\n'
    + '"3-4","Salt","MCnc","Pt","Ser","Qn","","CHEM","","DEPRECATED","","Salz","","Deprecated Salt in Serum",""\n'
    + '"4-2","Salt","MCnc","Pt","Ur","Qn","","CHEM","","DISCOURAGED","","","","Salt in Urine",""\n'
)
HIERARCHY = (
    "PATH_TO_ROOT,SEQUENCE,IMMEDIATE_PARENT,CODE,CODE_TEXT\n"
    ",1,,LP1-1,{component}\n"
    "LP1-1,1,LP1-1,LP2-9,Sugar\n"
    "LP1-1.LP2-9,1,LP2-9,1-8,Sugar Ser\n"
    "LP1-1.LP2-9,2,LP2-9,2-6,Sugar Bld\n"
    "LP1-1.LP3-7,1,LP1-1,2-6,Sugar Bld\n"
    "LP1-1.LP2-9,3,LP2-9,3-4,Salt\n"
)
REPLACED = '"LOINC","MAP_TO","COMMENT"\n"3-4","1-8",""\n"3-4","2-6","whole blood"\n"4-2","9-9",""\n"1-8","2-6",""\n'
GERMAN = (
    '"LOINC_NUM","COMPONENT","SHORTNAME","LONG_COMMON_NAME","RELATEDNAMES2"\n'
    '"1-8","Zucker","Zucker SM","Zucker in Serum",""\n'
)
RELEASE = {
    "LoincTable/Loinc.csv": TABLE,
    "LoincTable/MapTo.csv": REPLACED,
    "LoincTableCore/LoincTableCore.csv": COLUMNS,
    "AccessoryFiles/ComponentHierarchyBySystem/ComponentHierarchyBySystem.csv": HIERARCHY,
    "AccessoryFiles/LinguisticVariants/LinguisticVariants.csv": '"ID","ISO_LANGUAGE"\n"15","de"\n',
    "AccessoryFiles/LinguisticVariants/deDE15LinguisticVariant.csv": GERMAN,
}


def unpacked(folder: Path, **instead: str) -> Path:
    """The release as a folder, files of these names with other contents."""
    root = folder / "Loinc_2.99"
    for name, content in RELEASE.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(instead.get(place.stem, content), encoding="utf-8", newline="")
    return root


def packed(folder: Path) -> Path:
    root = unpacked(folder)
    path = folder / "Loinc_2.99.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in RELEASE:
            archive.write(root / name, f"Loinc_2.99/{name}")
    return path


def sentences(parsed: ParsedTerminology) -> list[str]:
    return [problem.sentence for problem in parsed.problems]


@pytest.mark.parametrize("way", ["folder", "zip", "table"])
def test_a_release_gives_its_codes_its_parts_and_its_hierarchy(tmp_path: Path, way: str) -> None:
    path = packed(tmp_path) if way == "zip" else unpacked(tmp_path)
    path = path / "LoincTable" / "Loinc.csv" if way == "table" else path
    assert format_of(path) == "loinc"
    parsed = read_file(path)
    assert (parsed.title, parsed.version, parsed.live, parsed.edges) == ("LOINC", "2.99", 4, 4)
    found = {one.id: one for one in parsed.concepts}
    assert {id: one.parents for id, one in found.items() if not one.obsolete} == {
        "1-8": ("LP2-9",),
        "2-6": ("LP2-9", "LP1-1"),
        "LP1-1": (),
        "LP2-9": ("LP1-1",),
    }
    assert [(name.text, name.kind, name.scope, name.language) for name in found["1-8"].names] == [
        ("Sugar [Mass/volume] in Serum", "preferred", "exact", "en"),
        ("Zucker in Serum", "preferred", "exact", "de-de"),
        ("Sugar (S) [Mass/Vol]", "synonym", "exact", "en"),
        ("Sugar Ser-mCnc", "synonym", "exact", "en"),
        ("Sugar, Blood", "synonym", "broad", "en"),
        ("Glu", "synonym", "related", "en"),
        ("Sug", "synonym", "related", "en"),
        ("Serum", "synonym", "related", "en"),
        ("Zucker SM", "synonym", "exact", "de-de"),
    ]
    assert found["1-8"].definition == "How sweet." and found["1-8"].notes["System"] == ["Ser"]
    gone = {id: (one.replaced_by, one.notes.get("Consider")) for id, one in found.items() if one.obsolete}
    assert gone == {"3-4": ("1-8", ["2-6"]), "4-2": ("", None)}
    assert [(one.row, one.left_out, one.sentence) for one in parsed.problems] == [
        (0, False, "Out of use, as the column “STATUS” says (deprecated, discouraged): 2 in all.")
    ]


def test_a_table_alone_has_no_hierarchy_and_says_so(tmp_path: Path) -> None:
    for name in ("Loinc.csv", "codes.dat"):
        path = tmp_path / name
        path.write_text(TABLE, encoding="utf-8-sig")
        assert format_of(path) == "loinc"
        parsed = read_file(path)
        assert (parsed.live, parsed.edges) == (2, 0)
        assert sentences(parsed)[0].startswith(f"There is no ComponentHierarchyBySystem.csv with {name}")


def test_a_table_saved_with_semicolons_and_a_variant_alone(tmp_path: Path) -> None:
    path = tmp_path / "Loinc.csv"
    path.write_text("LOINC_NUM;LONG_COMMON_NAME;STATUS\n1-8;Sugar in Serum;ACTIVE\n", encoding="utf-8")
    assert [one.preferred for one in read_file(path).concepts] == ["Sugar in Serum"]
    path = tmp_path / "frFR18LinguisticVariant.csv"
    path.write_text(GERMAN.replace("Zucker", "Sucre"), encoding="utf-8")
    (concept,) = read_file(path).concepts
    assert [name.language for name in concept.names] == ["fr-fr", "fr-fr"]


def test_what_is_wrong_in_a_release_is_named(tmp_path: Path) -> None:
    first, empty = TABLE.splitlines()[1] + "\n", 13 * ',""' + "\n"
    table = COLUMNS + first + first + '"","x"' + empty + '"5-9",""' + empty + '"6-7","Fat"\n' + '"7-5","x","y"' + empty
    hierarchy = HIERARCHY + "LP1-1,7,LP9-4,LP4-5,Fat\nLP1-1,8,LP1-1,77-7,Other\n"
    parsed = read_file(unpacked(tmp_path, Loinc=table, ComponentHierarchyBySystem=hierarchy, MapTo="LOINC,MAP_TO\n"))
    said = {problem.row: problem.sentence for problem in parsed.problems if problem.row}
    assert said[3] == "Loinc.csv: 1-8 stands in row 2 already. This row is left out."
    assert "Loinc.csv: the row has no code (column “LOINC_NUM”)" in said[4]
    assert "Loinc.csv: the row has no name (column “LONG_COMMON_NAME”)" in said[5]
    for row, cells in ((6, 2), (7, 16)):
        assert f"Loinc.csv: the row has {cells} cells where the heading has 15;" in said[row]
    assert not {"6-7", "7-5"} & {concept.id for concept in parsed.concepts}
    assert "LP4-5 has the parent LP9-4, which is not in the file" in said[8]
    (unknown,) = [one for one in sentences(parsed) if one.startswith("Codes in")]
    assert unknown == (
        "Codes in ComponentHierarchyBySystem.csv that Loinc.csv does not have: 4 (2-6 first); they are left out; "
        "take both files from one release."
    )


def test_what_is_no_release_is_refused_in_a_sentence(tmp_path: Path) -> None:
    root = unpacked(tmp_path, ComponentHierarchyBySystem="a,b\n1,2\n")
    with pytest.raises(BadInput, match=r"ComponentHierarchyBySystem\.csv has no column “IMMEDIATE_PARENT”"):
        read_file(root)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(BadInput, match="a folder without a release of SNOMED CT or LOINC"):
        read_file(empty, "loinc")
    other = tmp_path / "other.csv"
    other.write_text("id,name\n1,Heart\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"other\.csv has no column “LOINC_NUM”"):
        read_file(other, "loinc")
    latin = tmp_path / "Loinc.csv"
    latin.write_bytes(TABLE.replace("Sugar", "Zücker").encode("latin-1"))
    with pytest.raises(BadInput, match=r"Loinc\.csv is not UTF-8 text"):
        read_file(latin)
    cut = tmp_path / "cut.zip"
    cut.write_bytes(packed(tmp_path).read_bytes()[:-40])
    with pytest.raises(BadInput, match=r"cut\.zip"):
        read_file(cut, "loinc")


def test_a_heading_as_long_as_a_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "Loinc.csv"
    path.write_text(f"LOINC_NUM,COMPONENT,{'x' * 1_100_000}\n1-8,Sugar,\n", encoding="utf-8")
    with pytest.raises(BadInput, match="a cell is longer than"):
        read_file(path, "loinc")


def test_columns_may_still_be_named(tmp_path: Path) -> None:
    path = tmp_path / "Loinc.csv"
    path.write_text(TABLE, encoding="utf-8")
    parsed = read_file(path, columns={"id": "LOINC_NUM", "name": "SHORTNAME"})
    assert [one.id for one in parsed.concepts] == ["1-8"]
