"""An edition of SNOMED CT by its modules: what each brings, and what is read of chosen ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.reading import read_file
from engine.formats.rf2 import rf2
from engine.formats.rf2.rf2_modules import ReleaseModule
from tests.engine.formats.rf2.test_rf2_release import DANISH, FSN, IS_A, PREFERRED, SYNONYM, written

CORE, NORTH, OTHER = (
    "900000000000207008",
    "11000999104",
    "999",
)  # the international one, an extension, one without a name
SAME = "900000000000527005"
CONCEPTS = [  # id, date, active, module
    ("1", "20200131", 1, CORE),
    ("2", "20200131", 1, CORE),
    (NORTH, "20210131", 1, NORTH),
    ("5", "20210131", 1, NORTH),
    ("6", "20210131", 1, NORTH),
    ("7", "20210131", 0, NORTH),
    ("8", "20210131", 0, CORE),
    ("9", "20210131", 1, OTHER),
]
DESCRIPTIONS = [  # id, date, active, module, concept, language, kind, term
    (1, "20200131", 1, CORE, "1", "en", FSN, "Disease (disorder)"),
    (2, "20200131", 1, CORE, "2", "en", FSN, "Anaemia (disorder)"),
    (3, "20200131", 1, CORE, "2", "en", SYNONYM, "Anaemia"),
    (4, "20210131", 1, NORTH, "2", "da", SYNONYM, "Anæmi"),
    (5, "20210131", 1, NORTH, NORTH, "da", FSN, "Nordmodul (core metadata concept)"),
    (6, "20210131", 1, NORTH, NORTH, "en", FSN, "Northern module (core metadata concept)"),
    (7, "20210131", 1, NORTH, "5", "en", FSN, "Northern anaemia (disorder)"),
    (8, "20210131", 1, NORTH, "7", "en", FSN, "Older northern anaemia (disorder)"),
    (9, "20210131", 1, CORE, "6", "en", FSN, "Named by the core (disorder)"),
    (10, "20210131", 1, CORE, "8", "en", FSN, "Older disease (disorder)"),
    (11, "20210131", 1, OTHER, "9", "en", FSN, "Elsewhere (disorder)"),
]
LINKS = [  # id, date, active, module, child, parent
    (1, "20200131", 1, CORE, "2", "1"),
    (2, "20210131", 1, NORTH, "5", "2"),
    (3, "20210131", 1, NORTH, "5", "1"),
    (4, "20210131", 1, NORTH, "5", "8"),  # retired: no link, whatever is chosen
    (5, "20210131", 1, CORE, "6", "1"),
]


def edition(folder: Path, type: str = "Snapshot", further: list[tuple[object, ...]] | None = None) -> Path:
    """An edition below `folder`: the international module, an extension, and a module that nothing names."""
    terms, sets, tail = folder / type / "Terminology", folder / type / "Refset", "NO1000999_20210131.txt"
    heading = "id effectiveTime active moduleId definitionStatusId"
    written(terms / f"sct2_Concept_{type}_{tail}", heading, [(*row, "d") for row in CONCEPTS])
    heading = "id effectiveTime active moduleId conceptId languageCode typeId term caseSignificanceId"
    rows = [(*row, "c") for row in [*DESCRIPTIONS, *(further or [])]]
    written(terms / f"sct2_Description_{type}-en_{tail}", heading, rows)
    heading = "id effectiveTime active moduleId sourceId destinationId typeId"
    written(terms / f"sct2_Relationship_{type}_{tail}", heading, [(*row, IS_A) for row in LINKS])
    member = "id effectiveTime active moduleId refsetId referencedComponentId"
    listed = [("a", "20210131", 1, OTHER, DANISH, 4, PREFERRED), ("b", "20210131", 1, CORE, DANISH, 3, PREFERRED)]
    written(sets / "Language" / f"der2_cRefset_Language{type}-en_{tail}", member + " acceptabilityId", listed)
    replaced = [("q", "20210131", 1, CORE, SAME, old, "2") for old in "78"]
    written(sets / "Content" / f"der2_cRefset_Association{type}_{tail}", member + " targetComponentId", replaced)
    return folder


def taken(folder: Path, *modules: str) -> dict[str, list[str]]:
    return {one.id: [name.text for name in one.names] for one in read_file(folder, modules=modules).concepts}


def test_each_module_with_what_it_brings(tmp_path: Path) -> None:
    assert rf2.modules(edition(tmp_path)) == [
        ReleaseModule(NORTH, "Northern module", 3, 4),
        ReleaseModule(CORE, "SNOMED CT core module", 2, 4),
        ReleaseModule(OTHER, "", 1, 1),
    ]


def test_all_modules_are_as_none_chosen(tmp_path: Path) -> None:
    edition(tmp_path)
    everything, parsed = read_file(tmp_path), read_file(tmp_path, modules=[CORE, NORTH, OTHER])
    assert (parsed.concepts, parsed.problems) == (everything.concepts, []) and everything.live == 6


def test_the_core_without_the_extension(tmp_path: Path) -> None:
    parsed = read_file(edition(tmp_path), modules=[CORE])
    found = {one.id: one for one in parsed.concepts}
    assert set(found) == {"1", "2", "6", "8"}
    assert [name.text for name in found["2"].names] == ["Anaemia", "Anaemia (disorder)"]
    assert (found["2"].parents, found["8"].replaced_by) == (("1",), "2")  # 7 is retired too, but of the extension
    (said,) = parsed.problems
    assert f"names that the chosen modules give them: 1 ({NORTH})" in said.sentence and not said.left_out


def test_an_extension_alone_says_what_it_leans_on(tmp_path: Path) -> None:
    parsed = read_file(edition(tmp_path), modules=[NORTH])
    found = {one.id: one for one in parsed.concepts}
    assert taken(tmp_path, NORTH) == {
        "2": ["Anæmi"],
        NORTH: ["Northern module (core metadata concept)", "Nordmodul (core metadata concept)"],
        "5": ["Northern anaemia (disorder)"],
        "7": [],
    }
    assert (found["5"].parents, found["2"].parents) == (("2",), ())
    assert (found["7"].obsolete, found["7"].preferred) == (True, "Older northern anaemia (disorder)")
    core = f"({CORE} SNOMED CT core module)"
    assert [(said.sentence.partition(";")[0], said.left_out) for said in parsed.problems] == [
        (f"Concepts of other modules that are taken for the names that the chosen modules give them: 1 {core}", False),
        ("Concepts of the chosen modules that have no name in these, and are left out: 1", True),
        (
            f"Parent links of the chosen modules that lead to concepts outside of these, and are left out: 1 {core}",
            True,
        ),
    ]


def test_an_extension_without_its_core_says_so(tmp_path: Path) -> None:
    path = next(edition(tmp_path).rglob("sct2_Concept_*"))
    path.write_text("".join(line for line in path.open() if CORE not in line), encoding="utf-8")
    sentences = [said.sentence for said in read_file(tmp_path, modules=[NORTH]).problems]
    assert any("left out: 2 (not in these files)" in one for one in sentences)  # the links of 5 to 1 and to 8


def test_a_module_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=rf"nothing of module “123”; choose among {NORTH}, {CORE} SNOMED CT core module"):
        read_file(edition(tmp_path), modules=[NORTH, "123"])


def test_of_a_full_release_the_newest_row_says_the_module(tmp_path: Path) -> None:
    moved = (3, "20210131", 1, NORTH, "2", "en", SYNONYM, "Anaemia")
    edition(tmp_path, "Full", [moved])
    assert taken(tmp_path, CORE)["2"] == ["Anaemia (disorder)"]
    assert [one.names for one in rf2.modules(tmp_path)] == [5, 3, 1]


def test_an_extension_without_the_core_says_whose_names_it_has_alone(tmp_path: Path) -> None:
    """Concepts that it translates were read as any other, without a word."""
    terms, tail = tmp_path / "Ext" / "Snapshot" / "Terminology", "SE1000999_20210131.txt"
    heading = "id effectiveTime active moduleId definitionStatusId"
    written(terms / f"sct2_Concept_Snapshot_{tail}", heading, [("5", "20210131", 1, NORTH, "d")])
    heading = "id effectiveTime active moduleId conceptId languageCode typeId term caseSignificanceId"
    english = [(1, "20210131", 1, NORTH, "5", "en", FSN, "Northern anaemia (disorder)", "c")]
    swedish = [(2, "20210131", 1, NORTH, "2", "sv", SYNONYM, "anemi", "c")]
    written(terms / f"sct2_Description_Snapshot-en_{tail}", heading, english)
    written(terms / f"sct2_Description_Snapshot-sv_{tail}", heading, swedish)
    heading = "id effectiveTime active moduleId sourceId destinationId relationshipGroup typeId"
    links = [(3, "20210131", 1, NORTH, "5", "2", 0, IS_A), (4, "20210131", 1, NORTH, "5", "1", 0, IS_A)]
    written(terms / f"sct2_Relationship_Snapshot_{tail}", heading, links)
    parsed = read_file(tmp_path / "Ext")
    assert (parsed.live, parsed.distinct_names, parsed.edges) == (2, 2, 1)
    assert [one.sentence.partition(";")[0] for one in parsed.problems] == [
        "Concepts with names in Ext that its file of concepts does not list: 1 (2 first)",
        "Parent links to concepts that are not in Ext or not in use, and are left out: 1 (5 under 1 first)",
    ]
