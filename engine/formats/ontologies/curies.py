"""Concept ids as the CURIEs that SSSOM asks for: PREFIX:local, with what the prefix stands for.

An id that brings its prefix keeps it (HP:0001250). Another gets its terminology's short name as a prefix that is ours
alone, which reading back takes away again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

KNOWN = {
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "semapv": "https://w3id.org/semapv/vocab/",
    "sssom": "https://w3id.org/sssom/",
    "MESH": "http://id.nlm.nih.gov/mesh/",
    "OMIM": "https://omim.org/entry/",
    "UMLS": "https://uts.nlm.nih.gov/uts/umls/concept/",
    "SNOMEDCT": "http://snomed.info/id/",
}
OBO = "http://purl.obolibrary.org/obo/{}_"
OURS = "urn:nomenclator:"
OBO_IRI = re.compile(r"https?://purl\.obolibrary\.org/obo/([A-Za-z][\w.-]*?)_([A-Za-z0-9][\w.-]*)")
WHOLE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S|urn:\S")  # how an address begins
CURIE = re.compile(r"([A-Za-z_][\w.-]*):(\S+)")


def curie(concept: str, terminology: str, namespace: str = "") -> tuple[str, str, str]:
    """The CURIE of an id, its prefix, and what the prefix stands for; an id that is an address stays one.

    namespace: what the addresses of the terminology's concepts begin with, where it is known.

    >>> curie("HP:0001250", "hpo")
    ('HP:0001250', 'HP', 'http://purl.obolibrary.org/obo/HP_')
    >>> curie("I21.9", "icd10cm")
    ('icd10cm:I21.9', 'icd10cm', 'urn:nomenclator:icd10cm:')
    >>> curie("H1", "organs", "http://example.org/organs/")
    ('organs:H1', 'organs', 'http://example.org/organs/')
    """
    if WHOLE.match(concept):
        scheme = concept.partition(":")[0]
        return concept, scheme, f"{scheme}:"
    match = CURIE.fullmatch(concept)
    if match:
        return concept, match[1], KNOWN.get(match[1], OBO.format(match[1]))
    prefix = re.sub(r"[^\w.-]", "-", terminology) or "concept"
    return f"{prefix}:{concept}", prefix, namespace or f"{OURS}{prefix}:"


def short_id(iri: str) -> str:
    """The id that OBO gives an address of an OBO ontology; any other address as it is.

    >>> short_id("http://purl.obolibrary.org/obo/HP_0000118"), short_id("http://www.yso.fi/onto/yso/p418")
    ('HP:0000118', 'http://www.yso.fi/onto/yso/p418')
    """
    found = OBO_IRI.fullmatch(iri)
    return f"{found[1]}:{found[2]}" if found else iri


def short_ids(iris: Iterable[str]) -> dict[str, str]:
    """Address -> id: as `short_id`; where all others begin alike up to the last # or /, what comes after it.

    >>> short_ids(["http://example.org/organs/heart", "http://example.org/organs/lung"])["http://example.org/organs/lung"]
    'lung'
    """
    ids = {iri: short_id(iri) for iri in iris}
    places = {iri: max(iri.rfind("#"), iri.rfind("/"), iri.rfind(":")) + 1 for iri, id in ids.items() if iri == id}
    if len({iri[:place] for iri, place in places.items()}) == 1 and all(iri[place:] for iri, place in places.items()):
        local = {iri: unquote(iri[place:]) for iri, place in places.items()}
        if len(set(local.values()) | set(ids.values())) == len(local) + len(ids):
            ids |= local
    return ids
