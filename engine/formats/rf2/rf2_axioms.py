"""OWL axioms of a SNOMED CT release, for the concepts directly above one: its is-a where there are no relationships."""

from __future__ import annotations

import re

AXIOM = re.compile(r"\s*(SubClassOf|EquivalentClasses)\(\s*:(\d+)\s+(.*)\)\s*$", re.S)
INNER = re.compile(r"\s*ObjectIntersectionOf\((.*)\)\s*$", re.S)
TOKEN = re.compile(r"[()]|:(\d+)")


def parents_by_axiom(expression: str) -> tuple[str, list[str]]:
    """(concept, the concepts that it is a kind of) by an axiom; ("", []) for one that says no such thing.

    >>> parents_by_axiom("EquivalentClasses(:22 ObjectIntersectionOf(:41 ObjectSomeValuesFrom(:60 :11)))")
    ('22', ['41'])
    >>> parents_by_axiom("SubClassOf(:22 :41)")
    ('22', ['41'])
    >>> parents_by_axiom("SubClassOf(ObjectIntersectionOf(:41 :42) :22)")
    ('', [])
    """
    axiom = AXIOM.match(expression)
    if not axiom:
        return "", []
    inner = INNER.match(axiom[3])
    found, depth = [], 0
    for token in TOKEN.finditer(inner[1] if inner else axiom[3]):
        if token[0] == "(":
            depth += 1
        elif token[0] == ")":
            depth -= 1
        elif depth == 0:
            found.append(token[1])
    return axiom[2], found
