"""Codes of ICD-10-CM in the text files of CMS: with their point, below the codes they begin with, with their titles."""

from __future__ import annotations

from collections.abc import Container, Sequence

from store.records.terminology import BILLABLE_NOTE, EXACT, Concept, Name

CODE = r"[A-Z]\d[0-9A-Z](?:\.?[0-9A-Z]{1,4})?|[A-Z][A-Z]\d(?:\.?[0-9A-Z]{1,4})?"
CATEGORY = 3  # letters before the point


def dotted(code: str) -> str:
    """A code as people write it.

    >>> dotted("I219"), dotted("I21")
    ('I21.9', 'I21')
    """
    plain = code.replace(".", "")
    return plain if len(plain) <= CATEGORY else f"{plain[:CATEGORY]}.{plain[CATEGORY:]}"


def longest_prefix(code: str, among: Container[str]) -> str:
    """The longest other code among these that a code begins with; "" for none.

    >>> longest_prefix("I21.01", {"I21", "I21.01"})
    'I21'
    """
    shorter = (code[:size].rstrip(".") for size in range(len(code) - 1, CATEGORY - 1, -1))
    return next((one for one in shorter if one in among), "")


def concept_of(code: str, texts: Sequence[str], billable: bool, parent: str) -> Concept:
    """The concept of a code with these titles, the first preferred, below a parent, or "" for none."""
    names = tuple(
        Name(text, "synonym" if place else "preferred", EXACT, "short title" if place else "title")
        for place, text in enumerate(texts)
    )
    notes = {BILLABLE_NOTE: ["yes"]} if billable else {}
    return Concept(code, texts[0], names, (parent,) if parent else (), notes=notes)
