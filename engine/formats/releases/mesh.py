"""MeSH in XML as the NLM publishes it: descriptors, qualifiers or supplementary records; tree numbers as hierarchy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.events import counted
from engine.formats.opening.markup import root_of
from engine.formats.opening.xml_records import local, xml_records
from engine.formats.parsed import ParsedTerminology, Problem
from store.records.terminology import BROAD, EXACT, NARROW, RELATED, Concept, Name

RECORDS = {"DescriptorRecord": "Descriptor", "QualifierRecord": "Qualifier", "SupplementalRecord": "SupplementalRecord"}
RELATIONS = {"NRW": NARROW, "BRD": BROAD, "REL": RELATED}
NO = "N"


def recognises(head: str) -> bool:
    """Whether the first element of a file is a set of records of MeSH."""
    return root_of(head)[0] in {f"{name}Set" for name in RECORDS}


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The records of a file. The terms of a record's own concept are exact synonyms, those of its others as narrow,
    broad or related as these are; terms that only turn the words round are left out. Parents are what stands above
    by its tree numbers; what is not there is said. BadInput for what is no well-formed XML."""
    problems: list[Problem] = []
    found: dict[str, tuple[Concept, int]] = {}
    trees: dict[str, str] = {}
    own: dict[str, list[str]] = {}
    for row, element in xml_records(path, RECORDS):
        kind = RECORDS[local(element.tag)]
        id, name = _text(element, f"{kind}UI"), _text(element, f"{kind}Name/String")
        if not id or not name or id in found:
            why = f"stands in line {found[id][1]:,} already" if id in found else "has no id or no name; add it"
            problems.append(Problem(row, f"{id or 'A record'} {why}. It is left out."))
            continue
        numbers = [(one.text or "").strip() for one in element.findall("TreeNumberList/TreeNumber")]
        trees.update({number: id for number in numbers if number})
        own[id] = numbers
        mapped = [(one.text or "").lstrip("*") for one in element.findall("HeadingMappedToList//DescriptorName/String")]
        notes = {"Tree number": numbers} if numbers else {"Mapped to": mapped} if mapped else {}
        concept = Concept(id, name, _names(element, name), (), _definition(element), notes)
        found[id] = concept, row
    concepts = []
    for id, (concept, row) in counted(found.items(), "concepts"):
        over = [number.rpartition(".")[0] for number in own[id]]
        above = dict.fromkeys(trees.get(number, "") for number in over)
        if lost := [number for number in over if number and number not in trees]:
            sentence = f"{id} stands below {', '.join(lost)}, which no record here has; the link is left out."
            problems.append(Problem(row, sentence))
        parents = tuple(parent for parent in above if parent and parent != id)
        concepts.append(Concept(id, concept.preferred, concept.names, parents, concept.definition, concept.notes))
    return ParsedTerminology(title or path.stem, "", "", path.name, concepts, problems)


def _names(element: Any, name: str) -> tuple[Name, ...]:
    found = {(name, EXACT): Name(name, "preferred", EXACT, "heading")}
    for concept in element.findall("ConceptList/Concept"):
        relations = [one.get("RelationName") for one in concept.findall("ConceptRelationList/ConceptRelation")]
        preferred = concept.get("PreferredConceptYN") != NO
        scope = EXACT if preferred else next((RELATIONS[one] for one in relations if one in RELATIONS), RELATED)
        for term in concept.findall("TermList/Term"):
            text = _text(term, "String")
            if text and term.get("IsPermutedTermYN", NO) == NO and text != name:
                found.setdefault((text, scope), Name(text, "synonym", scope, "entry term"))
    return tuple(found.values())


def _definition(element: Any) -> str:
    notes = (_text(concept, "ScopeNote") for concept in element.findall("ConceptList/Concept"))
    return next((note for note in notes if note), "")


def _text(element: Any, place: str) -> str:
    return " ".join((element.findtext(place) or "").split())
