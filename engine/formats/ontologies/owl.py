"""OWL ontologies in RDF/XML or Turtle: classes with the labels, synonyms and parents that the file uses."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from engine.errors import BadInput
from engine.events import counted
from engine.formats.ontologies.curies import short_id, short_ids
from engine.formats.ontologies.iris import common_namespace, iris_apart, noted_iri
from engine.formats.ontologies.owl_writing import write
from engine.formats.ontologies.rdf_file import (
    HEADER,
    header_of,
    is_own,
    let_go,
    lines_of,
    literals,
    notes_of,
    objects,
    pairs,
    text_of,
)
from engine.formats.opening.markup import root_of
from engine.formats.opening.namespaces import NAMESPACES
from engine.formats.opening.rdf import read_graph
from engine.formats.opening.rdf_syntax import rdf_syntax
from engine.formats.parsed import CONSIDER, ParsedTerminology, Problem
from engine.formats.recognition import head_of
from engine.formats.tables.labelled import LabelledConcept, concepts_of
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
REPLACED, MAY_REPLACE = OBO + "IAO_0100001", OIO + "consider"
THING = OWL + "Thing"
ENDS = "No class of {} has a label, so the ends of their addresses serve as names; add rdfs:label for better ones."
PREDICATES = {
    *PREFERRED,
    *SYNONYMS,
    *DEFINITIONS,
    *(REPLACED, MAY_REPLACE),
    RDF + "type",
    RDF + "first",
    RDF + "rest",
    RDF + "value",
    RDFS + "subClassOf",
    OWL + "intersectionOf",
    OWL + "equivalentClass",
    OWL + "deprecated",
    OIO + "id",
    OIO + "hasAlternativeId",
}
MANCHESTER = re.compile(r"(Prefix|Ontology):\s*([\w.-]*:)?\s*<")
UNREAD = "{} is OWL in {}, which is not read; save it as RDF/XML or Turtle, as Protégé and ROBOT do."
CLASS = re.compile(r"owl(#|:)(Class|Ontology)\b|\bsubClassOf\b")


def recognises(head: str) -> bool:
    """Whether a file is RDF that has classes or says that it is an ontology, or OWL in a syntax that is not read."""
    return bool(_unread_syntax(head)) or (bool(rdf_syntax(head)) and bool(CLASS.search(head)))


def _unread_syntax(head: str) -> str:
    if rdf_syntax(head):
        return ""
    root, attributes = root_of(head)
    if root == "Ontology" and (OWL in attributes or "ontologyIRI" in attributes):
        return "OWL/XML"
    start = head.lstrip("\ufeff \t\r\n")
    if start.startswith(("Prefix(", "Ontology(")):
        return "functional syntax"
    return "Manchester syntax" if MANCHESTER.match(start) else ""


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The named classes of a file, with ids as OBO writes them; deprecated ones are obsolete.

    Preferred in a language is rdfs:label where the class has one in it, else skos:prefLabel; what else it has of these
    are names too. BadInput for what is no RDF.
    """
    if syntax := _unread_syntax(head_of(path)):
        raise BadInput(UNREAD.format(path.name, syntax))
    graph = read_graph(path, head_of(path), PREDICATES | set(HEADER))
    types = defaultdict(set)
    for subject, kind in pairs(graph, RDF + "type"):
        types[subject].add(str(kind))
    classes = _classes(graph, types)
    ids = _ids(graph, classes)
    namespace = common_namespace(ids)
    apart = iris_apart(ids, namespace)
    rows = lines_of(path, classes)
    problems: list[Problem] = []
    ontologies = [one for one, kinds in types.items() if OWL + "Ontology" in kinds]
    own = is_own(graph, ontologies)
    if not own and _name_by_address(graph, classes):
        problems.append(Problem(0, ENDS.format(path.name), left_out=False))
    each = counted(classes, "classes with their labels")
    found = [_labelled(graph, one, ids, rows.get(str(one), 0), types[one], problems, own, apart) for one in each]
    listed = concepts_of([one for one in found if one is not None], problems, "label")
    listed += _alternatives(graph, classes, ids, listed)
    about = header_of(graph, ontologies)
    let_go(graph)
    return about.over(path, listed, problems, namespace, title)


def _iri(text: str) -> Any:
    from rdflib import URIRef

    return URIRef(text)


def _classes(graph: Graph, types: dict[Any, set[str]]) -> list[Any]:
    from rdflib import URIRef

    named = {OWL + "Class", RDFS + "Class", OWL + "DeprecatedClass"}
    found = {one for one, kinds in types.items() if kinds & named}
    found |= {child for child, _ in pairs(graph, RDFS + "subClassOf")}
    return sorted((one for one in found if isinstance(one, URIRef) and str(one) != THING), key=str)


def _ids(graph: Graph, classes: list[Any]) -> dict[str, str]:
    each = counted(classes, "classes with their ids")
    own = {str(one): str(id) for one in each for id in objects(graph, one, (OIO + "id",))[:1]}
    if len(set(own.values())) == len(own):
        rest = short_ids(str(one) for one in classes if str(one) not in own)
        if not set(own.values()) & set(rest.values()):
            return own | rest
    return short_ids(map(str, classes))


def _name_by_address(graph: Graph, classes: list[Any]) -> bool:
    """Whether no class has a label, so that the ends of their addresses become their labels in the graph."""
    from rdflib import Literal

    if not classes or any(literals(graph, one, label) for one in classes for label in (*PREFERRED, *SYNONYMS)):
        return False
    for one in classes:
        end = unquote(re.split("[#/]", str(one))[-1]).replace("_", " ").strip()
        graph.add((one, _iri(RDFS + "label"), Literal(end or str(one))))
    return True


def _labelled(
    graph: Graph,
    one: Any,
    ids: dict[str, str],
    row: int,
    kinds: set[str],
    problems: list[Problem],
    own: bool,
    apart: dict[str, str],
) -> LabelledConcept | None:
    gone = OWL + "DeprecatedClass" in kinds or any(
        str(value).lower() in ("true", "1") for value in objects(graph, one, (OWL + "deprecated",))
    )
    labels = [literals(graph, one, predicate) for predicate in PREFERRED]
    preferred: list[tuple[str, str]] = []
    others: list[Name] = []
    for found in labels:
        taken = {language for _, language in preferred}
        others += [Name(text, "synonym", EXACT, "label", lang) for text, lang in found if lang in taken]
        preferred += [label for label in found if label[1] not in taken]
    others = [name for name in others if (name.text, name.language) not in preferred]
    for predicate, scope in SYNONYMS.items():
        source = "synonym" if predicate.startswith(OIO) else re.split("[#/]", predicate)[-1]
        found = sorted(literals(graph, one, predicate), key=lambda label: (label[1], label[0]))
        others += [Name(text, "synonym", scope, source, lang) for text, lang in found]
    id = ids[str(one)]
    if not preferred and not others and not gone and not own:
        problems.append(Problem(row, f"{id} has no label; add rdfs:label. It is left out."))
        return None
    by = [ids.get(str(value), short_id(str(value))) for value in objects(graph, one, (REPLACED,))]
    consider = [*by[1:], *(ids.get(str(one), short_id(str(one))) for one in objects(graph, one, (MAY_REPLACE,)))]
    notes = notes_of(graph, one, RDFS + "comment") if own else {}
    notes |= {CONSIDER: list(dict.fromkeys(consider))} if gone and consider else {}
    notes |= noted_iri(id, apart)
    above = sorted({ids.get(parent, short_id(parent)) for parent in _parents(graph, one)})
    texts = text_of(graph, one, DEFINITIONS[:-1] if own else DEFINITIONS)
    return LabelledConcept(id, row, preferred, others, above, texts, notes, gone, next(iter(by), ""))


def _parents(graph: Graph, one: Any) -> set[str]:
    """The named classes above, those within an intersection too; of a class that only has a definition its genus."""
    from rdflib import URIRef

    above, equal = (list(graph.objects(one, _iri(way))) for way in (RDFS + "subClassOf", OWL + "equivalentClass"))
    found = {str(parent) for parent in above if isinstance(parent, URIRef)} | _within(graph, above)
    return (found - {THING}) or _within(graph, equal) - {THING, str(one)}


def _within(graph: Graph, expressions: list[Any]) -> set[str]:
    """The named classes of which these are intersections."""
    from rdflib import URIRef

    lists = [members for each in expressions for members in graph.objects(each, _iri(OWL + "intersectionOf"))]
    return {str(member) for members in lists for member in graph.items(members) if isinstance(member, URIRef)}


def _alternatives(graph: Graph, classes: list[Any], ids: dict[str, str], listed: list[Concept]) -> list[Concept]:
    """Further ids of a class as obsolete concepts that point to it."""
    known = {concept.id: concept for concept in listed}
    found: dict[str, Concept] = {}
    for one in counted(classes, "classes with their further ids"):
        main = known.get(ids[str(one)])
        for other in literals(graph, one, OIO + "hasAlternativeId") if main else ():
            if main and other[0] not in known:
                found.setdefault(other[0], Concept(other[0], main.preferred, obsolete=True, replaced_by=main.id))
    return list(found.values())
