"""FHIR R4 terminology of which there is more than one release."""

from __future__ import annotations

from pathlib import Path

from engine.jobs import worker
from engine.workbench import SourceFile, Workbench
from store.records.training import DONE
from tests.conftest import TERMS
from tests.engine.serving.asking import Visitor
from tests.engine.serving.test_fhir import ORGANS, parts, resource_of, value
from tests.mapped import OTHERS, with_others


def update(workbench: Workbench, file: Path, text: str, name: str) -> None:
    """Take in a text as the next release of a terminology."""
    file.write_text(text, encoding="utf-8")
    run = worker.execute(workbench.workspace, workbench.versions.queue(SourceFile(file), name, who="ann"))
    assert run.status == DONE, run.error


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
