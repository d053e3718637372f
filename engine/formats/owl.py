"""OWL ontologies in RDF/XML or Turtle: classes with the labels, synonyms and parents that the file uses."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.formats.curies import short_id, short_ids
from engine.formats.labelled import Labelled, concepts_of
from engine.formats.opening.rdf import NAMESPACES, rdf_syntax, read_graph
from engine.formats.owl_writing import write
from engine.formats.parsed import Parsed, Problem
from engine.formats.rdf_file import HEADER, header_of, lines_of, literals, objects, text_of
from engine.formats.recognition import head_of
from store.records.terminology import BROAD, EXACT, NARROW, RELATED, Concept, Name

if TYPE_CHECKING:
    from rdflib import Graph

__all__ = ["read", "recognises", "write"]
RDF, RDFS, OWL, SKOS, OIO, OBO = (NAMESPACES[p] for p in ("rdf", "rdfs", "owl", "skos", "oboInOwl", "obo"))
THESAURUS = "http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl#"
PREFERRED = (RDFS + "label", SKOS + "prefLabel", THESAURUS + "P108", "http://schema.org/name")  # the first one used
SYNONYMS = {
    OIO + "hasExactSynonym": EXACT,
    OIO + "hasBroadSynonym": BROAD,
    OIO + "hasNarrowSynonym": NARROW,
    OIO + "hasRelatedSynonym": RELATED,
    OIO + "hasSynonym": RELATED,
    SKOS + "altLabel": EXACT,
    SKOS + "hiddenLabel": EXACT,
    OBO + "IAO_0000118": EXACT,  # alternative term
    "http://www.ebi.ac.uk/efo/alternative_term": EXACT,
    THESAURUS + "P90": EXACT,
    "http://schema.org/alternateName": EXACT,
}
DEFINITIONS = (OBO + "IAO_0000115", SKOS + "definition", THESAURUS + "P97", RDFS + "comment")
REPLACED = (OBO + "IAO_0100001",)
THING = OWL + "Thing"
PREDICATES = {
    *PREFERRED,
    *SYNONYMS,
    *DEFINITIONS,
    *REPLACED,
    RDF + "type",
    RDF + "first",
    RDF + "rest",
    RDF + "value",
    RDFS + "subClassOf",
    OWL + "intersectionOf",
    OWL + "deprecated",
    OIO + "id",
    OIO + "hasAlternativeId",
}
CLASS = re.compile(r"owl(#|:)(Class|Ontology)\b|\bsubClassOf\b")


def recognises(head: str) -> bool:
    """Whether a file is RDF that has classes or says that it is an ontology."""
    return bool(rdf_syntax(head)) and bool(CLASS.search(head))


def read(path: Path, title: str = "") -> Parsed:
    """The named classes of a file, with ids as OBO writes them; deprecated ones are obsolete.

    Preferred is rdfs:label where the file uses it, else skos:prefLabel; a class may have both, which then are names of
    one concept. BadInput for what is no RDF.
    """
    graph = read_graph(path, head_of(path), PREDICATES | set(HEADER))
    types = defaultdict(set)
    for subject, kind in graph.subject_objects(_iri(RDF + "type")):
        types[subject].add(str(kind))
    classes = _classes(graph, types)
    ids = _ids(graph, classes)
    rows = lines_of(path, classes)
    problems: list[Problem] = []
    found = [_labelled(graph, one, ids, rows.get(str(one), 0), types[one], problems) for one in classes]
    listed = concepts_of([one for one in found if one is not None], problems, "label")
    listed += _alternatives(graph, classes, ids, listed)
    about = header_of(graph, [one for one, kinds in types.items() if OWL + "Ontology" in kinds])
    return Parsed(title or about.title or path.stem, about.version, about.licence, path.name, listed, problems)


def _iri(text: str) -> Any:
    from rdflib import URIRef

    return URIRef(text)


def _classes(graph: Graph, types: dict[Any, set[str]]) -> list[Any]:
    from rdflib import URIRef

    named = {OWL + "Class", RDFS + "Class", OWL + "DeprecatedClass"}
    found = {one for one, kinds in types.items() if kinds & named}
    found |= {child for child, _ in graph.subject_objects(_iri(RDFS + "subClassOf"))}
    return sorted((one for one in found if isinstance(one, URIRef) and str(one) != THING), key=str)


def _ids(graph: Graph, classes: list[Any]) -> dict[str, str]:
    own = {str(one): str(id) for one in classes for id in objects(graph, one, (OIO + "id",))[:1]}
    if len(set(own.values())) == len(own):
        rest = short_ids(str(one) for one in classes if str(one) not in own)
        if not set(own.values()) & set(rest.values()):
            return own | rest
    return short_ids(map(str, classes))


def _labelled(
    graph: Graph, one: Any, ids: dict[str, str], row: int, kinds: set[str], problems: list[Problem]
) -> Labelled | None:
    gone = OWL + "DeprecatedClass" in kinds or any(
        str(value).lower() in ("true", "1") for value in objects(graph, one, (OWL + "deprecated",))
    )
    labels = [(predicate, literals(graph, one, predicate)) for predicate in PREFERRED]
    used = [(predicate, found) for predicate, found in labels if found]
    preferred = used[0][1] if used else []
    others = [Name(text, "synonym", EXACT, "label", lang) for _, found in used[1:] for text, lang in found]
    others = [name for name in others if (name.text, name.language) not in preferred]
    for predicate, scope in SYNONYMS.items():
        source = "synonym" if predicate.startswith(OIO) else re.split("[#/]", predicate)[-1]
        found = sorted(literals(graph, one, predicate), key=lambda label: (label[1], label[0]))
        others += [Name(text, "synonym", scope, source, lang) for text, lang in found]
    id = ids[str(one)]
    if not preferred and not others and not gone:
        problems.append(Problem(row, f"{id} has no label; add rdfs:label. It is left out."))
        return None
    by = next((str(value) for value in objects(graph, one, REPLACED)), "")
    above = sorted({ids.get(parent, short_id(parent)) for parent in _parents(graph, one)})
    texts = text_of(graph, one, DEFINITIONS)
    return Labelled(id, row, preferred, others, above, texts, {}, gone, ids.get(by, short_id(by)))


def _parents(graph: Graph, one: Any) -> set[str]:
    """The named classes above, those within an intersection too."""
    from rdflib import BNode, URIRef

    found: set[str] = set()
    for parent in graph.objects(one, _iri(RDFS + "subClassOf")):
        if isinstance(parent, URIRef):
            found.add(str(parent))
        elif isinstance(parent, BNode):
            for members in graph.objects(parent, _iri(OWL + "intersectionOf")):
                found |= {str(member) for member in graph.items(members) if isinstance(member, URIRef)}
    return found - {THING}


def _alternatives(graph: Graph, classes: list[Any], ids: dict[str, str], listed: list[Concept]) -> list[Concept]:
    """Further ids of a class as obsolete concepts that point to it."""
    known = {concept.id: concept for concept in listed}
    found: dict[str, Concept] = {}
    for one in classes:
        main = known.get(ids[str(one)])
        for other in literals(graph, one, OIO + "hasAlternativeId") if main else ():
            if main and other[0] not in known:
                found.setdefault(other[0], Concept(other[0], main.preferred, obsolete=True, replaced_by=main.id))
    return list(found.values())
