"""A small release in SNOMED CT's format: what is active, what is preferred, what stands above what."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.terminology import importing
from engine.workbench import SourceFile, Workbench

NAME = "sct2_Description_Snapshot-en_INT_20260101.txt"
FSN, SYNONYM, DEFINITION = "900000000000003001", "900000000000013009", "900000000000550004"
IS_A, SITE = "116680003", "363698007"
TERMS = [
    (1, "20020131", 1, "404684003", FSN, "Clinical finding (finding)"),
    (2, "20020131", 1, "22298006", FSN, "Myocardial infarction (disorder)"),
    (3, "20020131", 1, "22298006", SYNONYM, "Heart attack"),
    (4, "20020131", 0, "22298006", SYNONYM, "Coronary"),
    (5, "20020131", 1, "22298006", SYNONYM, 'Infarct of "heart"'),
    (6, "20020131", 1, "22298006", DEFINITION, "Death of heart muscle."),
    (7, "20020131", 1, "57054005", SYNONYM, "Acute MI"),
    (8, "20020131", 1, "57054005", FSN, "Acute myocardial infarction (disorder)"),
    (9, "20020131", 1, "111", FSN, "Retired (disorder)"),
    (10, "20020131", 0, "222", FSN, "No name left (disorder)"),
]
CONCEPTS = [("404684003", 1), ("22298006", 1), ("57054005", 1), ("111", 0), ("222", 1)]
LINKS = [
    (1, 1, "22298006", "404684003", IS_A),
    (2, 1, "57054005", "22298006", IS_A),
    (3, 1, "57054005", "22298006", IS_A),
    (4, 0, "57054005", "404684003", IS_A),
    (5, 1, "57054005", "404684003", SITE),
    (6, 1, "57054005", "111", IS_A),
]


def release(folder: Path, name: str = NAME, terms: list[tuple[object, ...]] | None = None) -> Path:
    lines = ["id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId"]
    lines += [
        f"{id}\t{date}\t{on}\tm\t{code}\ten\t{kind}\t{term}\tc" for id, date, on, code, kind, term in terms or TERMS
    ]
    written(folder / name, lines)
    lines = ["id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId"]
    written(
        folder / "sct2_Concept_Snapshot_INT_20260101.txt", lines + [f"{c}\t20020131\t{on}\tm\td" for c, on in CONCEPTS]
    )
    lines = ["id\teffectiveTime\tactive\tmoduleId\tsourceId\tdestinationId\trelationshipGroup\ttypeId\tc\tm2"]
    lines += [f"{id}\t20020131\t{on}\tm\t{child}\t{parent}\t0\t{kind}\tc\tm" for id, on, child, parent, kind in LINKS]
    written(folder / "sct2_Relationship_Snapshot_INT_20260101.txt", lines)
    return folder / name


def written(path: Path, lines: list[str]) -> None:
    path.write_bytes(("\r\n".join(lines) + "\r\n").encode())


def test_a_release_by_its_descriptions(tmp_path: Path) -> None:
    parsed = read_file(release(tmp_path))
    found = {concept.id: concept for concept in parsed.concepts}
    assert set(found) == {"404684003", "22298006", "57054005", "222"}
    assert (found["222"].names, found["222"].preferred, parsed.live) == ((), "222", 4)  # in use, without a name
    names = [(name.text, name.kind) for name in found["22298006"].names]
    assert names == [
        ("Myocardial infarction (disorder)", "preferred"),
        ("Heart attack", "synonym"),
        ('Infarct of "heart"', "synonym"),
    ]
    assert found["57054005"].preferred == "Acute myocardial infarction (disorder)"
    assert {code: concept.parents for code, concept in found.items()} == {
        "404684003": (),
        "22298006": ("404684003",),
        "57054005": ("22298006",),
        "222": (),
    }
    nameless, outside = (problem.sentence for problem in parsed.problems)
    assert "without a name to be found by: 1 (222 first)" in nameless
    assert "are left out: 1 (57054005 under 111 first)" in outside and parsed.skipped == 1


def test_the_newest_of_a_full_file_counts(tmp_path: Path) -> None:
    terms = [
        *TERMS,
        (3, "20250101", 0, "22298006", SYNONYM, "Heart attack"),
        (4, "20250101", 1, "22298006", SYNONYM, "C"),
    ]
    terms.append((2, "19990101", 1, "22298006", FSN, "Older (disorder)"))
    found = {concept.id: concept for concept in read_file(release(tmp_path, terms=terms)).concepts}
    texts = {name.text for name in found["22298006"].names}
    assert texts == {"Myocardial infarction (disorder)", 'Infarct of "heart"', "C"}


def test_without_relationships_it_is_said(tmp_path: Path) -> None:
    path = release(tmp_path)
    (tmp_path / "sct2_Relationship_Snapshot_INT_20260101.txt").unlink()
    parsed = read_file(path)
    assert parsed.live == 4 and parsed.edges == 0
    problem, nameless = parsed.problems
    assert "222 first" in nameless.sentence
    assert "There is no sct2_Relationship_Snapshot_INT_20260101.txt" in problem.sentence
    assert "no concept has a parent" in problem.sentence
    (tmp_path / "sct2_Concept_Snapshot_INT_20260101.txt").unlink()
    parsed = read_file(path)
    assert parsed.live == 4 and "retired cannot be told" in parsed.problems[0].sentence
    renamed = read_file(path.rename(tmp_path / "terms.txt"))
    assert renamed.live == 4 and all("not named as in a release" in said.sentence for said in renamed.problems)


def test_other_tables_with_such_headings_are_tables(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("id,effectiveTime,active,conceptId,languageCode,typeId,term\n1,2026,1,7,en,x,heart\n", "utf-8")
    assert [(one.preferred) for one in read_file(path).concepts] == ["heart"]


@pytest.mark.parametrize("content", [b"", b"a\tb\n", b"id\teffectiveTime\tactive\n\xff\t1\t1\n"])
def test_a_damaged_file_beside_it_is_named(tmp_path: Path, content: bytes) -> None:
    path = release(tmp_path)
    (tmp_path / "sct2_Concept_Snapshot_INT_20260101.txt").write_bytes(content)
    if content:
        with pytest.raises(BadInput, match="sct2_Concept_Snapshot"):
            read_file(path)
    else:
        assert read_file(path).live == 4


def test_of_changes_alone_it_is_said(tmp_path: Path) -> None:
    parsed = read_file(release(tmp_path, "sct2_Description_Delta-en_INT_20260101.txt"))
    assert parsed.live and any("choose the Snapshot" in problem.sentence for problem in parsed.problems)


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    path = release(tmp_path)
    with path.open("a", encoding="utf-8") as file:
        file.write("\r\n")
    assert read_file(path).live == 4  # an empty line is none
    path.write_text(path.read_text(encoding="utf-8").rstrip()[:-9], encoding="utf-8")
    with pytest.raises(BadInput, match=r"row 11: 8 columns where the heading has 9"):
        read_file(path)


def test_the_window_offers_no_columns_to_choose(workbench: Workbench, tmp_path: Path) -> None:
    preview = workbench.terminologies.preview(SourceFile(release(tmp_path)))
    assert (preview.headings, preview.concepts, preview.edges) == ([], 4, 2)
    exported = tmp_path / "organs.csv"
    workbench.exports.write("terminology", exported, terminology="organs")
    assert workbench.terminologies.preview(SourceFile(exported)).headings == []
    table = tmp_path / "table.csv"
    table.write_text("id,name\nH,heart\n", encoding="utf-8")
    assert workbench.terminologies.preview(SourceFile(table)).headings == ["id", "name"]


def test_it_is_imported_and_ranked(workbench: Workbench, tmp_path: Path) -> None:
    for _ in importing.import_file(workbench.workspace, {"path": str(release(tmp_path)), "name": "snomed"}):
        pass
    best = workbench.rankings.rank("heart attack", "snomed").candidates[0]
    assert (best.concept_id, best.preferred_name) == ("22298006", "Myocardial infarction (disorder)")
