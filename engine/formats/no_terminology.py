"""Files that are known and hold no terminology: what they are, and where they belong."""

from __future__ import annotations

import re

OF_JSON = re.compile(
    r'"((?:[^"\\]|\\.)*)"(?:\s*:\s*"(\w+)")?|[][{}]'
)  # a text, with the word that it names, or a bracket
RESOURCES = ("ConceptMap", "ValueSet", "Bundle")  # of FHIR, which hold codes and are no CodeSystem
CODE_SYSTEM = "CodeSystem"
MAPPINGS = "holds mappings and no terminology; load it on the page Mappings, or with “mappings load”"
COMPRESSED = (".gz", ".xz", ".bz2", ".7z", ".rar")


def mappings_instead(head: str) -> str:
    """What a file is that begins as SSSOM and what to do with it, without its name; "" for another file."""
    slots = next((line for line in head.splitlines() if line.strip() and not line.startswith("#")), "").split("\t")
    return f"{MAPPINGS} (SSSOM)" if {"subject_id", "predicate_id", "object_id"} <= set(slots) else ""


def held_instead(head: str) -> str:
    """The same of JSON that is another resource of FHIR than a CodeSystem, whatever resources it contains."""
    depth = 0
    for found in OF_JSON.finditer(head) if head.lstrip().startswith("{") else ():
        if depth == 1 and found[1] == "resourceType":
            return resource_instead(found[2]) if found[2] in RESOURCES else ""
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(found[0], 0)
    return ""


def resource_instead(kind: str) -> str:
    """The same of a resource of FHIR by its kind; "" for a CodeSystem."""
    if kind == CODE_SYSTEM:
        return ""
    if kind == "ConceptMap":
        return f"{MAPPINGS} (ConceptMap)"
    if kind == "ValueSet":
        return "is a ValueSet of FHIR, which picks codes of others; choose the CodeSystem that they are from"
    return f"is a {kind} of FHIR and no CodeSystem; save the CodeSystem as a file of its own"
