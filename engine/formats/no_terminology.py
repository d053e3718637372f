"""Files that are known and hold no terminology: what they are, and where they belong."""

from __future__ import annotations

import re

RESOURCE = re.compile(r'"resourceType"\s*:\s*"(ConceptMap|ValueSet|Bundle|CodeSystem)"')  # of FHIR, the first told
CODE_SYSTEM = "CodeSystem"
MAPPINGS = "holds mappings and no terminology; load it on the page Mappings, or with “mappings load”"
COMPRESSED = (".gz", ".xz", ".bz2", ".7z", ".rar")


def held_instead(head: str) -> str:
    """What a file that begins so is and what to do with it, without its name; "" where it may be a terminology."""
    if head.lstrip().startswith("{") and (found := RESOURCE.search(head)):
        return resource_instead(found[1])
    slots = next((line for line in head.splitlines() if line.strip() and not line.startswith("#")), "").split("\t")
    return f"{MAPPINGS} (SSSOM)" if {"subject_id", "predicate_id", "object_id"} <= set(slots) else ""


def resource_instead(kind: str) -> str:
    """The same of a resource of FHIR; "" for a CodeSystem."""
    if kind == CODE_SYSTEM:
        return ""
    if kind == "ConceptMap":
        return f"{MAPPINGS} (ConceptMap)"
    if kind == "ValueSet":
        return "is a ValueSet of FHIR, which picks codes of others; choose the CodeSystem that they are from"
    return f"is a {kind} of FHIR and no CodeSystem; save the CodeSystem as a file of its own"
