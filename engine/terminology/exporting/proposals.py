"""Proposed parents: the parents that people gave to concepts, new ones too, and those that they refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from engine.formats.tables.own_export import PROVENANCE_COLUMNS
from engine.terminology.exporting import TERMINOLOGY, Kind, Scope
from engine.terminology.exporting.notes import cells_of
from engine.terminology.exporting.provenance_slots import provenance_slots
from engine.terminology.preferred_names import chosen_names
from engine.workspace import Workspace
from store import exports
from store.history import EDITED
from store.sqlite import Database

if TYPE_CHECKING:
    from engine.terminology.exporting.tables import Prefixes

KIND = Kind(
    "proposals",
    "Proposed parents",
    "Parents that people accepted or refused for a name, with who, when, why and what they saw.",
    ("terminology", "status", "concept", "name", "parent", "parent name", *PROVENANCE_COLUMNS, "notes"),
    numbers=("score",),
    scope=TERMINOLOGY,
    sssom="The object is a broader concept than the subject (skos:broadMatch); one that was refused is not.",
    loads=False,
)


def rows(db: Database, workspace: Workspace, scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Accepted parents in the order in which they were accepted, then refused ones."""
    noted, chosen = cells_of(db, EDITED), cache(partial(chosen_names, db))
    for slug, status, code, name, parent, its_name, *row, batch in exports.proposal_rows(db, scope.terminology):
        called = chosen(slug).get(code, name), parent, chosen(slug).get(parent, its_name)
        yield slug, status, code, *called, *row, noted.get(batch, "")


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many parents were accepted or refused, in this scope."""
    return exports.count_proposals(db, scope.terminology)


def mapping(row: Sequence[Any], prefixes: Prefixes) -> dict[str, Any]:
    """The SSSOM slots of a row with their values; prefixes of its CURIEs are added to `prefixes`."""
    slug, status, concept, name, parent, parent_name, by, at, why, _, score, _, _, notes = row
    subject = {"subject_id": prefixes.of(concept, slug)} if concept else {"subject_type": "rdfs literal"}
    return {
        **subject,
        "subject_label": name,
        "predicate_modifier": "Not" if status == exports.REFUSED else None,
        "predicate_id": "skos:broadMatch",
        "object_id": prefixes.of(parent, slug),
        "object_label": parent_name,
        **provenance_slots(by, at, why, notes, score=score),
    }
