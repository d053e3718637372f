"""SKOS and SKOS-XL in any syntax of RDF: concepts with labels in several languages, broader and narrower."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.events import counted
from engine.formats.ontologies.curies import short_ids
from engine.formats.ontologies.iris import common_namespace, iris_apart, noted_iri
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
from engine.formats.ontologies.skos_writing import write
from engine.formats.opening.lines import byte_lines
from engine.formats.opening.namespaces import NAMESPACES
from engine.formats.opening.rdf import read_graph
from engine.formats.opening.rdf_syntax import rdf_syntax
from engine.formats.parsed import CONSIDER, ParsedTerminology, Problem
from engine.formats.recognition import head_of
from engine.formats.tables.labelled import LabelledConcept, concepts_of
from store.records.terminology import EXACT, SCOPES, Name

if TYPE_CHECKING:
    from rdflib import Graph

__all__ = ["read", "recognises", "recognises_file", "write"]
SKOS, XL, RDF, RDFS = (NAMESPACES[prefix] for prefix in ("skos", "skosxl", "rdf", "rdfs"))
OWL, DCT = NAMESPACES["owl"], NAMESPACES["dct"]
THES = "http://purl.org/iso25964/skos-thes#"
CONCEPT = SKOS + "Concept"
LABELS = {  # kind of label -> its properties, plain and as SKOS-XL
    "prefLabel": (SKOS + "prefLabel", XL + "prefLabel"),
    "altLabel": (SKOS + "altLabel", XL + "altLabel"),
    "hiddenLabel": (SKOS + "hiddenLabel", XL + "hiddenLabel"),
}
OURS = "urn:nomenclator:skos:"  # what our own export says beside SKOS
ISO_KINDS = ("Generic", "Partitive", "Instantial")  # kinds of broader that ISO 25964 knows
BROADER = (SKOS + "broader", *(f"{THES}broader{kind}" for kind in ISO_KINDS))
NARROWER = (SKOS + "narrower", *(f"{THES}narrower{kind}" for kind in ISO_KINDS))
DEFINITIONS = (SKOS + "definition", SKOS + "scopeNote")
GROUPS = {SKOS + "ConceptScheme", SKOS + "Collection", SKOS + "OrderedCollection", THES + "ThesaurusArray"}
GONE_CLASS = re.compile(r"(Deprecated|Obsolete)(Concept|Class|Subject|Descriptor)?$")
GONE = re.compile(r"(deprecated|obsolete|retired|withdrawn)$", re.I)
STATUS = (
    OWL + "deprecated",
    "http://www.w3.org/ns/adms#status",
    "http://publications.europa.eu/ontology/euvoc#status",
    "http://aims.fao.org/aos/agrontology#hasStatus",
)
REPLACED = (DCT + "isReplacedBy", "http://purl.obolibrary.org/obo/IAO_0100001")
OTHERS = (
    RDF + "type",
    RDF + "value",
    RDFS + "subClassOf",
    XL + "literalForm",
    SKOS + "notation",
    SKOS + "note",
    SKOS + "topConceptOf",
)
PREDICATES = {
    *(one for both in LABELS.values() for one in both),
    *BROADER,
    *NARROWER,
    *DEFINITIONS,
    *STATUS,
    *REPLACED,
    *OTHERS,
    *(OURS + part for part in ("name", "text", "kind", "scope")),
    SKOS + "hasTopConcept",
    SKOS + "broaderTransitive",
    SKOS + "narrowerTransitive",
}
INHERITED = {*(one for both in LABELS.values() for one in both), *BROADER, *NARROWER, *DEFINITIONS}
IS_CONCEPT = re.compile(rb"core#Concept\b|skos:Concept\b")
IN_OWL = re.compile(r"owl(#|:)Class\b")


def recognises(head: str) -> bool:
    """Whether a file is RDF that speaks of SKOS concepts; of an ontology with labels of SKOS they are no part."""
    if not rdf_syntax(head):
        return False
    return bool(IS_CONCEPT.search(head.encode("utf-8", "replace"))) or (SKOS in head and not IN_OWL.search(head))


def recognises_file(path: Path, head: str) -> bool:
    """Whether a file of RDF comes to its concepts after the head, as behind hundreds of prefixes."""
    return bool(rdf_syntax(head)) and any(IS_CONCEPT.search(line) for line in byte_lines(path))


def read(path: Path, title: str = "") -> ParsedTerminology:
    """The concepts of a file: the labels of every language, plain or SKOS-XL, the language most used first.

    Where no concept has a preferred label, those of RDF Schema are. Properties that the file declares below those of
    labels, hierarchy and definitions are read as these.
    Parents are what is broader, and what says that it is narrower. Ids are notations where each concept has one of its
    own, else what addresses end with where they begin alike, else addresses. BadInput for what is no RDF.
    """
    head = head_of(path)
    graph = read_graph(path, head, PREDICATES | set(HEADER), INHERITED)
    types = defaultdict(set)
    for subject, kind in pairs(graph, RDF + "type"):
        types[subject].add(str(kind))
    parents = _parents(graph)
    concepts = _concepts(graph, types, parents)
    ids = _ids(graph, concepts)
    namespace = common_namespace(ids)
    apart = iris_apart(ids, namespace)
    rows = lines_of(path, concepts)
    schemes = [one for one, kinds in types.items() if SKOS + "ConceptScheme" in kinds]
    own = is_own(graph, schemes)
    problems: list[Problem] = []
    preferred = {one: _labels(graph, one, "prefLabel") for one in counted(concepts, "concepts with their labels")}
    if any(preferred.values()):
        several = {ids[str(one)]: (rows.get(str(one), 0), labels) for one, labels in preferred.items()}
        problems += _several_preferred(several)
    else:
        preferred = {one: literals(graph, one, RDFS + "label") for one in concepts}
    found = [
        LabelledConcept(
            ids[str(one)],
            rows.get(str(one), 0),
            preferred[one],
            _others(graph, one, set(preferred[one])),
            sorted({ids.get(str(parent), str(parent)) for parent in parents.get(one, ())}),
            text_of(graph, one, DEFINITIONS),
            _notes(graph, one, ids, own) | noted_iri(ids[str(one)], apart),
            _gone(graph, one, types[one]),
            next(iter(_replaced(graph, one, ids)), ""),
        )
        for one in counted(concepts, "concepts with their notes")
    ]
    about = header_of(graph, schemes)
    let_go(graph)
    listed = concepts_of(found, problems)
    return about.over(path, listed, problems, namespace, title)


def _parents(graph: Graph) -> dict[Any, set[Any]]:
    from rdflib import Literal

    found: dict[Any, set[Any]] = defaultdict(set)
    for up, down in ((BROADER, NARROWER), ((SKOS + "broaderTransitive",), (SKOS + "narrowerTransitive",))):
        for predicate in up:
            for child, parent in pairs(graph, predicate):
                found[child].add(parent)
        for predicate in down:
            for parent, child in pairs(graph, predicate):
                if not isinstance(child, Literal):
                    found[child].add(parent)
        if found:  # the transitive ones only where there are no others
            break
    return found


def _concepts(graph: Graph, types: dict[Any, set[str]], parents: dict[Any, set[Any]]) -> list[Any]:
    """What is called a concept, or of a class below it, and what has labels and a place among them."""
    classes = {CONCEPT}
    below = defaultdict(list)
    for child, parent in pairs(graph, RDFS + "subClassOf"):
        below[str(parent)].append(str(child))
    waiting = [CONCEPT]
    while waiting:
        new = [one for one in below[waiting.pop()] if one not in classes]
        classes.update(new)
        waiting += new
    found = {one for one, kinds in types.items() if kinds & classes}
    places = set(parents) | {one for above in parents.values() for one in above}
    places |= {one for one, _ in pairs(graph, SKOS + "topConceptOf")}
    places |= {one for _, one in pairs(graph, SKOS + "hasTopConcept")}
    found |= {one for one in places - found if not types.get(one, set()) & GROUPS and _labels(graph, one, "prefLabel")}
    return sorted(found, key=str)


def _labels(graph: Graph, one: Any, kind: str) -> list[tuple[str, str]]:
    plain, extended = LABELS[kind]
    found = literals(graph, one, plain)
    for label in objects(graph, one, (extended,)):
        found += literals(graph, label, XL + "literalForm")
    return list(dict.fromkeys(found))


def _others(graph: Graph, one: Any, preferred: set[tuple[str, str]]) -> list[Name]:
    """The labels that are not preferred, with the scopes that our own export writes beside them."""
    found = [
        Name(text, "synonym", EXACT, kind, language)
        for kind in ("altLabel", "hiddenLabel")
        for text, language in sorted(_labels(graph, one, kind), key=lambda label: (label[1], label[0]))
    ]
    more = []
    for node in objects(graph, one, (OURS + "name",)):
        kinds = [text for text, _ in literals(graph, node, OURS + "kind")]
        scopes = [text for text, _ in literals(graph, node, OURS + "scope")]
        if scopes[:1] and scopes[0] in SCOPES and kinds != ["preferred"]:
            labels = literals(graph, node, OURS + "text")
            more += [Name(text, "synonym", scopes[0], "altLabel", language) for text, language in labels]
    scoped = {(name.text, name.language) for name in more} - preferred  # a preferred label is said of itself
    return [name for name in found if (name.text, name.language) not in scoped] + more


def _several_preferred(labels: Mapping[str, tuple[int, list[tuple[str, str]]]]) -> Iterator[Problem]:
    """What is said of each concept with several preferred labels in a language; `labels`: id -> row, (text, language).

    The first by letters stays the preferred one, as in `concepts_of`.
    """
    for id, (row, found) in labels.items():
        for language in dict.fromkeys(language for _, language in found):
            texts = sorted({text for text, one in found if one == language})
            if len(texts) > 1:
                each = " and ".join(f"“{text}”" for text in texts)
                conflict = f"{len(texts)} preferred labels in {f'“{language}”' if language else 'no language'}, {each}"
                sentence = f"{id} has {conflict}; keep one. “{texts[0]}” counts as preferred, the rest as synonyms."
                yield Problem(row, sentence, left_out=False)


def _ids(graph: Graph, concepts: list[Any]) -> dict[str, str]:
    each = counted(concepts, "concepts with their notations")
    notations = {str(one): [text for text, _ in literals(graph, one, SKOS + "notation")] for one in each}
    single = {iri: found[0] for iri, found in notations.items() if len(set(found)) == 1}
    if len(single) == len(concepts) == len(set(single.values())):
        return single
    return short_ids(map(str, concepts))


def _notes(graph: Graph, one: Any, ids: dict[str, str], own: bool) -> dict[str, list[str]]:
    """Notations that are not the id, what else replaces the concept, and the notes that our own export writes."""
    notations = {text for text, _ in literals(graph, one, SKOS + "notation")} - {ids[str(one)]}
    found = notes_of(graph, one, SKOS + "note") if own else {}
    found |= {"Notation": sorted(notations)} if notations else {}
    return found | ({CONSIDER: others} if (others := _replaced(graph, one, ids)[1:]) else {})


def _replaced(graph: Graph, one: Any, ids: dict[str, str]) -> list[str]:
    """The ids of what is to be taken instead of a concept; where there are several, it was split."""
    return list(dict.fromkeys(ids.get(str(by), str(by)) for by in objects(graph, one, REPLACED)))


def _gone(graph: Graph, one: Any, kinds: set[str]) -> bool:
    if any(GONE_CLASS.search(kind) for kind in kinds):
        return True
    values = Counter(str(value).lower() for value in objects(graph, one, STATUS))
    return any(value in ("true", "1") or GONE.search(value) for value in values)
