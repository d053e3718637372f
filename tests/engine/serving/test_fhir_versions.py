"""FHIR R4 terminology of which there is more than one release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.jobs import worker
from engine.serving.fhir.systems import SYSTEMS
from engine.workbench import SourceFile, Workbench
from store.records.training import COMPLETED
from tests.conftest import TERMS
from tests.engine.serving.asking import Visitor
from tests.engine.serving.test_fhir import ORGANS, parts, resource_of, value
from tests.mapped import OTHERS, with_others


def update(workbench: Workbench, file: Path, text: str, name: str) -> None:
    """Take in a text as the next release of a terminology."""
    file.write_text(text, encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.versions.queue(SourceFile(file), name, who="ann"))
    assert run.status == COMPLETED, run.error


def test_a_translation_without_a_target_leaves_older_releases_out(workbench: Workbench, tmp_path: Path) -> None:
    """The releases before the newest answered too, those of the source itself among them."""
    with_others(workbench, tmp_path)
    update(workbench, tmp_path / "organs.csv", f"{TERMS}L4,Cough,,L\n", "organs")
    update(workbench, tmp_path / "others.csv", f"{OTHERS}T7,Cough,,T4\n", "others")
    older = next(one.slug for one in workbench.terminologies.all() if one.newer == "organs")
    visitor = Visitor(workbench)

    for system in (ORGANS, older):
        found = parts(resource_of(visitor, "ConceptMap/$translate", system=system, code="H1"), "match")
        assert {value(one, "concept")["system"] for one in found} == {"urn:nomenclator:others"}, system
    asked_for = resource_of(visitor, "ConceptMap/$translate", system=ORGANS, code="H1", targetsystem=older)
    assert value(parts(asked_for, "match")[0], "concept")["code"] == "H1"


@pytest.mark.parametrize("address", ["urn:nomenclator:hpo", SYSTEMS["hpo"], "hpo", "http://example.org/phenotypes"])
def test_an_older_release_answers_to_every_address_of_its_terminology(
    workbench: Workbench, tmp_path: Path, address: str
) -> None:
    """Only the address that stands in its file found it; at the others it was to be imported, which it was already."""
    file = tmp_path / "phenotypes.fhir.json"
    content = {"resourceType": "CodeSystem", "url": "http://example.org/phenotypes"}
    for version, codes in {"1": ["P1"], "2": ["P1", "P2"]}.items():
        concepts = [{"code": code, "display": f"Phenotype {code}"} for code in codes]
        file.write_text(json.dumps(content | {"version": version, "concept": concepts}), encoding="utf-8")
        queue = workbench.versions.queue if version == "2" else workbench.terminologies.queue_import
        assert worker.execute(workbench.workspace, queue(SourceFile(file), "hpo", who="ann")).status == COMPLETED
    visitor = Visitor(workbench)

    found = resource_of(visitor, "CodeSystem/$lookup", system=address, code="P1", version="1")
    assert value(found, "version") == "1"
    of_set = {"url": f"{address}?fhir_vs", "system": address, "code": "P1", "systemVersion": "1"}
    assert value(resource_of(visitor, "ValueSet/$validate-code", **of_set), "result") is True
    refused = visitor.get("/fhir/CodeSystem/$lookup", system=address, code="P1", version="3").json
    assert "is of version “2” here, and not “3”" in refused["issue"][0]["diagnostics"]
