"""FHIR R4: a terminology as a CodeSystem, written as text, a concept after another.

Scope, source and provenance of a name stand in extensions of ours on its designation; the preferred name's own stand
on a designation that repeats it, where it has any.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from engine.formats.changes import Changes, provenance
from engine.formats.fhir_values import DISPLAY, EXTENSION, held, id_of, rights_in
from engine.formats.ontologies.addresses import address_of
from engine.formats.ontologies.iris import language_tag
from engine.workspace import written_whole
from store.records.terminology import EXACT, Concept, Name, Terminology

PROPERTIES = (
    {"code": "parent", "uri": "http://hl7.org/fhir/concept-properties#parent", "type": "code"},
    {"code": "inactive", "uri": "http://hl7.org/fhir/concept-properties#inactive", "type": "boolean"},
    {"code": "replacedBy", "uri": f"{EXTENSION}replaced-by", "type": "code"},
    {"code": "note", "uri": f"{EXTENSION}note", "type": "string"},
)
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def write(path: Path, concepts: Iterable[Concept], about: Terminology, changes: Changes | None = None) -> int:
    """Write the concepts as they come; how many names. The file appears when it is whole."""
    names = count = 0
    changes, waiting = changes or Changes(), iter(concepts)
    first = next(waiting, None)
    spoken = language_tag(first.names[0].language) if first and first.names else ""
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write(_encode(_head(about, spoken))[:-1] + ', "concept": [')
        for concept in chain([first] if first else [], waiting):
            file.write(",\n" if count else "\n")
            file.write(_encode(_concept(concept, spoken, changes)))
            count += 1
            names += max(1, len(concept.names))
        file.write(f'\n], "count": {count}}}\n')
    return names


def _head(about: Terminology, language: str) -> dict[str, Any]:
    head = {
        "resourceType": "CodeSystem",
        "id": id_of(about.slug),
        "language": language,
        "url": address_of(about),
        "version": held(about.version),
        "name": "T_" + re.sub(r"[^A-Za-z0-9]", "_", about.slug),
        "title": held(about.title),
        "status": "active",
        **rights_in(about.licence),
        "caseSensitive": True,
        "hierarchyMeaning": "is-a",
        "content": "complete",
        "property": PROPERTIES,
    }
    return {key: value for key, value in head.items() if value}


def _concept(concept: Concept, spoken: str, changes: Changes) -> dict[str, Any]:
    first = concept.names[0] if concept.names else Name(concept.preferred, "preferred", language=spoken)
    more = concept.names[1:] if first.text == concept.preferred else concept.names
    found: dict[str, Any] = {"code": concept.id}
    if concept.names or concept.preferred != concept.id:
        found["display"] = held(concept.preferred)
    if concept.definition:
        found["definition"] = held(concept.definition)
    about = _about(first, concept.id, changes) if first.text == concept.preferred else []
    again = any(name.text == first.text and name.kind == "preferred" for name in concept.names[1:])
    if about or again or (concept.names and language_tag(first.language) != spoken):
        more = (first, *more) if first.text == concept.preferred else more
    if more:
        found["designation"] = [_designation(name, concept.id, changes) for name in more]
    if properties := list(_properties(concept, changes)):
        found["property"] = properties
    return found


def _designation(name: Name, concept: str, changes: Changes) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if extension := _about(name, concept, changes):
        found["extension"] = extension
    if tag := language_tag(name.language):
        found["language"] = tag
    if name.kind == "preferred":
        found["use"] = DISPLAY
    return {**found, "value": held(name.text)}


def _about(name: Name, concept: str, changes: Changes) -> list[dict[str, Any]]:
    """The extensions of a name: its scope where that is not exact, its source, and who added it."""
    found = [_extension("scope", name.scope)] if name.scope != EXACT else []
    if name.source and name.kind != "preferred":
        found.append(_extension("source", name.source))
    if edit := changes.of_name(concept, name.text):
        found += [_extension(heading.replace(" ", "-"), value) for heading, value in provenance(edit)]
    return found


def _extension(name: str, value: Any) -> dict[str, Any]:
    key = "valueDecimal" if isinstance(value, float) else "valueString"
    return {"url": EXTENSION + name, key: value if isinstance(value, float) else held(value)}


def _properties(concept: Concept, changes: Changes) -> Iterator[dict[str, Any]]:
    for parent in concept.parents:
        link: dict[str, Any] = {"code": "parent", "valueCode": parent}
        if edit := changes.of_parent(concept.id, parent):
            link["extension"] = [_extension(heading.replace(" ", "-"), value) for heading, value in provenance(edit)]
        yield link
    if concept.obsolete:
        yield {"code": "inactive", "valueBoolean": True}
    if concept.replaced_by:
        yield {"code": "replacedBy", "valueCode": concept.replaced_by}
    for heading, texts in concept.notes.items():
        yield from ({"code": "note", "valueString": held(f"{heading}: {text}")} for text in texts)
