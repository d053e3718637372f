"""A concept as a person sees it: its names after edits and its place in the hierarchy."""

from __future__ import annotations

from dataclasses import dataclass

from store.records.terminology import Concept, Edit


@dataclass(frozen=True)
class ConceptRef:
    """A concept by its id and preferred name."""

    id: str
    preferred: str


@dataclass(frozen=True)
class ConceptCard:
    """A concept with its names as they stand after edits, and where it stands in the hierarchy."""

    terminology: str
    concept: Concept
    parents: list[ConceptRef]
    children: list[ConceptRef]
    path: list[ConceptRef]  # from the root down to the concept
    added: list[Edit]
    withdrawn: list[Edit]
