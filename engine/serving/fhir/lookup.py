"""CodeSystem/$lookup: what is known of a code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.errors import NotFound
from engine.formats.fhir_values import DISPLAY, EXTENSION, code_of
from engine.formats.ontologies.iris import language_tag
from engine.serving.calls import Call, Reply
from engine.serving.fhir.given import with_body
from engine.serving.fhir.resources import nested, parameters, part, text
from engine.serving.fhir.systems import asked_system
from engine.workbench import ConceptCard, Workbench
from store.records.terminology import EXACT, Name

SYNONYM = {"system": "http://snomed.info/sct", "code": "900000000000013009", "display": "Synonym"}


def looked_up(workbench: Workbench, call: Call) -> Reply:
    """The display, designations and properties of a code, edits counted; NotFound for a code that is not there.

    A code that people retired or merged is inactive, and says what replaces it."""
    call = with_body(call)
    system = asked_system(workbench, call, "system")
    card = _card(workbench, system.terminology.slug, call.needed("code"))
    requested = {name for given in call.values.get("property", []) for name in given.split(",")}
    found = [part("name", "String", system.terminology.title)]
    if system.terminology.version:
        found.append(part("version", "String", system.terminology.version))
    found.append(part("display", "String", card.concept.preferred))
    if not requested or "designation" in requested:
        found += [designation(name) for name in card.concept.names]
    found += [
        nested("property", parts)
        for name, parts in _properties(card)
        if not requested or name in requested or "*" in requested
    ]
    return parameters(found)


def designation(name: Name) -> dict[str, Any]:
    """A name as a designation; its scope, where it is not exact, stands in an extension."""
    parts = [part("language", "Code", tag)] if (tag := language_tag(name.language)) else []
    parts.append({"name": "use", "valueCoding": DISPLAY if name.kind == "preferred" else SYNONYM})
    parts.append(part("value", "String", name.text))
    scope = [{"url": EXTENSION + "scope", "valueString": name.scope}] if name.scope != EXACT else None
    return nested("designation", parts, scope)


def _card(workbench: Workbench, slug: str, code: str) -> ConceptCard:
    try:
        return workbench.terminologies.concept_as_typed(slug, code)
    except NotFound:
        retired = workbench.terminologies.retired_concept(slug, code)
        if retired is None:
            raise
        return ConceptCard(slug, retired, [], [], [], [], [])


def _properties(card: ConceptCard) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    concept = card.concept
    if concept.definition:
        yield "definition", _valued("definition", "String", concept.definition)
    for name, refs in (("parent", card.parents), ("child", card.children)):
        for ref in refs:
            yield name, [*_valued(name, "Code", code_of(ref.id)), part("description", "String", ref.preferred)]
    yield "inactive", _valued("inactive", "Boolean", concept.obsolete)
    if concept.replaced_by:
        yield "replacedBy", _valued("replacedBy", "Code", code_of(concept.replaced_by))
    for heading, lines in concept.notes.items():
        for line in lines:
            yield "note", _valued("note", "String", text(f"{heading}: {line}"))


def _valued(name: str, kind: str, value: Any) -> list[dict[str, Any]]:
    return [part("code", "Code", name), part("value", kind, value)]
