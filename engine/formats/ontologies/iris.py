"""Concept ids as the IRIs that RDF asks for, and names' languages as tags that RDF and XML take."""

from __future__ import annotations

import re

from engine.formats.ontologies.curies import OURS, curie

WHOLE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S|urn:\S")
NOT_IN_IRIS = re.compile(r"[\x00-\x20<>\"{}|^`\\\x7f\ud800-\udfff]")
LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
HALVES = re.compile(r"[\ud800-\udfff]")


def iri(concept: str, terminology: str) -> str:
    """The IRI of a concept's id; one that is an IRI already stays as it is.

    >>> iri("HP:0001250", "hpo"), iri("I21.9", "icd10cm")
    ('http://purl.obolibrary.org/obo/HP_0001250', 'urn:nomenclator:icd10cm:I21.9')
    """
    if WHOLE.match(concept):
        whole = concept
    else:
        text, prefix, meaning = curie(concept, terminology)
        whole = meaning + text[len(prefix) + 1 :]
    return NOT_IN_IRIS.sub(_percent, whole)


def iri_of_terminology(slug: str) -> str:
    """The IRI of a terminology itself, by its short name."""
    return NOT_IN_IRIS.sub(_percent, OURS + slug)


def language_tag(language: str) -> str:
    """The language of a name as a tag; "" where it is none."""
    return language if LANGUAGE.fullmatch(language) else ""


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))
