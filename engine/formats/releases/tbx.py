"""TBX (ISO 30042): concept entries with terms by language, version 2 (martif) and version 3, in DCA or DCT style.

MultiTerm's own XML (mtf), which is older and alike, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.formats.opening.markup import root_of
from engine.formats.opening.xml_records import inner_text, local, xml_records
from engine.formats.parsed import ParsedTerminology, Problem
from engine.formats.tables.labelled import LabelledConcept, concepts_of
from store.records.terminology import EXACT, Name

ENTRIES = ("termEntry", "conceptEntry", "entry", "conceptGrp")
HEADERS = ("martifHeader", "tbxHeader", "header")
LANGUAGES = ("langSet", "langSec", "langGroup", "languageGrp")
TERMS = ("tig", "ntig", "termSec", "termGroup", "termGrp")
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
ABOVE = re.compile(r"^(broader|superordinate)Concept(Generic|Partitive|Instantial)?$")
BELOW = re.compile(r"^(narrower|subordinate)Concept(Generic|Partitive|Instantial)?$")
STATUS = ("administrativeStatus", "normativeAuthorization", "administrative-status", "termStatus", "status", "Status")
PREFERRED = re.compile(r"^(preferred|standardized)", re.I)
DEPRECATED = re.compile(r"^(deprecated|superseded|obsolete|forbidden|not recommended|notRecommended)", re.I)
SUBJECTS, DEFINITION = ("subjectField", "subject-field", "Subject"), ("definition", "Definition")
TITLES = ("title",)


def recognises(head: str) -> bool:
    """Whether the first element of a file is that of TBX."""
    root, _ = root_of(head.lstrip("\ufeff"))
    return root.lower() in ("martif", "tbx", "mtf") or (root in ENTRIES and "<term" in head)


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The concept entries of a file: its terms in every language, subject fields as notes, broader concepts as parents.

    Of the terms of a language the one with the status “preferred” is preferred, else the first; terms whose status is
    “deprecated” are left out of it and are synonyms. An entry without an id gets its number. BadInput for no XML.
    """
    problems: list[Problem] = []
    found: dict[str, LabelledConcept] = {}
    narrower: list[tuple[str, str]] = []
    heading = ""
    number = 0
    for row, element in xml_records(path, (*ENTRIES, *HEADERS)):
        if local(element.tag) in HEADERS:
            heading = next(
                (inner_text(one) for one in element.iter() if local(one.tag) in TITLES and inner_text(one)), heading
            )
            continue
        number += 1
        one = _entry(element, row, number, narrower)
        if not one.preferred:
            problems.append(Problem(row, f"{one.id} has no term; add one. The entry is left out."))
        elif one.id in found:
            sentence = (
                f"{one.id} stands in line {found[one.id].row:,} already; give it an id of its own. It is left out."
            )
            problems.append(Problem(row, sentence))
        else:
            found[one.id] = one
    by_term = {text: one.id for one in reversed(found.values()) for text, _ in one.preferred}
    for parent, child in narrower:
        if (child := child if child in found else by_term.get(child, "")) in found:
            found[child].parents.append(parent)
    for one in found.values():  # some name what is broader by its term
        one.parents = [above if above in found else by_term.get(above, above) for above in one.parents]
    listed = concepts_of(list(found.values()), problems, "term")
    return ParsedTerminology(
        title or heading or path.stem, "", "", path.name, listed, sorted(problems, key=lambda one: one.row)
    )


def _entry(element: Any, row: int, number: int, narrower: list[tuple[str, str]]) -> LabelledConcept:
    concept_id = next((inner_text(part) for part in element if local(part.tag) == "concept"), "")  # as MultiTerm has it
    one = LabelledConcept(element.get("id") or element.get(XML_ID) or concept_id or f"entry-{number}", row)
    subjects: list[str] = []
    for part in element.iter():
        kind = part.get("type") or local(part.tag)
        target = part.get("target") or part.get("corresp") or ""
        if ABOVE.match(kind) and (target or inner_text(part)):
            one.parents.append((target or inner_text(part)).lstrip("#"))
        elif BELOW.match(kind) and (target or inner_text(part)):
            narrower.append((one.id, (target or inner_text(part)).lstrip("#")))
        elif kind in SUBJECTS and inner_text(part):
            subjects.append(inner_text(part))
    for section in (part for part in element if local(part.tag) in LANGUAGES):
        spoken = next((part.get("lang") for part in section if local(part.tag) == "language"), "")
        language = (section.get(LANG) or section.get("lang") or spoken or "").lower().replace("_", "-")
        _language(one, section, language)
    for definition in _defined(element):
        one.definitions.setdefault("", definition)
    if subjects:
        one.notes["Subject field"] = list(dict.fromkeys(subjects))
    return one


def _language(one: LabelledConcept, section: Any, language: str) -> None:
    """The terms of one language, the preferred one first, then those in use, then those that should not be used."""
    terms = [
        (_rank_of(term), inner_text(text))
        for term in section
        if local(term.tag) in TERMS
        for text in term.iter()
        if local(text.tag) == "term" and inner_text(text)
    ]
    for place, (_, text) in enumerate(sorted(terms, key=lambda term: term[0])):
        if place == 0:
            one.preferred.append((text, language))
        else:
            one.others.append(Name(text, "synonym", EXACT, "term", language))
    for definition in _defined(section):
        one.definitions.setdefault(language, definition)


def _rank_of(term: Any) -> int:
    """0 for a preferred term, 1 for one in use, 2 for one that is deprecated."""
    for part in term.iter():
        kind = part.get("type") or local(part.tag)
        if kind in STATUS:
            if PREFERRED.match(inner_text(part)):
                return 0
            if DEPRECATED.match(inner_text(part)):
                return 2
    return 1


def _defined(element: Any) -> Iterator[str]:
    """The definitions at this level, within groups too, of this element and not of its languages or terms."""
    for part in element:
        if local(part.tag) in (*LANGUAGES, *TERMS):
            continue
        for inner in part.iter():
            if (inner.get("type") or local(inner.tag)) in DEFINITION and inner_text(inner):
                yield inner_text(inner)
