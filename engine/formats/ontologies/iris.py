"""Concept ids as the IRIs that RDF asks for, and names' languages as tags that RDF and XML take."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.formats.ontologies.curies import CURIE, OURS, WHOLE, curie

IRI = "IRI"  # heading of the note of a concept whose address is not its terminology's namespace with its id
NOT_IN_IRIS = re.compile(r"[\x00-\x20<>\"{}|^`\\\x7f\ud800-\udfff]")
LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
HALVES = re.compile(r"[\ud800-\udfff]")


def iri(concept: str, terminology: str, namespace: str = "") -> str:
    """The IRI of a concept's id; one that is an IRI already stays as it is. namespace: as for `curie`.

    >>> iri("HP:0001250", "hpo"), iri("I21.9", "icd10cm")
    ('http://purl.obolibrary.org/obo/HP_0001250', 'urn:nomenclator:icd10cm:I21.9')
    """
    if WHOLE.match(concept):
        whole = concept
    else:
        text, prefix, meaning = curie(concept, terminology, namespace)
        whole = meaning + text[len(prefix) + 1 :]
    return NOT_IN_IRIS.sub(_percent, whole)


@dataclass(frozen=True)
class ConceptIris:
    """The IRIs of a terminology's concepts; `apart` has those (id -> IRI) that do not follow from the id."""

    terminology: str
    namespace: str = ""
    apart: Mapping[str, str] = field(default_factory=dict)

    def of(self, concept: str) -> str:
        """The IRI of a concept's id."""
        return self.apart.get(concept) or iri(concept, self.terminology, self.namespace)


def common_namespace(ids: Mapping[str, str]) -> str:
    """What most of these addresses (IRI -> id) have before their ids; "" where they have nothing in common, or where
    it is ours.

    >>> common_namespace({"http://a.org/o/1": "1", "http://a.org/o/2": "2", "http://b.org/3": "3"})
    'http://a.org/o/'
    """
    own = {address: id for address, id in ids.items() if not CURIE.fullmatch(id) and id != address}
    escaped = ((address, NOT_IN_IRIS.sub(_percent, id)) for address, id in own.items())
    begins = Counter(address[: -len(end)] for address, end in escaped if end and address.endswith(end))
    best, count = max(begins.items(), key=lambda one: one[1], default=("", 0))
    return best if count * 2 > len(own) and not best.startswith((OURS, "file:")) else ""


def iris_apart(ids: Mapping[str, str], namespace: str) -> dict[str, str]:
    """Id -> IRI of the concepts (IRI -> id) whose IRI does not follow from the namespace and the id; ours always do."""
    return {
        id: address
        for address, id in ids.items()
        if not address.startswith((OURS, "file:")) and iri(id, "", namespace) != address
    }


def noted_iri(id: str, apart: Mapping[str, str]) -> dict[str, list[str]]:
    """The note of a concept's IRI where it is among those of `iris_apart`, else none."""
    return {IRI: [apart[id]]} if id in apart else {}


def iri_of_terminology(slug: str) -> str:
    """The IRI of a terminology itself, by its short name."""
    return NOT_IN_IRIS.sub(_percent, OURS + slug)


def language_tag(language: str) -> str:
    """The language of a name as a tag; "" where it is none."""
    return language if LANGUAGE.fullmatch(language) else ""


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))
