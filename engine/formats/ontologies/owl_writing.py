"""OWL in RDF/XML, written as text: a class a concept, labels and synonyms as OBO's ontologies have them.

Who added a name or a parent, when and why, is annotated on its axiom.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from engine.formats.changes import Changes, provenance
from engine.formats.ontologies.addresses import address_of
from engine.formats.ontologies.curies import OURS
from engine.formats.ontologies.iris import IRI, ConceptIris, language_tag
from engine.formats.opening.namespaces import NAMESPACES
from engine.workspace import written_whole
from store.records.terminology import Concept, Edit, Terminology

USUAL = ("rdf", "rdfs", "owl", "xsd", "dct", "obo", "oboInOwl")
PREFIXES = {prefix: NAMESPACES[prefix] for prefix in USUAL} | {"nom": f"{OURS}owl:"}
LABEL, DEFINITION, REPLACED = "rdfs:label", "obo:IAO_0000115", "obo:IAO_0100001"
SYNONYM = "oboInOwl:has{}Synonym"
PROPERTIES = {
    "by": "dct:creator",
    "at": "dct:created",
    "why": "rdfs:comment",
    "query": "nom:query",
    "score": "nom:score",
    "model": "nom:model",
    "model sha256": "nom:modelSha256",
}
USED = (
    *(SYNONYM.format(scope) for scope in ("Exact", "Broad", "Narrow", "Related")),
    *("oboInOwl:id", DEFINITION, REPLACED, "dct:title", "dct:license", "dct:source", "dct:creator", "dct:created"),
    *("nom:query", "nom:score", "nom:model", "nom:modelSha256", "nom:shortName"),
)
NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
RETURN = {"\r": "&#13;"}


def write(
    path: Path,
    concepts: Iterable[Concept],
    about: Terminology,
    changes: Changes | None = None,
    apart: Mapping[str, str] | None = None,
) -> int:
    """Write the concepts as they come; how many names. The file appears when it is whole. apart: as `ConceptIris`."""
    count, changes, iris = 0, changes or Changes(), ConceptIris(about.slug, about.namespace, apart or {})
    with written_whole(path) as temporary, open(temporary, "w", encoding="utf-8", newline="\n") as file:
        spaces = "".join(f'\n    xmlns:{prefix}="{meaning}"' for prefix, meaning in PREFIXES.items())
        file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF{spaces}>\n')
        file.writelines(f"{line}\n" for line in _head(about))
        for concept in concepts:
            count += max(1, len(concept.names))
            file.write("\n".join(_class(concept, iris, changes)) + "\n")
        file.write("</rdf:RDF>\n")
    return count


def xml_text(text: str) -> str:
    """A text as an element holds it; a character that XML cannot hold becomes U+FFFD."""
    return escape(NOT_IN_XML.sub("\ufffd", text), RETURN)


def _head(about: Terminology) -> Iterator[str]:
    yield f"<owl:Ontology rdf:about={quoteattr(address_of(about))}>"
    if about.address:
        yield _element("nom:shortName", about.slug)
    yield _element("dct:title", about.title or about.slug)
    for tag, text in (("owl:versionInfo", about.version), ("dct:license", about.licence), ("dct:source", about.source)):
        if text:
            yield _element(tag, text)
    yield "</owl:Ontology>"
    for name in USED:
        prefix, _, local = name.partition(":")
        yield f"<owl:AnnotationProperty rdf:about={quoteattr(PREFIXES[prefix] + local)}/>"


def _class(concept: Concept, iris: ConceptIris, changes: Changes) -> Iterator[str]:
    here = iris.of(concept.id)
    axioms: list[str] = []
    yield f"<owl:Class rdf:about={quoteattr(here)}>"
    yield _element("oboInOwl:id", concept.id)
    languages = set[str]()
    for name in concept.names:
        tag = language_tag(name.language)
        label = name.kind == "preferred" and tag not in languages
        languages |= {tag} if label else set()
        property = LABEL if label else SYNONYM.format(name.scope.capitalize())
        yield _element(property, name.text, tag)
        if edit := changes.of_name(concept.id, name.text):
            axioms += _axiom(here, property, _element("owl:annotatedTarget", name.text, tag), edit)
    if not concept.names and concept.preferred != concept.id:
        yield _element(LABEL, concept.preferred)
    if concept.definition:
        yield _element(DEFINITION, concept.definition)
    for heading, texts in concept.notes.items():
        if heading == IRI:  # which is what the class is about
            continue
        yield from (_element("rdfs:comment", f"{heading}: {text}") for text in texts)
    for parent in concept.parents:
        target = quoteattr(iris.of(parent))
        yield f"<rdfs:subClassOf rdf:resource={target}/>"
        if edit := changes.of_parent(concept.id, parent):
            axioms += _axiom(here, "rdfs:subClassOf", f"<owl:annotatedTarget rdf:resource={target}/>", edit)
    if concept.obsolete:
        yield f'<owl:deprecated rdf:datatype="{PREFIXES["xsd"]}boolean">true</owl:deprecated>'
    if concept.replaced_by:
        yield f"<{REPLACED} rdf:resource={quoteattr(iris.of(concept.replaced_by))}/>"
    yield "</owl:Class>"
    yield from axioms


def _axiom(subject: str, property: str, target: str, edit: Edit) -> Iterator[str]:
    prefix, _, local = property.partition(":")
    yield f"<owl:Axiom><owl:annotatedSource rdf:resource={quoteattr(subject)}/>"
    yield f"<owl:annotatedProperty rdf:resource={quoteattr(PREFIXES[prefix] + local)}/>{target}"
    yield from (_element(PROPERTIES[heading], str(value)) for heading, value in provenance(edit))
    yield "</owl:Axiom>"


def _element(tag: str, text: str, language: str = "") -> str:
    spoken = f' xml:lang="{language}"' if language else ""
    return f"<{tag}{spoken}>{xml_text(text)}</{tag}>"
