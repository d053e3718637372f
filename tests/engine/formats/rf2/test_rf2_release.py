"""A whole release of SNOMED CT: folder or zip, Snapshot, Full or Delta, languages, axioms, maps."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from engine.errors import BadInput, Damaged
from engine.formats.reading import read_file
from engine.formats.recognition import format_of
from engine.formats.rf2 import rf2
from engine.terminology import importing
from engine.workbench import SourceFile, Workbench

FSN, SYNONYM, IS_A = "900000000000003001", "900000000000013009", "116680003"
US, GB, DANISH = "900000000000509007", "900000000000508004", "554461000005103"
PREFERRED, ACCEPTABLE = "900000000000548007", "900000000000549004"
DESCRIPTIONS = [
    (1, "20200131", 1, "1", "en", FSN, "Disease (disorder)"),
    (2, "20200131", 1, "1", "en", SYNONYM, "Disease"),
    (3, "20200131", 1, "2", "en", FSN, "Anaemia (disorder)"),
    (4, "20200131", 1, "2", "en", SYNONYM, "Anaemia"),
    (5, "20200131", 1, "2", "en", SYNONYM, "Anemia"),
    (6, "20200131", 1, "3", "en", FSN, "Retired (disorder)"),
    (7, "20210131", 1, "4", "en", FSN, "Later (disorder)"),
]
DANISH_ONES = [(8, "20200131", 1, "2", "da", SYNONYM, "Anæmi"), (9, "20200131", 1, "2", "da", SYNONYM, "Anaemia")]
CONCEPTS = [("1", "20200131", 1), ("2", "20200131", 1), ("3", "20200131", 0), ("4", "20210131", 1)]
LINKS = [(1, "20200131", 1, "2", "1", IS_A), (2, "20210131", 1, "4", "2", IS_A), (3, "20200131", 1, "3", "1", IS_A)]
SETS = [
    ("a", US, 2, PREFERRED),
    ("b", US, 5, PREFERRED),
    ("c", US, 4, ACCEPTABLE),
    ("d", GB, 4, PREFERRED),
    ("e", GB, 2, PREFERRED),
    ("f", US, 3, PREFERRED),
    ("g", DANISH, 8, PREFERRED),
]
AXIOMS = [
    ("x", "2", "SubClassOf(:2 :1)"),
    ("y", "4", "EquivalentClasses(:4 ObjectIntersectionOf(:2 ObjectSomeValuesFrom(:609096000 :1)))"),
    ("z", "1", "SubClassOf(ObjectIntersectionOf(:2 :4) :1)"),
]


def written(path: Path, heading: str, rows: list[tuple[object, ...]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["\t".join(heading.split()), *("\t".join(map(str, row)) for row in rows)]
    path.write_bytes(("\r\n".join(lines) + "\r\n").encode())


def release(folder: Path, type: str = "Snapshot", links: bool = True, axioms: bool = False, until: str = "9") -> Path:
    """A release below `folder`, as SNOMED International lays one out."""
    terms, sets, tail = folder / type / "Terminology", folder / type / "Refset", "INT_20210131.txt"
    heading = "id effectiveTime active moduleId conceptId languageCode typeId term caseSignificanceId"
    for language, rows in (("en", DESCRIPTIONS), ("da", DANISH_ONES)):
        described = [(id, at, on, "m", *rest, "c") for id, at, on, *rest in rows if at <= until]
        written(terms / f"sct2_Description_{type}-{language}_{tail}", heading, described)
    concepts = [(id, at, on, "m", "d") for id, at, on in CONCEPTS if at <= until]
    written(terms / f"sct2_Concept_{type}_{tail}", "id effectiveTime active moduleId definitionStatusId", concepts)
    heading = "id effectiveTime active moduleId sourceId destinationId relationshipGroup typeId"
    linked = [(id, at, on, "m", child, parent, 0, kind) for id, at, on, child, parent, kind in LINKS if links]
    written(terms / f"sct2_Relationship_{type}_{tail}", heading, linked)
    member = "id effectiveTime active moduleId refsetId referencedComponentId"
    listed = [(id, "20200131", 1, "m", refset, of, how) for id, refset, of, how in SETS]
    written(sets / "Language" / f"der2_cRefset_Language{type}-en_{tail}", member + " acceptabilityId", listed)
    if axioms:
        stated = [(id, "20200131", 1, "m", "733073007", of, text) for id, of, text in AXIOMS]
        written(terms / f"sct2_sRefset_OWLExpression{type}_{tail}", member + " owlExpression", stated)
    mapped = [("m", "20200131", 1, "m", "447562003", "2", "D64.9")]
    written(sets / "Map" / f"der2_sRefset_SimpleMap{type}_{tail}", member + " mapTarget", mapped)
    return folder


def zipped(folder: Path) -> Path:
    path = folder.parent / "SnomedCT_20210131.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*.txt")):
            archive.write(file, f"SnomedCT/{file.relative_to(folder).as_posix()}")
    return path


@pytest.mark.parametrize("place", ["folder", "zip", "descriptions"])
def test_a_release_wherever_it_lies(tmp_path: Path, place: str) -> None:
    path = release(tmp_path / "release")
    if place == "zip":
        path = zipped(path)
    if place == "descriptions":
        path = next(path.rglob("sct2_Description_Snapshot-en_*"))
    assert format_of(path) == "rf2"
    parsed = read_file(path)
    found = {concept.id: concept for concept in parsed.concepts}
    danish = [("Anæmi", "da", "preferred"), ("Anaemia", "da", "synonym")] if place != "descriptions" else []
    assert (parsed.live, parsed.edges, parsed.problems, parsed.version) == (3, 2, [], "20210131")
    names = [(name.text, name.language, name.kind) for name in found["2"].names]
    assert names[0] == ("Anemia", "en", "preferred")  # as the United States prefer
    assert sorted(names[1:]) == sorted([("Anaemia (disorder)", "en", "synonym"), ("Anaemia", "en", "synonym"), *danish])
    assert [found[id].preferred for id in "124"] == ["Disease", "Anemia", "Later (disorder)"]
    assert found["4"].parents == ("2",) and found["2"].notes == {"ICD-10 map": ["D64.9"]}


def test_axioms_say_what_is_above_where_no_relationship_does(tmp_path: Path) -> None:
    parsed = read_file(release(tmp_path, links=False, axioms=True))
    assert {concept.id: concept.parents for concept in parsed.concepts} == {"1": (), "2": ("1",), "4": ("2",)}


def test_snapshot_before_full_before_delta(tmp_path: Path) -> None:
    release(tmp_path, "Delta", until="20200131")
    assert read_file(tmp_path).live == 2 and "changes since" in read_file(tmp_path).problems[0].sentence
    release(tmp_path, "Full")
    assert read_file(tmp_path).live == 3 and not read_file(tmp_path).problems
    assert [concept.id for concept in rf2.read(tmp_path, date="20200731").concepts] == ["2", "1"]
    release(tmp_path, "Snapshot", until="20200131")
    assert read_file(tmp_path).live == 2


def test_a_folder_of_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    with pytest.raises(BadInput, match="a folder without a release"):
        read_file(tmp_path)
    path = zipped(tmp_path)
    with pytest.raises(BadInput, match=r"SnomedCT_20210131\.zip"):
        read_file(path)


def test_a_damaged_member_is_named(tmp_path: Path) -> None:
    path = zipped(release(tmp_path / "release"))
    content = bytearray(path.read_bytes())
    place = content.find(b"sct2_Description_Snapshot-en_INT_20210131.txt") + 60
    content[place : place + 20] = bytes(20)
    path.write_bytes(content)
    with pytest.raises((BadInput, Damaged), match=r"SnomedCT_20210131\.zip|sct2_"):
        read_file(path, "rf2")


def test_a_folder_is_imported(workbench: Workbench, tmp_path: Path) -> None:
    path = release(tmp_path / "release")
    preview = workbench.terminologies.preview(SourceFile(path))
    (*_, end) = importing.import_file(workbench.workspace, {"path": str(path), "name": "snomed"})
    assert (preview.concepts, preview.names, preview.edges, preview.format) == (3, 8, 2, "rf2")
    assert [end.result[key] for key in ("concepts", "names", "edges", "skipped", "format")] == [3, 8, 2, 0, "rf2"]


def test_associations_say_what_replaces_a_retired_concept(tmp_path: Path) -> None:
    folder = release(tmp_path / "release")
    same, maybe, was = "900000000000527005", "900000000000523009", "900000000000528000"
    said = [("q", 1, maybe, "3", "4"), ("r", 1, same, "3", "2"), ("s", 0, same, "3", "1"), ("t", 1, was, "3", "1")]
    rows = [(id, "20210131", on, "m", kind, of, other) for id, on, kind, of, other in [*said, ("u", 1, same, "2", "1")]]
    heading = "id effectiveTime active moduleId refsetId referencedComponentId targetComponentId"
    written(folder / "Snapshot/Refset/Content/der2_cRefset_AssociationSnapshot_INT_20210131.txt", heading, rows)
    for path in (folder, zipped(folder), next(folder.rglob("sct2_Description_Snapshot-en_*"))):
        found = {one.id: one for one in read_file(path).concepts}
        assert found.keys() == {"1", "2", "3", "4"} and not found["2"].obsolete
        assert (found["3"].preferred, found["3"].obsolete, found["3"].names) == ("Retired (disorder)", True, ())
        assert (found["3"].replaced_by, found["3"].notes) == ("2", {"Consider": ["4"]})
    assert read_file(folder).live == 3


def test_an_archive_that_is_cut_or_holds_other_things_says_so(tmp_path: Path) -> None:
    path = tmp_path / "release.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "hello\n" * 200)
    with pytest.raises(BadInput, match="holds no descriptions of a SNOMED CT release; choose a file that is in it"):
        read_file(path)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(BadInput, match="is no zip archive, or is damaged"):
        read_file(path)
