"""What there is to know of a concept, by property: what tables are extended by, and queries compared with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.errors import NotFound
from engine.workbench import ConceptCard, Workbench

Value = dict[str, Any]  # {"str": …} or {"id": …, "name": …}, as the API has values
NAMES = {
    "name": "Preferred name",
    "synonym": "Synonym",
    "definition": "Definition",
    "parent": "Parent",
    "child": "Child",
    "status": "Status: in use or obsolete",
    "replaced_by": "Replaced by",
    "note": "Note",
}


def values_of(card: ConceptCard, name: str) -> list[Value]:
    """The values of a property of a concept, as the API has them; none for a property that is not there."""
    return READ[name](card) if name in READ else []


def said_of(workbench: Workbench, slug: str, concept: str, name: str) -> list[str]:
    """The values of a property as texts, of an entity its id and its name; none for a concept that is not there."""
    try:
        card = workbench.terminologies.concept(slug, concept)
    except NotFound:
        return []
    return [str(text) for value in values_of(card, name) for text in value.values()]


def _synonyms(card: ConceptCard) -> list[Value]:
    return [{"str": name.text} for name in card.concept.names if name.text != card.concept.preferred]


def _notes(card: ConceptCard) -> list[Value]:
    return [{"str": f"{heading}: {line}"} for heading, lines in card.concept.notes.items() for line in lines]


READ: dict[str, Callable[[ConceptCard], list[Value]]] = {
    "name": lambda card: [{"str": card.concept.preferred}],
    "synonym": _synonyms,
    "definition": lambda card: [{"str": card.concept.definition}] if card.concept.definition else [],
    "parent": lambda card: [{"id": one.id, "name": one.preferred} for one in card.parents],
    "child": lambda card: [{"id": one.id, "name": one.preferred} for one in card.children],
    "status": lambda card: [{"str": "obsolete" if card.concept.obsolete else "in use"}],
    "replaced_by": lambda card: [{"str": card.concept.replaced_by}] if card.concept.replaced_by else [],
    "note": _notes,
}
