"""The addresses of terminologies: each its own, as its file or a person says it, or else one that is ours alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.formats.ontologies.curies import OURS, WHOLE, curie
from engine.formats.ontologies.iris import NOT_IN_IRIS, iri_of_terminology
from store.records.terminology import Terminology

LOCAL = ("file:", OURS)  # how addresses begin that say nothing outside of a file or a workspace
OBO_ONTOLOGY = "http://purl.obolibrary.org/obo/{}.owl"
SHIPPED = {  # source of a terminology that comes with the program -> the address that its publisher has for it
    "simple-icd-10-cm": "http://hl7.org/fhir/sid/icd-10-cm",
    "HPO": OBO_ONTOLOGY.format("hp"),
    "Mondo": OBO_ONTOLOGY.format("mondo"),
}
NAMESPACES = {"http://snomed.info/sct": "http://snomed.info/id/"}  # of code systems whose concepts stand elsewhere


def canonical(text: str) -> str:
    """A text as the address of a terminology; "" for one that is none, is ours, or says where a file lies.

    >>> canonical(" http://example.org/cs "), canonical("urn:nomenclator:organs"), canonical("organs")
    ('http://example.org/cs', '', '')
    """
    text = text.strip()
    return text if WHOLE.match(text) and not NOT_IN_IRIS.search(text) and not text.startswith(LOCAL) else ""


def namespace_of(address: str) -> str:
    """What the addresses of concepts begin with where nothing but the terminology's own address is known.

    >>> namespace_of("http://example.org/cs"), namespace_of("http://example.org/cs#"), namespace_of("urn:oid:1.2")
    ('http://example.org/cs/', 'http://example.org/cs#', 'urn:oid:1.2:')
    """
    if not address or address.endswith(("/", "#", ":", "=")):
        return address
    return NAMESPACES.get(address, address + (":" if address.startswith("urn:") else "/"))


def obo_address(ontology: str, ids: Iterable[str]) -> str:
    """The address of the ontology that an OBO file names; a short name is one of OBO's where ids begin with it.

    >>> obo_address("hp.obo", ["HP:0000118"]), obo_address("organs", ["H1"]), obo_address("http://a.org/o", [])
    ('http://purl.obolibrary.org/obo/hp.owl', '', 'http://a.org/o')
    """
    name = ontology.lower().removesuffix(".obo").removesuffix(".owl")  # which HPO writes behind it
    if re.fullmatch(r"[a-z]\w*", name) and any(id.lower().startswith(f"{name}:") for id in ids):
        return OBO_ONTOLOGY.format(name)
    return canonical(ontology)


def obo_name(address: str) -> str:
    """The short name that an OBO file has for the ontology at an address of OBO's, else "".

    >>> obo_name("http://purl.obolibrary.org/obo/hp.owl"), obo_name("http://example.org/cs")
    ('hp', '')
    """
    found = re.fullmatch(OBO_ONTOLOGY.replace(".", r"\.").format(r"(\w+)"), address)
    return found[1] if found else ""


def addressed(about: Terminology) -> Terminology:
    """A terminology that ships, with its publisher's address where it has none yet; another as it is."""
    known = "" if about.address else SHIPPED.get(about.source, "")
    space = "" if obo_name(known) else namespace_of(known)  # ids of OBO say theirs
    return replace(about, address=known, namespace=about.namespace or space) if known else about


def address_of(about: Terminology) -> str:
    """The address of a terminology: its own, its publisher's, or the one that is ours."""
    return addressed(about).address or iri_of_terminology(about.slug)


@dataclass(frozen=True)
class Addresses:
    """Short name of a terminology -> its own address, and -> what the addresses of its concepts begin with; those that
    have none are left out."""

    systems: Mapping[str, str] = field(default_factory=dict)
    namespaces: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, *terminologies: Terminology) -> Addresses:
        """Those of these terminologies."""
        known = [addressed(one) for one in terminologies]
        return cls(
            {one.slug: one.address for one in known if one.address},
            {one.slug: one.namespace for one in known if one.namespace},
        )

    def curie(self, concept: str, terminology: str, prefixes: dict[str, str]) -> str:
        """The CURIE of a concept's id; its prefix is added to the prefixes."""
        text, prefix, meaning = curie(concept, terminology, self.namespaces.get(terminology, ""))
        prefixes[prefix] = meaning
        return text

    def source(self, terminology: str, prefixes: dict[str, str]) -> str:
        """A terminology as SSSOM names a source; the prefix is added to the prefixes."""
        if address := self.systems.get(terminology):
            return self.curie(address, terminology, prefixes)
        prefixes["nomenclator"] = OURS
        return f"nomenclator:{terminology}"

    def is_own(self, meaning: str) -> bool:
        """Whether a prefix that stands for this was put before ids that have none of themselves."""
        return meaning.startswith(OURS) or meaning in self.namespaces.values()
