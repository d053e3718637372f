"""Concept ids as the CURIEs that SSSOM asks for: PREFIX:local, with what the prefix stands for.

An id that brings its prefix keeps it (HP:0001250). Another gets its terminology's short name as a prefix that is ours
alone, which reading back takes away again.
"""

from __future__ import annotations

import re

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
CURIE = re.compile(r"([A-Za-z_][\w.-]*):(\S+)")


def curie(concept: str, terminology: str) -> tuple[str, str, str]:
    """The CURIE of an id, its prefix, and what the prefix stands for.

    >>> curie("HP:0001250", "hpo")
    ('HP:0001250', 'HP', 'http://purl.obolibrary.org/obo/HP_')
    >>> curie("I21.9", "icd10cm")
    ('icd10cm:I21.9', 'icd10cm', 'urn:nomenclator:icd10cm:')
    """
    match = CURIE.fullmatch(concept)
    if match:
        return concept, match[1], KNOWN.get(match[1], OBO.format(match[1]))
    prefix = re.sub(r"[^\w.-]", "-", terminology) or "concept"
    return f"{prefix}:{concept}", prefix, f"{OURS}{prefix}:"
