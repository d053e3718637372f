"""What the Reconciliation API 0.2 lets a service answer, as JSON schemas written from its specification."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator

TEXT: dict[str, Any] = {"type": "string"}
NUMBER_OR_TRUTH: dict[str, Any] = {"type": ["number", "boolean"]}


def _object(needed: dict[str, Any], more: dict[str, Any] | None = None, closed: bool = False) -> dict[str, Any]:
    found = {"type": "object", "properties": {**needed, **(more or {})}, "required": list(needed)}
    return {**found, "additionalProperties": False} if closed else found


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


ADDRESS = {"type": "string", "pattern": "^https?://"}
WITH_ID = {"type": "string", "pattern": r"\{\{id\}\}"}
TYPE = _object({"id": TEXT}, {"name": TEXT})
SERVICE = _object({"service_url": ADDRESS, "service_path": {"type": "string", "pattern": "^/"}})
NUMERIC = _object(
    {"name": TEXT, "label": TEXT, "type": {"const": "number"}}, {"default": {"type": "number"}, "help_text": TEXT}
)
MANIFEST = _object(
    {
        "versions": {"type": "array", "items": TEXT, "contains": {"const": "0.2"}},
        "name": TEXT,
        "identifierSpace": TEXT,
        "schemaSpace": TEXT,
    },
    {
        "documentation": ADDRESS,
        "defaultTypes": _list(TYPE),
        "view": _object({"url": WITH_ID}),
        "preview": _object({"url": WITH_ID, "width": {"type": "integer"}, "height": {"type": "integer"}}),
        "suggest": _object({}, {"entity": SERVICE, "type": SERVICE, "property": SERVICE}),
        "extend": _object({}, {"propose_properties": SERVICE, "property_settings": _list(NUMERIC)}),
    },
)
FEATURE = _object({"id": TEXT, "value": NUMBER_OR_TRUTH})
CANDIDATE = _object(
    {"id": TEXT, "name": TEXT, "score": {"type": "number"}},
    {"description": TEXT, "match": {"type": "boolean"}, "type": _list(TYPE), "features": _list(FEATURE)},
)
RESULTS = {"type": "object", "additionalProperties": _object({"result": _list(CANDIDATE)})}
SUGGESTED = _object({"id": TEXT, "name": TEXT}, {"description": TEXT, "notable": _list(TYPE)})
SUGGESTIONS = _object({"result": _list(SUGGESTED)})
VALUE = {
    "oneOf": [
        _object({"id": TEXT, "name": TEXT}, {"description": TEXT}, closed=True),
        _object({"str": TEXT}, closed=True),
        _object({"float": {"type": "number"}}, closed=True),
        _object({"int": {"type": "integer"}}, closed=True),
        _object({"date": TEXT}, closed=True),
        _object({}, closed=True),
    ]
}
ROW = {"type": "object", "additionalProperties": _list(VALUE)}
EXTENSION = _object(
    {
        "meta": _list(_object({"id": TEXT, "name": TEXT}, {"type": TYPE})),
        "rows": {"type": "object", "additionalProperties": ROW},
    }
)
PROPOSALS = _object(
    {"properties": _list(_object({"id": TEXT, "name": TEXT}))}, {"type": TEXT, "limit": {"type": "integer"}}
)


def check(content: Any, schema: dict[str, Any]) -> None:
    """Fails where an answer is not as the specification has it."""
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(content)
