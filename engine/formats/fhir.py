"""FHIR in JSON: mappings as a ConceptMap, a terminology as a CodeSystem.

Of a CodeSystem: codes with displays, designations by language, parents as properties or by nesting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.events import counted
from engine.formats.fhir_values import EXTENSION, licence_of
from engine.formats.fhir_writing import write
from engine.formats.mapping_sets.concept_map import read_answers, read_rows, write_answers, write_mappings
from engine.formats.no_terminology import CODE_SYSTEM, resource_instead
from engine.formats.ontologies.addresses import canonical, namespace_of
from engine.formats.opening.json_text import dicts, read_json_file, text_of
from engine.formats.parsed import ParsedTerminology, Problem, replacement
from engine.formats.tables.labelled import LabelledConcept, concepts_of
from store.records.terminology import EXACT, SCOPES, Name

__all__ = ["read", "read_answers", "read_rows", "recognises", "write", "write_answers", "write_mappings"]
SYSTEM = re.compile(r'"resourceType"\s*:\s*"CodeSystem"')
GONE = ("retired", "deprecated", "withdrawn", "inactive")
DISPLAY = ("display", "preferredForLanguage", "900000000000548007")  # codes of the use of a preferred designation


def recognises(head: str) -> bool:
    """Whether a file begins as JSON that says it is a CodeSystem."""
    return head.lstrip().startswith("{") and bool(SYSTEM.search(head))


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The concepts of a CodeSystem; inactive ones are obsolete. A code that comes again is left out, a problem."""
    found = read_json_file(path)
    kind = found.get("resourceType") if isinstance(found, dict) else None
    if isinstance(kind, str) and (instead := resource_instead(kind)):
        raise BadInput(f"{path.name} {instead}.")
    if kind != CODE_SYSTEM:
        raise BadInput(f"{path.name} is no CodeSystem of FHIR in JSON; choose its format.")
    problems: list[Problem] = []
    listed: dict[str, LabelledConcept] = {}
    below: list[tuple[str, str]] = []
    spoken = text_of(found.get("language")).lower()
    for concept, parent in counted(_walk(found), "concepts", len(dicts(found.get("concept")))):
        code = text_of(concept.get("code"))
        if not code or code in listed:
            why = "stands twice; join them" if code else "A concept has no code; give it one"
            problems.append(Problem(0, f"{code} {why}. It is left out.".strip()))
            continue
        one = listed[code] = _labelled(concept, code, spoken)
        one.parents += [parent] if parent else []
        below += [(code, child) for child in _properties(concept, "child")]
    for parent, child in below:
        if child in listed:
            listed[child].parents.append(parent)
    keys = "title", "version", "copyright", "publisher"
    named, version, rights, publisher = (text_of(found.get(key)) for key in keys)
    concepts = concepts_of(list(listed.values()), problems, "display", spoken)
    address = canonical(text_of(found.get("url")))
    return ParsedTerminology(
        title or named or path.stem,
        version,
        licence_of(rights, publisher),
        path.name,
        concepts,
        problems,
        address=address,
        namespace=namespace_of(address),
    )


def _walk(system: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    waiting = [(one, "") for one in reversed(dicts(system.get("concept")))]
    while waiting:
        concept, parent = waiting.pop()
        yield concept, parent
        waiting += [(one, text_of(concept.get("code"))) for one in reversed(dicts(concept.get("concept")))]


def _labelled(concept: dict[str, Any], code: str, spoken: str) -> LabelledConcept:
    one = LabelledConcept(code)
    display = text_of(concept.get("display"))
    if display:
        one.preferred.append((display, spoken))
    for place, designation in enumerate(dicts(concept.get("designation"))):
        text, language = text_of(designation.get("value")), text_of(designation.get("language")).lower()
        use = designation.get("use")
        extensions = {
            text_of(part.get("url")): text_of(part.get("valueString")) for part in dicts(designation.get("extension"))
        }
        scope = extensions.get(EXTENSION + "scope", EXACT)
        preferred = isinstance(use, dict) and use.get("code") in DISPLAY
        if preferred and text == display and place == 0:  # the display again, with more about it
            one.preferred = [(text, language)]
        elif preferred and text and scope == EXACT:
            one.preferred.append((text, language))
        elif text:
            source = extensions.get(EXTENSION + "source", "designation")
            one.others.append(Name(text, "synonym", scope if scope in SCOPES else EXACT, source, language))
    one.parents += [*_properties(concept, "parent"), *_properties(concept, "subsumedBy")]
    if definition := text_of(concept.get("definition")):
        one.definitions[spoken] = definition
    for note in _properties(concept, "note"):
        heading, _, text = note.partition(": ")
        one.notes.setdefault(heading if text else "Notes", []).append(text or note)
    status = [text.lower() for text in _properties(concept, "status")]
    one.obsolete = "true" in _properties(concept, "inactive") or any(text in GONE for text in status)
    one.replaced_by, others = replacement(list(dict.fromkeys(_properties(concept, "replacedBy"))))
    one.notes = others | one.notes  # which an export of ours has among the notes
    return one


def _properties(concept: dict[str, Any], code: str) -> list[str]:
    values = (
        next((value for key, value in one.items() if key.startswith("value")), "")
        for one in dicts(concept.get("property"))
        if one.get("code") == code
    )
    return [str(value).lower() if isinstance(value, bool) else text_of(value) for value in values]
