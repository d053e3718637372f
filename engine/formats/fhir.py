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
from engine.formats.concept_map import read_answers, read_rows, write_answers, write_mappings
from engine.formats.fhir_writing import EXTENSION, write
from engine.formats.labelled import Labelled, concepts_of
from engine.formats.opening.json_text import read_json_file
from engine.formats.parsed import Parsed, Problem
from store.records.terminology import EXACT, SCOPES, Name

__all__ = ["read", "read_answers", "read_rows", "recognises", "write", "write_answers", "write_mappings"]
SYSTEM = re.compile(r'"resourceType"\s*:\s*"CodeSystem"')
GONE = ("retired", "deprecated", "withdrawn", "inactive")
DISPLAY = ("display", "preferredForLanguage", "900000000000548007")  # codes of the use of a preferred designation


def recognises(head: str) -> bool:
    """Whether a file begins as JSON that says it is a CodeSystem."""
    return head.lstrip().startswith("{") and bool(SYSTEM.search(head))


def read(path: Path, title: str = "") -> Parsed:
    """The concepts of a CodeSystem; inactive ones are obsolete. A code that comes again is left out, a problem."""
    found = read_json_file(path)
    if not isinstance(found, dict) or found.get("resourceType") != "CodeSystem":
        raise BadInput(f"{path.name} is no CodeSystem of FHIR in JSON; choose its format.")
    problems: list[Problem] = []
    listed: dict[str, Labelled] = {}
    below: list[tuple[str, str]] = []
    spoken = _text(found.get("language")).lower()
    for concept, parent in counted(_walk(found), "concepts", len(_dicts(found.get("concept")))):
        code = _text(concept.get("code"))
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
    named, version, licence = (_text(found.get(key)) for key in ("title", "version", "copyright"))
    concepts = concepts_of(list(listed.values()), problems, "display", spoken)
    return Parsed(title or named or path.stem, version, licence, path.name, concepts, problems)


def _walk(system: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    waiting = [(one, "") for one in reversed(_dicts(system.get("concept")))]
    while waiting:
        concept, parent = waiting.pop()
        yield concept, parent
        waiting += [(one, _text(concept.get("code"))) for one in reversed(_dicts(concept.get("concept")))]


def _labelled(concept: dict[str, Any], code: str, spoken: str) -> Labelled:
    one = Labelled(code)
    display = _text(concept.get("display"))
    if display:
        one.preferred.append((display, spoken))
    for place, designation in enumerate(_dicts(concept.get("designation"))):
        text, language = _text(designation.get("value")), _text(designation.get("language")).lower()
        use = designation.get("use")
        said = {_text(part.get("url")): _text(part.get("valueString")) for part in _dicts(designation.get("extension"))}
        scope = said.get(EXTENSION + "scope", EXACT)
        preferred = isinstance(use, dict) and use.get("code") in DISPLAY
        if preferred and text == display and place == 0:  # the display again, with more about it
            one.preferred = [(text, language)]
        elif preferred and text and scope == EXACT:
            one.preferred.append((text, language))
        elif text:
            source = said.get(EXTENSION + "source", "designation")
            one.others.append(Name(text, "synonym", scope if scope in SCOPES else EXACT, source, language))
    one.parents += [*_properties(concept, "parent"), *_properties(concept, "subsumedBy")]
    if definition := _text(concept.get("definition")):
        one.definitions[spoken] = definition
    for note in _properties(concept, "note"):
        heading, _, text = note.partition(": ")
        one.notes.setdefault(heading if text else "Notes", []).append(text or note)
    status = [text.lower() for text in _properties(concept, "status")]
    one.obsolete = "true" in _properties(concept, "inactive") or any(text in GONE for text in status)
    one.replaced_by = next(iter(_properties(concept, "replacedBy")), "")
    return one


def _properties(concept: dict[str, Any], code: str) -> list[str]:
    values = (
        next((value for key, value in one.items() if key.startswith("value")), "")
        for one in _dicts(concept.get("property"))
        if one.get("code") == code
    )
    return [str(value).lower() if isinstance(value, bool) else _text(value) for value in values]


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
