"""Which terminology a system, a value set or a concept map of FHIR means."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import BadInput, NotFound
from engine.formats.fhir_values import id_of
from engine.formats.ontologies.addresses import address_of
from engine.formats.ontologies.iris import iri_of_terminology
from engine.serving.calls import Call
from engine.text.counts import joined_with_and
from engine.workbench import Workbench
from store.records.terminology import Terminology

VALUE_SET, CONCEPT_MAP, BELOW = "?fhir_vs", "?fhir_cm", "isa/"
SYSTEMS = {  # the publishers' own, for terminologies under these short names
    "icd10cm": "http://hl7.org/fhir/sid/icd-10-cm",
    "icd10": "http://hl7.org/fhir/sid/icd-10",
    "snomed": "http://snomed.info/sct",
    "loinc": "http://loinc.org",
    "rxnorm": "http://www.nlm.nih.gov/research/umls/rxnorm",
    "unii": "http://fdasis.nlm.nih.gov",
    "hpo": "http://purl.obolibrary.org/obo/hp.owl",
    "mondo": "http://purl.obolibrary.org/obo/mondo.owl",
    "mesh": "http://id.nlm.nih.gov/mesh/vocab",
}


@dataclass(frozen=True)
class ServedSystem:
    """A terminology, and the address of it that was asked with, which answers repeat."""

    terminology: Terminology
    url: str

    def is_at(self, url: str) -> bool:
        """Whether an address is its own, the one that is ours, or its publisher's, be it that of its newest version."""
        known = self.terminology
        names = [name for name in (known.slug, known.newer) if name]
        others = [*map(iri_of_terminology, names), *(SYSTEMS[name] for name in names if name in SYSTEMS)]
        return url in (self.url, known.address, *others)

    def is_version_of(self, other: ServedSystem) -> bool:
        """Whether both are the same terminology, in one version or in two."""
        first, second = (one.newer or one.slug for one in (self.terminology, other.terminology))
        return first == second


def systems(workbench: Workbench) -> list[ServedSystem]:
    """Every terminology under its own address, or under the one that is ours."""
    return [ServedSystem(one, address_of(one)) for one in workbench.terminologies.all()]


def system_of(workbench: Workbench, url: str) -> ServedSystem:
    """The terminology of a system: its short name, our address or its publisher's, or else the id that it has in FHIR.

    NotFound with those there are; BadInput where several have that id.
    """
    own = systems(workbench)
    for one in own:
        if url == one.terminology.slug:
            return one
    for one in own:
        if one.is_at(url):
            return ServedSystem(one.terminology, url)
    alike = [one for one in own if url == id_of(one.terminology.slug)]
    if len(alike) > 1:
        names = joined_with_and([one.terminology.slug for one in alike])
        raise BadInput(f"“{url[:200]}” may be any of {names}; ask with the short name or the address.")
    if alike:
        return alike[0]
    there = ", ".join(one.url for one in own) or "none yet"
    raise NotFound(f"There is no code system “{url[:200]}” here; there are {there}.")


def asked_system(workbench: Workbench, call: Call, *names: str) -> ServedSystem:
    """The terminology that a call is about: by the id in its path, or under these names, of which the last is needed
    where nothing else says it.

    BadInput where two of them differ; NotFound where there is none, or it has another version than is asked for.
    """
    given = [one for one in (call.path.get("id", ""), *map(call.one, names)) if one] or [call.needed(names[-1])]
    first, *others = [system_of(workbench, one) for one in given]
    for other in others:
        if other.terminology.slug != first.terminology.slug:
            raise BadInput(f"Two code systems are asked for, {first.url} and {other.url}; give one of them.")
    return of_version(workbench, first, call.one("version"))


def of_version(workbench: Workbench, first: ServedSystem, version: str) -> ServedSystem:
    """A system in a version, which may be an older one, at the address that was asked for; NotFound where that version
    is not here."""
    requested, there = version.strip(), first.terminology.version
    if requested and requested != there:
        for other in systems(workbench):
            same = first.is_version_of(other) or first.url == other.terminology.address
            if same and requested == other.terminology.version:
                return ServedSystem(other.terminology, first.url)
        has = f"is of version “{there}”" if there else "has no version"
        raise NotFound(
            f"{first.url} {has} here, and not “{requested[:100]}”; leave “version” out, or import that release."
        )
    return first


def value_set_of(workbench: Workbench, url: str) -> tuple[ServedSystem, str]:
    """The terminology of a value set, and the concept that it stands below, "" for all of it.

    A value set is a system, a system with ?fhir_vs, or one with ?fhir_vs=isa/CODE.
    """
    system, mark, rest = url.partition(VALUE_SET)
    found = system_of(workbench, system)
    rest = rest.removeprefix("=")
    if mark and rest and not rest.startswith(BELOW):
        raise NotFound(f"There is no value set “{url[:200]}”; write a system, then ?fhir_vs or ?fhir_vs=isa/CODE.")
    return found, rest.removeprefix(BELOW)


def concept_map_of(workbench: Workbench, url: str) -> tuple[ServedSystem, ServedSystem]:
    """The two terminologies of a concept map: SYSTEM?fhir_cm=TARGET, with the target's address or short name."""
    system, mark, target = url.partition(f"{CONCEPT_MAP}=")
    if not mark:
        raise NotFound(f"There is no map “{url[:200]}”; write a system, then ?fhir_cm= and the target's short name.")
    return system_of(workbench, system), system_of(workbench, target)
