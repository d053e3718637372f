"""Resources of FHIR as replies: parameters, outcomes, extensions of ours."""

from __future__ import annotations

from typing import Any

from engine.formats.fhir_values import EXTENSION, held
from engine.serving.calls import Reply, json_reply

MEDIA = "application/fhir+json"
KINDS = {
    400: "invalid",
    404: "not-found",
    405: "not-supported",
    406: "not-supported",
    413: "too-long",
    422: "not-supported",
}


def resource(content: dict[str, Any], status: int = 200) -> Reply:
    """A reply that is a resource."""
    return json_reply(content, MEDIA, status)


def outcome(status: int, sentence: str) -> Reply:
    """What went wrong, as an OperationOutcome."""
    issue = {"severity": "error", "code": KINDS.get(status, "exception"), "diagnostics": text(sentence)}
    return resource({"resourceType": "OperationOutcome", "issue": [issue]}, status)


def parameters(parts: list[dict[str, Any]]) -> Reply:
    """A resource of Parameters, each made by `part` or `nested`."""
    return resource({"resourceType": "Parameters", "parameter": parts})


def part(name: str, kind: str, value: Any) -> dict[str, Any]:
    """One parameter: `kind` is String, Code, Boolean, Coding, Uri …; what is text becomes one that FHIR allows."""
    return {"name": name, f"value{kind}": text(value) if isinstance(value, str) else value}


def nested(name: str, parts: list[dict[str, Any]], extension: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """A parameter of parts."""
    return {"name": name, **({"extension": extension} if extension else {}), "part": parts}


def scores(score: float | None, probability: float | None) -> list[dict[str, Any]]:
    """The extensions that say how sure an answer is: its score, and the probability that it is what is meant."""
    given = (("score", score), ("probability", probability))
    return [{"url": EXTENSION + name, "valueDecimal": round(value, 6)} for name, value in given if value is not None]


def text(value: str) -> str:
    """A text as FHIR has strings, as files of ours have it too; never empty."""
    found = held(value)
    return found if found.strip() else "–"
