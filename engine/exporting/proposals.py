"""Hypernym proposals: the parents that people gave to concepts, new ones too, and those that they refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from sqlite_utils import Database

from engine.exporting import TERMINOLOGY, Kind, Scope
from engine.exporting.edits import KINDS, PREFERRED, SEEN, STANDING
from engine.exporting.notes import NEXT, cells_of
from engine.workspace import Workspace

if TYPE_CHECKING:
    from engine.exporting.tables import Prefixes

ACCEPTED, REFUSED = "accepted", "refused"
KIND = Kind(
    "proposals",
    "Hypernym proposals",
    "Parents that people accepted or refused for a name, with who, when, why and what they saw.",
    ("terminology", "status", "concept", "name", "parent", "parent name", *SEEN, "notes"),
    numbers=("score",),
    scope=TERMINOLOGY,
    sssom="The object is a broader concept than the subject (skos:broadMatch); one that was refused is not.",
    loads=False,
)
PARENT_NAME = (
    "coalesce((SELECT p.preferred FROM concepts p JOIN terminologies s ON s.id = p.terminology WHERE s.slug = "
    "{0}.terminology AND p.code = {0}.{1}), (SELECT m.name FROM edits m WHERE m.terminology = {0}.terminology AND "
    "m.kind = 'concept' AND m.concept = {0}.{1} ORDER BY m.id DESC LIMIT 1), '')"
)
REFUSALS = (
    "FROM refusals r WHERE r.id IN (SELECT max(id) FROM refusals WHERE :slug = '' OR terminology = :slug "
    "GROUP BY terminology, norm, parent) AND r.refused"
)
PARENTS = f"{STANDING} AND e.kind = 'parent' AND e.action = 'add'"


def rows(db: Database, workspace: Workspace, scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Accepted parents in the order in which they were accepted, then refused ones."""
    accepted = db.execute(
        f"SELECT e.terminology, '{ACCEPTED}', e.concept, {PREFERRED}, e.name, {PARENT_NAME.format('e', 'name')}, "
        "e.who, e.at, coalesce(e.reason, ''), coalesce(e.query, ''), e.score, coalesce(e.model, ''), e.model_sha256, "
        f"e.batch {PARENTS} ORDER BY e.id",
        {"slug": scope.terminology},
    )
    refused = db.execute(
        f"SELECT r.terminology, '{REFUSED}', '', r.text, r.parent, {PARENT_NAME.format('r', 'parent')}, r.who, r.at, "
        "coalesce(r.comment, ''), r.text, r.score, coalesce(r.model, ''), coalesce(r.model_sha256, ''), 0 "
        f"{REFUSALS} ORDER BY r.id",
        {"slug": scope.terminology},
    )
    noted = cells_of(db, KINDS)
    return ((*row, noted.get(batch, "")) for *row, batch in chain(accepted, refused))


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many there are."""
    both = f"SELECT (SELECT count(*) {PARENTS}) + (SELECT count(*) {REFUSALS})"
    return int(db.execute(both, {"slug": scope.terminology}).fetchone()[0])


def mapping(row: Sequence[Any], prefixes: Prefixes) -> dict[str, Any]:
    """A row as a mapping."""
    slug, status, concept, name, parent, parent_name, by, at, why, _, score, _, _, notes = row
    subject = {"subject_id": prefixes.of(concept, slug)} if concept else {"subject_type": "rdfs literal"}
    return {
        **subject,
        "subject_label": name,
        "predicate_modifier": "Not" if status == REFUSED else None,
        "predicate_id": "skos:broadMatch",
        "object_id": prefixes.of(parent, slug),
        "object_label": parent_name,
        "mapping_justification": "semapv:ManualMappingCuration",
        "author_label": by.replace("|", "\\|"),
        "mapping_date": at[:10],
        "similarity_score": score,
        "comment": NEXT.join(part for part in (why, notes) if part),
    }
