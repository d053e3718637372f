"""ICD-10-CM’s tabular list as CMS publishes it in XML: chapters, blocks and codes with inclusion terms and notes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.formats.icd10cm.icd10cm import RESIDUAL
from engine.formats.opening.markup import root_of
from engine.formats.opening.xml_records import inner_text, local, xml_records
from engine.formats.parsed import ParsedTerminology, Problem
from store.records.terminology import EXACT, NARROW, Concept, Name

NOTES = {
    "includes": "Includes",
    "excludes1": "Excludes1",
    "excludes2": "Excludes2",
    "codeFirst": "Code first",
    "useAdditionalCode": "Use additional code",
    "codeAlso": "Code also",
    "notes": "Notes",
}
BELOW = ("section", "diag")
SEVENTH = "Codes with a seventh character are not listed here, only how they are made; the order file lists them."


def recognises(head: str) -> bool:
    """Whether the first element of a file is that of the tabular list."""
    return root_of(head)[0] == "ICD10CM.tabular"


def read(path: Path, title: str = "") -> ParsedTerminology:
    """Every chapter, block and code that the list has. A block of one category, which bears the category's code, gets
    an id of its own, as “B20-B20”. BadInput for what is no well-formed XML."""
    problems: list[Problem] = []
    rows: dict[str, int] = {}
    concepts: list[Concept] = []
    version, seventh = "", False
    for row, element in xml_records(path, ("version", "chapter")):
        if local(element.tag) == "version":
            version = (element.text or "").strip()
            continue
        seventh = seventh or any(local(part.tag) == "sevenChrDef" for part in element.iter())
        for concept in _walk(element):
            if not concept.id or not concept.preferred:
                sentence = f"A code of the chapter has no name or no “desc”; see “{concept.id}”. It is left out."
                problems.append(Problem(row, sentence))
            elif concept.id in rows:
                sentence = f"{concept.id} stands in the chapter of line {rows[concept.id]:,} already; it is left out."
                problems.append(Problem(row, sentence))
            else:
                rows[concept.id] = row
                concepts.append(concept)
    if seventh:
        problems.append(Problem(0, SEVENTH, left_out=False))
    return ParsedTerminology(title or "ICD-10-CM", version, "", path.name, concepts, problems)


def _walk(chapter: Any) -> Iterator[Concept]:
    waiting = [(chapter, "")]
    while waiting:
        element, parent = waiting.pop()
        concept = _concept(element, parent)
        yield concept
        waiting += [(part, concept.id) for part in reversed(element) if local(part.tag) in BELOW]


def _concept(element: Any, parent: str) -> Concept:
    code = element.get("id") or _first(element, "name")
    if local(element.tag) == "section" and "-" not in code:
        code = f"{code}-{code}"
    title = _first(element, "desc")
    scope = NARROW if RESIDUAL.search(title) else EXACT
    included = dict.fromkeys(_notes(element, "inclusionTerm"))
    names = (
        Name(title, "preferred", EXACT, "description"),
        *(Name(text, "synonym", scope, "inclusion term") for text in included),
    )
    notes = {heading: found for tag, heading in NOTES.items() if (found := _notes(element, tag))}
    return Concept(code, title, names, (parent,) if parent else (), notes=notes)


def _first(element: Any, tag: str) -> str:
    return next((inner_text(part) for part in element if local(part.tag) == tag), "")


def _notes(element: Any, tag: str) -> list[str]:
    return [inner_text(note) for part in element if local(part.tag) == tag for note in part if inner_text(note)]
