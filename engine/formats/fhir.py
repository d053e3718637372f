"""FHIR R4: the concepts of a CodeSystem, nested ones and those that name their parents; `fhir_writing` writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.formats.fhir_writing import EXTENSION, write
from engine.formats.opening.json_text import read_json
from engine.formats.opening.limits import LARGEST_GRAPHS
from engine.formats.parsed import Parsed, Problem
from store.records.terminology import EXACT, SCOPES, Concept, Name

__all__ = ["read", "recognises", "write"]
RESOURCE = re.compile(r'"resourceType"\s*:\s*"CodeSystem"')
PARENTS = ("parent", "subsumedBy")
GONE = ("inactive", "deprecated", "retired")  # properties, and values of the property “status”


def recognises(head: str) -> bool:
    """Whether a file begins as JSON and says that it is a CodeSystem."""
    return head.lstrip("\ufeff \t\r\n").startswith("{") and bool(RESOURCE.search(head))


def read(path: Path, title: str = "") -> Parsed:
    """The concepts of a CodeSystem; a concept within another has that one as a parent.

    Displays and designations that are used for display are preferred, one a language; other designations are synonyms.
    Scopes are those that our own export writes. BadInput for other JSON, and for one of more than LARGEST_GRAPHS bytes.
    """
    with path.open("rb") as file:
        content = file.read(LARGEST_GRAPHS + 1).removeprefix(b"\xef\xbb\xbf")
    system = read_json(content, path.name, "save it again, whole", most=LARGEST_GRAPHS)
    if not isinstance(system, dict) or system.get("resourceType") != "CodeSystem":
        raise BadInput(f"{path.name} is no CodeSystem of FHIR; export one, or choose the format of the file.")
    problems: list[Problem] = []
    spoken = _text(system.get("language")) or "en"
    found: dict[str, Concept] = {}
    for parent, one in _flat(system):
        code = _text(one.get("code"))
        if not code or code in found:
            why = f"The code {code} stands twice; the second concept" if code else "A concept without a code"
            problems.append(Problem(0, f"{why} is left out."))
            continue
        found[code] = _concept(code, parent, one, spoken)
    concepts = []
    for concept in found.values():
        there = tuple(one for one in dict.fromkeys(concept.parents) if one in found and one != concept.id)
        lost = [one for one in concept.parents if one not in found]
        if lost:
            sentence = f"{concept.id} has the parent {lost[0]}, which is not in the file; the link is left out."
            problems.append(Problem(0, sentence))
        concepts.append(Concept(**{**vars(concept), "parents": there}))
    about = [_text(system.get(key)) for key in ("title", "name", "version", "copyright")]
    return Parsed(title or about[0] or about[1] or path.stem, about[2], about[3], path.name, concepts, problems)


def _flat(system: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(code of the concept around it, concept), in the order of the file."""
    waiting = [("", one) for one in reversed(_dicts(system.get("concept")))]
    while waiting:
        parent, one = waiting.pop()
        yield parent, one
        waiting += [(_text(one.get("code")), below) for below in reversed(_dicts(one.get("concept")))]


def _concept(code: str, around: str, one: dict[str, Any], spoken: str) -> Concept:
    parents, notes = [around] if around else [], dict[str, list[str]]()
    gone, replaced = False, ""
    for property in _dicts(one.get("property")):
        kind, value = property.get("code"), next((property[key] for key in property if key.startswith("value")), "")
        if kind in PARENTS:
            parents.append(_text(value))
        elif kind == "replacedBy":
            replaced = _text(value)
        elif kind == "note" and _text(value):
            heading, colon, text = _text(value).partition(": ")
            notes.setdefault(heading if colon else "Note", []).append(text if colon else heading)
        gone |= (kind in GONE and value is True) or (kind == "status" and value in GONE)
    title = _text(one.get("display")) or code
    names = () if gone else tuple(_names(title, _dicts(one.get("designation")), spoken))
    over = () if gone else tuple(parent for parent in parents if parent)
    return Concept(code, title, names, over, _text(one.get("definition")), notes, gone, replaced)


def _names(title: str, designations: list[dict[str, Any]], spoken: str) -> Iterator[Name]:
    others, languages = [], set[str]()
    own = Name(title, "preferred", EXACT, "display", spoken)
    for one in designations:
        text, language = _text(one.get("value")), _text(one.get("language")) or spoken
        use = one.get("use")
        shown = isinstance(use, dict) and use.get("code") == "display"
        about = {_text(each.get("url")): each.get("valueString") for each in _dicts(one.get("extension"))}
        scope, source = about.get(f"{EXTENSION}scope"), _text(about.get(f"{EXTENSION}source")) or "designation"
        if shown and text == title and not languages:
            own = Name(title, "preferred", EXACT, "display", language)
        elif text:
            first = shown and language not in {own.language, *languages}
            kind = "preferred" if first else "synonym"
            others.append(Name(text, kind, scope if scope in SCOPES else EXACT, source, language))
            languages |= {language} if first else set()
    return iter([own, *others])


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
