"""The canonical address that a file says of its terminology is kept, and written wherever an address is written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import rdflib
from rdflib.namespace import OWL, RDF, SKOS

from engine.errors import BadInput
from engine.formats.mapping_sets.mappings import read_reference
from engine.formats.ontologies.addresses import SHIPPED, Addresses, address_of
from engine.formats.registry import FORMATS
from engine.jobs import worker
from engine.workbench import SourceFile, Workbench
from store.records.terminology import Terminology
from store.records.training import COMPLETED
from tests.mapped import started

URL = "http://example.org/fhir/CodeSystem/others"
SYSTEM = {
    "resourceType": "CodeSystem",
    "url": URL,
    "version": "2",
    "title": "Others",
    "concept": [
        {"code": "T", "display": "Diseases"},
        {"code": "T2", "display": "Heart attack", "property": [{"code": "parent", "valueCode": "T"}]},
        {"code": "T3", "display": "Cardiac failure", "property": [{"code": "parent", "valueCode": "T"}]},
    ],
}
THESAURUS = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dct: <http://purl.org/dc/terms/> .
<http://example.org/thesaurus> a skos:ConceptScheme ; dct:title "Thesaurus" .
<http://example.org/th/1> a skos:Concept ; skos:prefLabel "Heart"@en .
<http://example.org/th/2> a skos:Concept ; skos:prefLabel "Valve"@en ; skos:broader <http://example.org/th/1> .
"""
ACTIVITIES = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://example.org/nace> a skos:ConceptScheme .
<http://example.org/nace/01> a skos:Concept ; skos:notation "01" ; skos:prefLabel "Farming"@en .
<http://example.org/nace/02> a skos:Concept ; skos:notation "02" ; skos:prefLabel "Forestry"@en .
<http://example.org/nace/0111> a skos:Concept ; skos:notation "01.11" ; skos:prefLabel "Growing of cereals"@en ;
    skos:broader <http://example.org/nace/01> .
<http://example.org/nace/01110> a skos:Concept ; skos:notation "01.11.0" ; skos:prefLabel "Growing of wheat"@en ;
    skos:broader <http://example.org/nace/0111> .
<http://example.org/nace/03> a skos:Concept ; skos:notation "03" ; skos:prefLabel "Fishing"@en .
"""
ONTOLOGY = """@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://example.org/onto> a owl:Ontology .
<http://example.org/onto#Heart> a owl:Class ; rdfs:label "Heart" .
<http://example.org/onto#Valve> a owl:Class ; rdfs:label "Valve" ; rdfs:subClassOf <http://example.org/onto#Heart> .
"""


def imported(bench: Workbench, path: Path, text: str, name: str, update: bool = False) -> Terminology:
    """The file taken in, as an update where it is one; what the workspace says of it."""
    path.write_text(text, encoding="utf-8")
    queue = bench.versions.queue if update else bench.terminologies.queue_import
    run = worker.execute(bench.workspace, queue(SourceFile(path), name, who="ann"))
    assert run.status == COMPLETED, run.error
    return next(one for one in bench.terminologies.all() if one.slug == name)


def changed(**more: Any) -> str:
    """The code system with a further concept, and other fields; None takes one out."""
    made = SYSTEM | {"concept": [*SYSTEM["concept"], {"code": "T9", "display": "New"}]} | more  # type: ignore[misc]
    return json.dumps({key: value for key, value in made.items() if value is not None})


@pytest.fixture
def others(workbench: Workbench, tmp_path: Path) -> Workbench:
    """The small workspace with the code system as “others”."""
    imported(workbench, tmp_path / "others.fhir.json", json.dumps(SYSTEM), "others")
    return workbench


def test_a_code_system_keeps_its_url_out_and_in(others: Workbench, tmp_path: Path) -> None:
    """It became urn:nomenclator:others."""
    out = tmp_path / "out.fhir.json"
    others.exports.write_terminology(out, "others", "fhir")
    written = json.loads(out.read_text(encoding="utf-8"))
    assert (written["url"], written["version"]) == (URL, "2")
    skos = tmp_path / "out.ttl"
    others.exports.write_terminology(skos, "others", "skos")
    again = imported(others, skos, skos.read_text(encoding="utf-8"), "again")
    assert (again.address, again.namespace) == (URL, f"{URL}/")
    graph = rdflib.Graph().parse(skos)
    assert set(graph.subjects(RDF.type, SKOS.Concept)) == {rdflib.URIRef(f"{URL}/{code}") for code in ("T", "T2", "T3")}


def test_a_code_system_keeps_its_publisher_out_and_in(workbench: Workbench, tmp_path: Path) -> None:
    """It was read and forgotten."""
    said = {"copyright": "Free for any use.", "publisher": "Acme Inc."}
    found = imported(workbench, tmp_path / "p.fhir.json", json.dumps(SYSTEM | said), "p")
    assert found.licence == "Free for any use. Publisher: Acme Inc."
    out = tmp_path / "out.fhir.json"
    workbench.exports.write_terminology(out, "p", "fhir")
    written = json.loads(out.read_text(encoding="utf-8"))
    assert {key: written[key] for key in said} == said


def test_our_own_address_is_not_kept(workbench: Workbench, tmp_path: Path) -> None:
    """Else a terminology would have that of another's short name."""
    endings = {"fhir": "fhir.json", "skos": "ttl", "owl": "owl"}
    for format in endings:
        out = tmp_path / f"out.{endings[format]}"
        workbench.exports.write_terminology(out, "organs", format)
        text = out.read_text(encoding="utf-8")
        assert "urn:nomenclator:organs" in text
        made = imported(workbench, out, text, f"in-{format}")
        assert (made.address, made.namespace, made.concepts) == ("", "", 9), format
        assert not workbench.terminologies.concept(made.slug, "H1").concept.notes


@pytest.mark.parametrize(
    ("name", "text", "address", "format"),
    [
        ("thesaurus.ttl", THESAURUS, "http://example.org/thesaurus", "skos"),
        ("activities.ttl", ACTIVITIES, "http://example.org/nace", "skos"),
        ("onto.ttl", ONTOLOGY, "http://example.org/onto", "owl"),
    ],
)
def test_the_addresses_of_concepts_go_out_as_they_came(
    workbench: Workbench, tmp_path: Path, name: str, text: str, address: str, format: str
) -> None:
    kept = imported(workbench, tmp_path / name, text, "given")
    assert kept.address == address
    out = tmp_path / f"out.{format}"
    for turn in range(2):  # as imported, and what was written imported again
        workbench.exports.write_terminology(out, "given", format)
        came = rdflib.Graph().parse(data=text)
        went = rdflib.Graph().parse(out, format="turtle" if format == "skos" else "xml")
        kinds = (SKOS.ConceptScheme, SKOS.Concept, OWL.Ontology, OWL.Class)
        assert all(set(came.subjects(RDF.type, kind)) == set(went.subjects(RDF.type, kind)) for kind in kinds), turn
        links = (SKOS.broader, rdflib.RDFS.subClassOf)
        assert all(set(came.subject_objects(link)) == set(went.subject_objects(link)) for link in links), turn
        workbench.upkeep.delete("given", "ann")
        workbench.upkeep.tidy()
        again = imported(workbench, tmp_path / f"again{turn}.{format}", out.read_text(encoding="utf-8"), "given")
        assert (again.address, again.namespace, again.concepts) == (kept.address, kept.namespace, kept.concepts)


def test_mappings_say_the_address_of_either_side_and_come_back(others: Workbench, tmp_path: Path) -> None:
    number = started(others)
    others.mapping_decisions.decide(number, ["H1", "H2"], "mapped", "ann")
    sssom, fhir = tmp_path / "out.sssom.tsv", tmp_path / "out.fhir.json"
    for path in (sssom, fhir):
        others.mapping_files.export(number, path)
    (group,) = json.loads(fhir.read_text(encoding="utf-8"))["group"]
    assert (group["source"], group["target"]) == ("urn:nomenclator:organs", URL)
    assert {one["target"][0].get("code", "") for one in group["element"]} <= {"", "T", "T2", "T3"}
    text = sssom.read_text(encoding="utf-8")
    assert f'#  others: "{URL}/"' in text and '#  http: "http:"' in text and f"\t{URL}\t" in text
    known = ("organs", {"H1", "H2"}), ("others", {"T2", "T3"})
    mapped = {"H1": {"T2": "skos:exactMatch"}, "H2": {"T3": "skos:exactMatch"}}
    assert read_reference(sssom, *known) == read_reference(fhir, *known) == mapped
    copy = started(others)
    assert others.mapping_files.load(copy, sssom, "ann").decisions == 2


def test_names_and_edits_as_mappings_say_the_address(others: Workbench, tmp_path: Path) -> None:
    others.synonyms.add("others", "T2", "coronary", "ann", "")
    for kind in ("terminology", "edits"):
        out = tmp_path / f"{kind}.sssom.tsv"
        others.exports.write(kind, out, terminology="others")
        text = out.read_text(encoding="utf-8")
        assert f'#  others: "{URL}/"' in text and "urn:nomenclator:others" not in text
        assert all(f"\t{URL}\t" in line for line in text.splitlines() if "\tothers:T" in line), kind
    others.exports.write("edits", tmp_path / "edits.fhir.json", terminology="others")
    (group,) = json.loads((tmp_path / "edits.fhir.json").read_text(encoding="utf-8"))["group"]
    assert group["target"] == URL and group["element"][0]["target"][0]["code"] == "T2"


def test_an_update_keeps_the_address_unless_its_file_says_another(others: Workbench, tmp_path: Path) -> None:
    kept = imported(others, tmp_path / "next.json", changed(url=None), "others", update=True)
    assert (kept.address, kept.namespace) == (URL, f"{URL}/")
    moved = imported(
        others,
        tmp_path / "moved.json",
        changed(url="https://example.org/moved#", concept=SYSTEM["concept"]),
        "others",
        True,
    )
    assert (moved.address, moved.namespace) == ("https://example.org/moved#",) * 2


def test_an_address_is_given_by_hand_and_taken_back(workbench: Workbench) -> None:
    with pytest.raises(BadInput, match="“organs list” is no address of a terminology; write one such as"):
        workbench.upkeep.describe("organs", "ann", address="organs list")
    given = workbench.upkeep.describe("organs", "ann", address="http://example.org/organs")
    assert (given.address, given.namespace) == ("http://example.org/organs", "http://example.org/organs/")
    workbench.history.undo("ann")
    (organs,) = workbench.terminologies.all()
    assert (organs.address, organs.namespace) == ("", "")


ICD10CM = "http://hl7.org/fhir/sid/icd-10-cm"


def test_what_ships_is_at_its_publishers_address_in_old_workspaces_too(workbench: Workbench) -> None:
    """Exports called ICD-10-CM “urn:nomenclator:icd10cm”, which no other program knows."""
    shipped = replace(workbench.terminologies.all()[0], slug="icd", source="simple-icd-10-cm", address="", namespace="")
    prefixes: dict[str, str] = {}
    assert Addresses.of(shipped).curie("I21.9", "icd", prefixes) == "icd:I21.9" and address_of(shipped) == ICD10CM
    assert prefixes == {"icd": f"{ICD10CM}/"} and Addresses.of(shipped).systems == {"icd": ICD10CM}
    own = replace(shipped, address="http://example.org/cs", namespace="http://example.org/cs#")  # a person gave it
    assert (address_of(own), Addresses.of(own).namespaces) == (own.address, {"icd": own.namespace})
    hpo = replace(shipped, source="HPO")
    assert address_of(hpo) == "http://purl.obolibrary.org/obo/hp.owl" and Addresses.of(hpo).namespaces == {}
    assert address_of(replace(shipped, source="icd10cm.csv")) == "urn:nomenclator:icd"


def test_what_ships_is_listed_with_its_publishers_address_unless_a_person_gave_one(workbench: Workbench) -> None:
    """The list had none in workspaces of an older version."""
    with workbench.workspace.writing() as db:
        db.execute("UPDATE terminologies SET source = 'HPO', address = '', namespace = ''")
    assert [one.address for one in workbench.terminologies.all()] == [SHIPPED["HPO"]]
    workbench.upkeep.describe("organs", "ann", address="http://example.org/cs")
    assert [one.address for one in workbench.terminologies.all()] == ["http://example.org/cs"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["icd10cm", "hpo", "mondo"])
def test_the_sample_terminologies_come_with_their_addresses(name: str) -> None:
    found = FORMATS[name].load().read()
    assert found.source in SHIPPED and found.address == SHIPPED[found.source]
    assert found.namespace == (f"{ICD10CM}/" if name == "icd10cm" else "")
