"""A mapping project of SNOMED CT goes out as an RF2 simple map, from either end, says what is not in it, and is read
back."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.formats.mapping_sets.mappings import read_reference
from engine.formats.rf2.rf2_writing import identifier, is_concept_id
from engine.terminology import importing
from engine.workbench import Workbench
from tests.mapped import EXACT, started, with_others

SPACE = "1000003"
CODES = [identifier(number, SPACE, "10") for number in range(10, 17)]
ROOT, HEART, ATTACK, FAILURE, LUNG, ASTHMA, INFECTION = CODES


@pytest.fixture
def bench(workbench: Workbench, tmp_path: Path) -> Workbench:
    """“organs” beside “others”, whose ids are SNOMED CT's."""
    rows = [
        (ROOT, "Diseases", ""),
        (HEART, "Diseases of the heart", ROOT),
        (ATTACK, "Heart attack", HEART),
        (FAILURE, "Cardiac failure", HEART),
        (LUNG, "Diseases of the lung", ROOT),
        (ASTHMA, "Bronchial asthma", LUNG),
        (INFECTION, "Lung infection", LUNG),
    ]
    file = tmp_path / "others.csv"
    text = "id,name,parents\n" + "".join(f"{id},{name},{parent}\n" for id, name, parent in rows)
    file.write_text(text, encoding="utf-8")
    for _ in importing.import_file(workbench.workspace, {"path": str(file), "name": "others", "title": "Others"}):
        pass
    return workbench


def rows_of(path: Path) -> list[list[str]]:
    """The cells of a file of RF2, the heading first."""
    return [line.split("\t") for line in path.read_bytes().decode().removesuffix("\r\n").split("\r\n")]


def test_decided_exact_mappings_go_out_and_come_back(bench: Workbench, tmp_path: Path) -> None:
    number = started(bench)
    decide = bench.mapping_decisions.decide
    decide(number, ["H1"], "mapped", "ann", targets={ATTACK: "exact", HEART: "broad"}, reason="two\twords")
    decide(number, ["H2"], "mapped", "ann", targets={FAILURE: "exact"})
    bench.mapping_decisions.confirm(number, ["H2"], "ben", "agreed")
    decide(number, ["L1"], "mapped", "ann", targets={ASTHMA: "exact"})
    decide(number, ["L1"], "none", "ben")
    decide(number, ["L3"], "none", "ann")
    decide(number, ["H3"], "flag", "ben", addressed="ann")
    out = tmp_path / "map.txt"
    assert bench.mapping_files.export(number, out, "rf2-map", SPACE) == 2
    heading, *rows = rows_of(out)
    assert heading == ["id", "effectiveTime", "active", "moduleId", "refsetId", "referencedComponentId", "mapTarget"]
    assert sorted((row[5], row[6]) for row in rows) == sorted([(ATTACK, "H1"), (FAILURE, "H2")])
    day = bench.mapping_lines.case(number, "H2").decisions[-1].when[:10].replace("-", "")
    assert {(row[1], row[2], row[3]) for row in rows} == {(day, "1", identifier(1, SPACE, "10"))}
    (refset,) = {row[4] for row in rows}
    assert is_concept_id(refset) and SPACE in refset and len({row[0] for row in rows}) == 2
    assert bench.mapping_files.losses(number, "rf2-map") == [
        "An RF2 map has no place for relations other than exact: 1 mapping is left out.",
        "People contradict each other: 1 line is left out.",
        "No match or no decision: 6 lines are left out.",
        "An RF2 map has no place for who decided, when, why and what they saw; SSSOM and FHIR keep it.",
    ]
    assert bench.mapping_files.losses(number, "sssom", undecided=True) == []
    again = tmp_path / "again.txt"
    bench.mapping_files.export(number, again, namespace=SPACE)
    assert again.read_bytes() == out.read_bytes()
    other = started(bench)
    merged = bench.mapping_files.load(other, out, "eve")
    assert (merged.mappings, merged.left_out) == (2, 0)
    loaded = {source: bench.mapping_lines.case(other, source).loaded for source in ("H1", "H2", "L1")}
    assert {source: [(one.target, one.predicate) for one in found] for source, found in loaded.items()} == {
        "H1": [(ATTACK, EXACT)],
        "H2": [(FAILURE, EXACT)],
        "L1": [],
    }


def test_a_map_from_snomed_ct_stands_the_same_way_round(bench: Workbench, tmp_path: Path) -> None:
    number = started(bench, source="others", target="organs")
    bench.mapping_decisions.decide(number, [ATTACK], "mapped", "ann", targets={"H1": "exact"})
    out = tmp_path / "map.txt"
    assert bench.mapping_files.export(number, out, namespace=SPACE) == 1
    assert read_reference(out) == {ATTACK: {"H1": EXACT}}
    assert bench.mapping_files.load(number, out, "eve").mappings == 1
    assert bench.mapping_files.load(started(bench), out, "eve").mappings == 1  # the other way round


def test_what_no_map_can_be_made_of_is_said(bench: Workbench, tmp_path: Path) -> None:
    number, out = started(bench), tmp_path / "map.txt"
    with pytest.raises(BadInput, match="An RF2 map needs your extension's namespace of seven digits"):
        bench.mapping_files.export(number, out)
    with pytest.raises(BadInput, match=r"decide first\. No match or no decision: 9 lines are left out"):
        bench.mapping_files.export(number, out, namespace=SPACE)
    with pytest.raises(BadInput, match="means something to RF2 only"):
        bench.mapping_files.export(number, tmp_path / "map.sssom.tsv", namespace=SPACE)
    with pytest.raises(BadInput, match=r"let it end in \.txt"):
        bench.mapping_files.export(number, tmp_path / "map.sssom.tsv", "rf2-map", SPACE)
    assert not out.exists()


def test_two_terminologies_without_snomed_ct_make_no_map(workbench: Workbench, tmp_path: Path) -> None:
    bench = with_others(workbench, tmp_path)
    number = started(bench)
    bench.mapping_decisions.decide(number, ["H1"], "mapped", "ann", targets={"T2": "exact"})
    with pytest.raises(BadInput, match="concepts without an id of SNOMED CT: 1 mapping is left out"):
        bench.mapping_files.export(number, tmp_path / "map.txt", namespace=SPACE)
