"""What an operation of FHIR was given: in the address, in a form, or as a resource of Parameters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.errors import BadInput
from engine.formats.opening.json_text import read_json
from engine.serving.calls import Call

CODINGS = ("valueCoding", "valueCodeableConcept")
FORMATS = ("", "json", "application/json", "application/fhir+json", "text/json")


def with_body(call: Call) -> Call:
    """The call with the parameters of its body among its values; a coding gives “system”, “code” and “display”.

    BadInput for a body that is no resource of Parameters, and for another format than JSON.
    """
    if call.one("_format") not in FORMATS:
        raise BadInput("Answers come in JSON only; leave “_format” out, or set it to json.")
    if not call.body:
        return _flat(call, dict(call.values))
    given = read_json(call.body, "The body", "send a resource of Parameters in JSON")
    if not isinstance(given, dict) or given.get("resourceType") != "Parameters":
        raise BadInput("The body is no resource of Parameters; send one, or put the parameters into the address.")
    found = {name: list(values) for name, values in call.values.items()}
    parts = given.get("parameter", [])
    if not isinstance(parts, list):
        raise BadInput("“parameter” of the body is no list; correct it.")
    for part in parts:
        if isinstance(part, dict) and isinstance(part.get("name"), str):
            _take(found, part["name"], part)
    return _flat(call, found)


def _take(found: dict[str, list[str]], name: str, part: dict[str, Any]) -> None:
    for key, value in part.items():
        if key == "resource":
            raise BadInput(f"“{name}” holds a resource; here they are named by their address only.")
        if not key.startswith("value"):
            continue
        if key in CODINGS:
            for coding in _codings(value):
                for field in ("system", "code", "display"):
                    if isinstance(coding.get(field), str):
                        found.setdefault(field, []).append(coding[field])
        elif isinstance(value, (str, int, float)):
            found.setdefault(name, []).append(str(value).lower() if isinstance(value, bool) else str(value))


def _codings(value: Any) -> list[dict[str, Any]]:
    """The first coding of a CodeableConcept, or the coding itself."""
    codings = value.get("coding", [value]) if isinstance(value, dict) else []
    return [one for one in codings if isinstance(one, dict)][:1] if isinstance(codings, list) else []


def _flat(call: Call, values: dict[str, list[str]]) -> Call:
    """“coding” of an address, SYSTEM|CODE, as “system” and “code”."""
    for coding in values.get("coding", [])[:1]:
        system, bar, code = coding.partition("|")
        if bar:
            values = {**values, "system": [system], "code": [code]}
    return replace(call, values=values)
