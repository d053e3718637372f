"""The operations as an OpenAPI document, made of the same table as the routes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.serving.calls import Call, Operation, Parameter, Reply, json_reply

VERSION = "3.1.0"


def document(call: Call, operations: Sequence[Operation]) -> Reply:
    """The OpenAPI document of these operations."""
    about = {"title": "Nomenclator, for other programs", "version": "1"}
    return json_reply(
        {
            "openapi": VERSION,
            "info": about,
            "servers": [{"url": call.base}],
            "paths": {one.path: _methods(one) for one in operations},
        }
    )


def _methods(one: Operation) -> dict[str, Any]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", one.path)
    ]
    replies = {
        "200": {"description": one.about, "content": {one.media: {}}},
        "default": {"description": "What went wrong, in a sentence"},
    }
    given = {"operationId": one.name, "summary": one.about, "responses": replies}
    found: dict[str, Any] = {"get": {**given, "parameters": [*in_path, *map(_in_query, one.parameters)]}}
    if one.posts:
        body = {"content": {kind: {"schema": _body(one, kind)} for kind in one.takes}}
        found["post"] = {**given, "operationId": f"{one.name}_post", "parameters": in_path, "requestBody": body}
    return found


def _in_query(one: Parameter) -> dict[str, Any]:
    example = {"example": one.example} if one.example else {}
    about = {"name": one.name, "in": "query", "description": one.about, "required": one.required}
    return {**about, "schema": {"type": "string"}, **example}


def _body(one: Operation, kind: str) -> dict[str, Any]:
    if kind.endswith("json"):
        return {"type": "object"}
    properties = {parameter.name: {"type": "string"} for parameter in one.parameters}
    return {"type": "object", "properties": properties}
