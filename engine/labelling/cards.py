"""The cards of a label queue: a name with its suggestions, and where it stands in the terminologies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.terminology.edited_view import edited_view_in
from engine.terminology.hierarchy import path_to_root
from engine.workspace import Workspace
from store import imported_names
from store.sqlite import Database

MOST_NAMED = 3  # concepts named with a card


@dataclass(frozen=True)
class DenotedConcept:
    """A concept that a name denotes, with the preferred names above it, the top one first."""

    terminology: str
    concept: str
    preferred: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """One name to label. `suggestions`: (class, score) for the buttons, score None where suggestions are hidden.

    `best` is the class that scores best, "" where hidden; `mine` the class that this person gave before, if any.
    """

    name: str
    norm: str
    suggestions: tuple[tuple[str, float | None], ...]
    best: str
    concepts: tuple[DenotedConcept, ...]
    more_concepts: int
    mine: str = ""
    skipped: bool = False


def denoted_concepts(
    db: Database, workspace: Workspace, norms: Sequence[str]
) -> dict[str, tuple[tuple[DenotedConcept, ...], int]]:
    """Normalised name -> the concepts that it denotes exactly, three at most, and how many more there are."""
    found = imported_names.concepts_named(db, norms)
    slugs = {slug for concepts in found.values() for slug, _, _ in concepts[:MOST_NAMED]}
    views = {slug: edited_view_in(db, workspace, slug) for slug in slugs}
    denoted: dict[str, tuple[tuple[DenotedConcept, ...], int]] = {}
    for norm in norms:
        concepts = found.get(norm, [])
        named = tuple(
            DenotedConcept(slug, code, titles.get(code, preferred), _path(code, titles, views[slug].parents))
            for slug, code, preferred in concepts[:MOST_NAMED]
            for titles in [views[slug].titles]
        )
        denoted[norm] = named, max(0, len(concepts) - MOST_NAMED)
    return denoted


def _path(code: str, titles: Mapping[str, str], parents: dict[str, list[str]]) -> tuple[str, ...]:
    return tuple(titles.get(above, above) for above in path_to_root(code, parents)[:0:-1])
