"""The versions of a terminology, the newest and those that it took the place of, and what hangs on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from store.reading import first, in_parts, value
from store.sqlite import Database

HANGING = {  # what hangs on a short name, in the words of the house -> how many
    "edits": "SELECT count(*) FROM edits WHERE terminology = ? AND action = 'add' AND id IN (SELECT max(id) FROM edits "
    "WHERE terminology = ? GROUP BY kind, concept, norm)",
    "decisions": "SELECT count(*) FROM judgements WHERE terminology = ? AND decision != '' AND id IN (SELECT max(id) "
    "FROM judgements WHERE terminology = ? GROUP BY answer)",
    "normalised files": "SELECT count(*) FROM normalisations WHERE terminology = ? AND '' != ?",
    "lists of new names": "SELECT count(*) FROM placings WHERE terminology = ? AND '' != ?",
    "label sets": "SELECT count(DISTINCT label_set) FROM label_sets "
    "WHERE json_extract(definition, '$.terminology') = ? AND '' != ?",
    "models": "SELECT count(*) FROM models WHERE '+' || json_extract(recipe, '$.terminology') || '+' LIKE '%+' || ? || "
    "'+%' AND '' != ?",
    "mapping projects": "SELECT count(*) FROM mapping_projects p WHERE (p.source = ? OR p.target = ?) "
    "AND EXISTS (SELECT 1 FROM mapping_lines l WHERE l.project = p.id)",  # a deleted one has no lines
    "plots": "SELECT count(*) FROM maps WHERE terminology = ? AND '' != ?",
}


@dataclass(frozen=True)
class StoredVersion:
    """A version by its number: its short name, what it says of itself, when it came, its fingerprint."""

    number: int
    slug: str
    version: str
    imported: str
    fingerprint: str
    newer: str


def versions_of(db: Database, slug: str) -> list[StoredVersion]:
    """The newest version of a terminology by its short name, then the older ones, the newest of them first."""
    rows = db.query(
        "SELECT id AS number, slug, version, imported, fingerprint, newer FROM terminologies WHERE present AND "
        "(slug = ? OR newer = ?) ORDER BY newer != '', id DESC",
        [slug, slug],
    )
    return [StoredVersion(**row) for row in rows]


def version_at(db: Database, slug: str, moment: str) -> StoredVersion | None:
    """The version that had this short name at a moment (ISO 8601, UTC), of those that are still there."""
    return next((one for one in versions_of(db, slug) if (one.imported or "") <= moment), None)


def number_of(db: Database, slug: str) -> int | None:
    """The number of the terminology that has this short name now."""
    found = first(db, "SELECT id FROM terminologies WHERE slug = ? AND present", [slug])
    return int(found["id"]) if found else None


def live_among(db: Database, number: int, codes: Sequence[str]) -> set[str]:
    """Those of the codes that a version has as concepts in use."""
    sql = "SELECT code FROM concepts WHERE terminology = ? AND NOT obsolete AND code IN ({})"
    return {row[0] for row in in_parts(db, sql, codes, number)}


def hanging(db: Database, slug: str) -> dict[str, int]:
    """What people and models made on a terminology's short name: kind -> how many, without those of which none is."""
    counted = {what: int(value(db, sql, [slug, slug])) for what, sql in HANGING.items()}
    return {what: number for what, number in counted.items() if number}
