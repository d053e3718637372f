"""What this server says that it can do, and the code systems it has."""

from __future__ import annotations

from typing import Any

from engine.errors import NotFound
from engine.formats.fhir_values import id_of, rights_in
from engine.serving.calls import Call, Reply
from engine.serving.fhir.given import with_body
from engine.serving.fhir.resources import resource, text
from engine.serving.fhir.systems import ServedSystem, system_of, systems
from engine.workbench import Workbench

FHIR = "4.0.1"
DEFINED = "http://hl7.org/fhir/OperationDefinition/"
OFFERED = {
    "CodeSystem": (
        ("lookup", "CodeSystem-lookup"),
        ("validate-code", "CodeSystem-validate-code"),
        ("subsumes", "CodeSystem-subsumes"),
    ),
    "ValueSet": (("expand", "ValueSet-expand"), ("validate-code", "ValueSet-validate-code")),
    "ConceptMap": (("translate", "ConceptMap-translate"),),
}
SINCE = "2026-01-01"  # of what is offered


def capabilities(workbench: Workbench, call: Call) -> Reply:
    """A CapabilityStatement; with mode=terminology TerminologyCapabilities."""
    call = with_body(call)
    if call.one("mode") == "terminology":
        return resource(_terminology(workbench))
    resources = [
        {
            "type": kind,
            **({"interaction": [{"code": "read"}, {"code": "search-type"}]} if kind == "CodeSystem" else {}),
            "operation": [{"name": name, "definition": DEFINED + defined} for name, defined in offered],
        }
        for kind, offered in OFFERED.items()
    ]
    about = {**_about(call), "resourceType": "CapabilityStatement", "fhirVersion": FHIR, "format": ["json"]}
    return resource({**about, "rest": [{"mode": "server", "resource": resources}]})


def found_systems(workbench: Workbench, call: Call) -> Reply:
    """The code systems, without their concepts, as a Bundle; those of one “url” where it is given."""
    url = with_body(call).one("url")
    every = systems(workbench)
    if url:
        every = [ServedSystem(one.terminology, url) for one in every if one.is_at(url)]
    folder = f"{call.base}/fhir/CodeSystem/"
    entries = [{"fullUrl": folder + id_of(one.terminology.slug), "resource": _system(one)} for one in every]
    found: dict[str, Any] = {"resourceType": "Bundle", "type": "searchset", "total": len(entries)}
    return resource({**found, "entry": entries} if entries else found)


def read_system(workbench: Workbench, call: Call) -> Reply:
    """One code system by its short name, without its concepts; NotFound for one that is not there."""
    with_body(call)
    if call.path["id"].startswith("$"):
        offered = ", ".join(f"${name}" for name, _ in OFFERED["CodeSystem"])
        raise NotFound(f"There is no operation “{call.path['id'][:100]}” of code systems here; there are {offered}.")
    return resource(_system(system_of(workbench, call.path["id"])))


def _about(call: Call) -> dict[str, Any]:
    return {
        "status": "active",
        "date": SINCE,
        "kind": "instance",
        "software": {"name": "Nomenclator"},
        "implementation": {"description": "Nomenclator, for reading", "url": f"{call.base}/fhir"},
    }


def _terminology(workbench: Workbench) -> dict[str, Any]:
    return {
        "resourceType": "TerminologyCapabilities",
        "status": "active",
        "date": SINCE,
        "kind": "instance",
        "software": {"name": "Nomenclator"},
        "implementation": {"description": "Nomenclator, for reading"},
        "codeSystem": [{"uri": one.url, **_version(one)} for one in systems(workbench)],
        "expansion": {"paging": True, "parameter": [{"name": name} for name in ("filter", "count", "offset")]},
        "codeSearch": "all",
        "translation": {"needsMap": False},
    }


def _version(one: ServedSystem) -> dict[str, Any]:
    version = one.terminology.version
    return {"version": [{"code": text(version)}]} if version else {}


def _system(one: ServedSystem) -> dict[str, Any]:
    known = one.terminology
    found = {
        "resourceType": "CodeSystem",
        "id": id_of(known.slug),
        "url": one.url,
        "version": known.version,
        "title": known.title,
        **rights_in(known.licence),
        "status": "active",
        "content": "not-present",
        "count": known.concepts,
    }
    return {key: text(value) if isinstance(value, str) else value for key, value in found.items() if value}
