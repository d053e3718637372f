"""ClaML, the markup of classifications (EN 14463), as ICD-10 and its national editions are published in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.formats.icd10cm.icd10cm import RESIDUAL
from engine.formats.opening.markup import root_of
from engine.formats.opening.xml_records import local, xml_records
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.tables.labelled import LabelledConcept, concepts_of
from store.records.terminology import EXACT, NARROW, Name

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
PREFERRED, FURTHER, INCLUDED = "preferred", ("preferredLong", "synonym"), ("inclusion", "index")
DEFINITION = "definition"
LANGUAGE, IN_BRACKETS = "lang", "in brackets"
NOTES = {
    "exclusion": "Excludes",
    "coding-hint": "Coding hint",
    "note": "Notes",
    "text": "Notes",
    "introduction": "Notes",
    "modifierlink": "Notes",
}
APART = ("Fragment", "Para", "ListItem", "Cell")  # stand apart in a label, whether there is a blank between or not
MODIFIED = "The file has modifiers, which make further codes of its classes; these codes are not listed in it."


def recognises(head: str) -> bool:
    """Whether the first element of a file is that of ClaML."""
    return root_of(head)[0] == "ClaML"


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The classes of a file: preferred rubrics by language, inclusions as synonyms (narrower under a residual class),
    superclasses as parents. Codes that modifiers make are not in it. BadInput for what is no well-formed XML."""
    problems: list[Problem] = []
    found: dict[str, LabelledConcept] = {}
    below: list[tuple[str, str]] = []
    named, version, spoken, modified = "", "", "", False
    for row, element in xml_records(path, ("Class", "Title", "ModifierClass", "Meta")):
        kind = local(element.tag)
        if kind == "Meta":
            spoken = (element.get("value") or "").lower() if element.get("name") == LANGUAGE else spoken
        elif kind == "Title":
            named = " ".join("".join(element.itertext()).split()) or element.get("name") or ""
            version = element.get("version") or element.get("date") or ""
        elif kind == "ModifierClass":
            modified = True
        elif not element.get("code"):
            problems.append(Problem(row, "A class has no code; give it one. It is left out."))
        elif element.get("code") in found:
            there = found[element.get("code")].row
            problems.append(Problem(row, f"{element.get('code')} stands in line {there:,} already. It is left out."))
        else:
            one = found[element.get("code")] = _class(element, row, spoken)
            below += [(one.id, part.get("code") or "") for part in element if local(part.tag) == "SubClass"]
    for parent, child in below:
        if child in found and parent not in found[child].parents:
            found[child].parents.append(parent)
    if modified:
        problems.append(Problem(0, MODIFIED, left_out=False))
    listed = concepts_of(list(found.values()), problems, "rubric")
    return ParsedTerminology(title or named or path.stem, version, "", path.name, listed, problems)


def _class(element: Any, row: int, spoken: str) -> LabelledConcept:
    one = LabelledConcept(element.get("code"), row)
    if element.get("usage"):
        one.notes["Usage"] = [element.get("usage")]
    included: list[tuple[str, str]] = []
    for part in element:
        if local(part.tag) == "SuperClass" and part.get("code"):
            one.parents.append(part.get("code"))
        elif local(part.tag) == "Rubric":
            kind = part.get("kind") or ""
            for text, language in _labels(part, spoken, kind not in NOTES):
                if kind == PREFERRED:
                    one.preferred.append((text, language))
                elif kind in FURTHER:
                    one.others.append(Name(text, "synonym", EXACT, kind, language))
                elif kind in INCLUDED:
                    included.append((text, language))
                elif kind == DEFINITION:
                    one.definitions.setdefault(language, text)
                elif kind in NOTES:
                    one.notes.setdefault(NOTES[kind], []).append(text)
    residual = any(RESIDUAL.search(text) for text, _ in one.preferred)
    scope = NARROW if residual else EXACT
    one.others += [Name(text, "synonym", scope, "inclusion", language) for text, language in included]
    return one


def _labels(rubric: Any, spoken: str, name: bool) -> list[tuple[str, str]]:
    """(text, language) of each label; of a name without the codes that stand in brackets behind it."""
    found = []
    for label in rubric:
        text = " ".join("".join(_texts(label, name)).split())
        if local(label.tag) == "Label" and text:
            found.append((text, (label.get(LANG) or spoken).lower()))
    return found


def _texts(element: Any, name: bool) -> Iterator[str]:
    yield element.text or ""
    for part in element:
        beside = local(part.tag) == "Reference" and (part.get("class") == IN_BRACKETS or part.get("usage"))
        if not (name and beside):
            blank = " " if local(part.tag) in APART else ""
            yield blank
            yield from _texts(part, name)
            yield blank
        yield part.tail or ""
