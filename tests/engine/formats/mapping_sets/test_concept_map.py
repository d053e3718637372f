"""Mappings as a ConceptMap of FHIR: valid by fhir.resources, read back without loss, and read from others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fhir.resources.R4B.conceptmap import ConceptMap
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.errors import BadInput
from engine.formats.mapping_sets.concept_map import read_rows, recognises_map, write_mappings
from engine.formats.mapping_sets.mapping_files import AboutMappings
from engine.formats.mapping_sets.mappings import Mapping, MappingSet, read_reference, write_suggestions
from engine.formats.mapping_sets.sssom import SLOTS
from engine.jobs import worker
from engine.normalisation.request import NormalisationRequest
from engine.workbench import Workbench
from tests.budget import examples

ABOUT = AboutMappings("one", "Organs", "A comment.", {"organs": "urn:nomenclator:organs:"})
SET = MappingSet("organs", "hpo", "Organs", "HPO", "vectors", "2026-11-23T10:00:00")
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)


def valid(path: Path) -> dict[str, Any]:
    """The content of a file, which must be a ConceptMap."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    ConceptMap.model_validate(found)
    return found


def test_suggestions_stand_between_two_code_systems(tmp_path: Path) -> None:
    mappings = [
        Mapping(
            "H1", "Myocardial infarction", "HP:0001658", "Myocardial infarction", "skos:exactMatch", 0.95, "", True
        ),
        Mapping("H2", "Heart failure", "HP:0001635", "Congestive heart failure", "skos:narrowMatch", 0.6),
    ]
    write_suggestions(tmp_path / "map.fhir.json", mappings, SET, "fhir")
    write_suggestions(tmp_path / "map.sssom.tsv", mappings, SET)

    (group,) = valid(tmp_path / "map.fhir.json")["group"]
    assert (group["source"], group["target"]) == ("urn:nomenclator:organs", "urn:nomenclator:hpo")
    first, second = group["element"]
    assert (first["code"], first["target"][0]["code"]) == ("H1", "HP:0001658")
    assert [one["target"][0]["equivalence"] for one in (first, second)] == ["equivalent", "narrower"]
    assert second["target"][0]["comment"]  # FHIR wants one there
    known = ("organs", {"H1", "H2"}), ("hpo", {"HP:0001658", "HP:0001635"})
    assert read_reference(tmp_path / "map.fhir.json", *known) == read_reference(tmp_path / "map.sssom.tsv", *known)


@given(
    st.lists(
        st.lists(TEXTS | st.none() | st.floats(allow_nan=False, allow_infinity=False), min_size=17, max_size=17),
        max_size=5,
    )
)
@example([["\xa0", "\x07 \u2003", *[None] * 15]])
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_rows_come_back(tmp_path: Path, rows: list[list[str | float | None]]) -> None:
    heading = [*SLOTS, "ext_terminology", "ext_note"]
    assert write_mappings(tmp_path / "any.fhir.json", heading, rows, ABOUT) == len(rows)

    valid(tmp_path / "any.fhir.json")
    found = list(read_rows(tmp_path / "any.fhir.json"))
    assert found[0] == heading
    assert found[1:] == [
        ["" if cell is None else str(cell) for cell in row] for row in rows if len(row) == len(heading)
    ]


def test_decisions_go_out_and_come_back(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = tmp_path / "names.csv"
    names.write_text("text\nheart attack\nqqqq\n", encoding="utf-8")
    request = NormalisationRequest(file=str(names), terminology="organs", calibrate=False)
    number = worker.execute(workbench.workspace, workbench.normalisation.queue(request)).result["normalisation"]
    first, second = sorted(workbench.answers.queue(number))
    workbench.decisions.decide(number, [first], "accept", "Ada", comment="sure\x07")
    workbench.decisions.decide(number, [second], "none", "Ada")
    out = tmp_path / "decided.fhir.json"

    assert main(["export", "decisions", "--format", "fhir", "--out", str(out)]) == 0
    (group,) = valid(out)["group"]
    assert group["target"] == "urn:nomenclator:organs" and "source" not in group
    tied, nothing = group["element"]
    assert (tied["display"], tied["target"][0]["code"]) == ("heart attack", "H1")
    assert nothing["target"][0]["equivalence"] == "unmatched" and "code" not in nothing["target"][0]
    other = Workbench(tmp_path / "other")
    main(["import", str(_organs(tmp_path)), "--name", "organs", "--workspace", str(other.workspace.folder)])
    assert other.exports.load(out, "Ben")["loaded"] == 2
    again = other.normalisation.all()[0].id
    lines = [
        workbench.answers.lines(number, order="as in the file"),
        other.answers.lines(again, order="as in the file"),
    ]
    assert lines[0] == lines[1]


def _organs(folder: Path) -> Path:
    path = folder / "organs.csv"
    path.write_text("id,name,synonyms\nH1,Myocardial infarction,heart attack\n", encoding="utf-8")
    return path


def test_answers_go_out_by_their_ending(workbench: Workbench, tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("text,ward\nheart attack,7\n", encoding="utf-8")
    request = NormalisationRequest(file=str(names), terminology="organs", calibrate=False)
    number = worker.execute(workbench.workspace, workbench.normalisation.queue(request)).result["normalisation"]
    workbench.normalisation.export(number, tmp_path / "answers.fhir.json")

    (group,) = valid(tmp_path / "answers.fhir.json")["group"]
    assert group["target"] == "urn:nomenclator:organs" and group["element"][0]["target"][0]["code"] == "H1"
    assert group["element"][0]["target"][0]["equivalence"] == "equivalent"


def test_a_map_of_another_program_is_a_reference(tmp_path: Path) -> None:
    element = {"code": "H1", "display": "MI", "target": [
        {"code": "I21", "equivalence": "wider"}, {"code": "I22", "equivalence": "disjoint"}]}  # fmt: skip
    element_without = {"code": "H2", "target": [{"equivalence": "unmatched"}]}
    group = {"source": "urn:x", "target": "http://hl7.org/fhir/sid/icd-10-cm", "element": [element, element_without]}
    path = tmp_path / "theirs.json"
    path.write_text(json.dumps({"resourceType": "ConceptMap", "status": "active", "group": [group]}), encoding="utf-8")

    assert recognises_map(path.read_text())
    assert read_reference(path) == {"H1": {"I21": "skos:broadMatch"}}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"resourceType": "CodeSystem"}', "import it on the Terminologies page"),
        ('{"resourceType": "Patient"}', "is no ConceptMap"),
        ('{"resourceType": "ConceptMap"', "not well-formed JSON"),
        ('{"resourceType": "ConceptMap"}', "is no export of this program"),
    ],
)
def test_what_is_no_map_of_ours_is_not_loaded(workbench: Workbench, tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "a.fhir.json").write_text(content, encoding="utf-8")

    with pytest.raises(BadInput, match=said):
        workbench.exports.load(tmp_path / "a.fhir.json", "Ada")
