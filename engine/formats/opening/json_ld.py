"""JSON-LD without the web: a context that is an address is read as that of SKOS."""

from __future__ import annotations

from typing import Any

from engine.events import SELDOM, counted
from engine.formats.opening.namespaces import NAMESPACES

LINKS = "broader narrower related inScheme topConceptOf hasTopConcept exactMatch closeMatch broadMatch narrowMatch"
TERMS = "Concept ConceptScheme Collection prefLabel altLabel hiddenLabel definition scopeNote notation note example"
CONTEXT: dict[str, Any] = {  # in place of a context that stands on the web
    **NAMESPACES,
    "id": "@id",
    "uri": "@id",
    "type": "@type",
    "lang": "@language",
    "value": "@value",
    "graph": "@graph",
    **{term: f"skos:{term}" for term in TERMS.split()},
    **{term: {"@id": f"skos:{term}", "@type": "@id"} for term in LINKS.split()},
    "literalForm": "skosxl:literalForm",
    "deprecated": "owl:deprecated",
}


def with_own_context(value: Any) -> Any:
    """The same JSON with CONTEXT in place of every context that is an address."""
    if isinstance(value, list):
        return [with_own_context(one) for one in (counted(value, "nodes") if len(value) > SELDOM else value)]
    if not isinstance(value, dict):
        return value
    return {
        key: _context(one) if key == "@context" else with_own_context(one)
        for key, one in value.items()
        if key != "@import"
    }


def _context(value: Any) -> Any:
    if isinstance(value, str):
        return CONTEXT
    return [_context(one) for one in value] if isinstance(value, list) else with_own_context(value)
