"""Edits as they stand: names, parents and concepts that people added to or took from the imported terminologies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.errors import NomenclatorError
from engine.formats.tables.own_export import PROVENANCE_COLUMNS
from engine.terminology import editing
from engine.terminology.edit_checks import Checks
from engine.terminology.exporting import TERMINOLOGY, Kind, Row, Scope
from engine.terminology.exporting.notes import cells_of, moment, notes_in
from engine.terminology.exporting.provenance_slots import provenance_slots
from engine.terminology.preferred_names import chosen_names
from engine.text import normalise
from engine.workspace import Workspace
from store import exports, loading, terminologies
from store.edits import CONCEPT, DEFINITION, NAME, PARENT, PREFERRED, REPLACEMENT, WITHDRAW, Change
from store.history import EDITED
from store.sqlite import Database

if TYPE_CHECKING:
    from engine.terminology.exporting.tables import Prefixes

KIND = Kind(
    "edits",
    "Edits",
    "What people's changes of names, parents, concepts, preferred names and definitions come to now, with who, when, "
    "why and what they saw.",
    ("terminology", "kind", "action", "concept", "preferred name", "name", *PROVENANCE_COLUMNS, "notes"),
    numbers=("score",),
    scope=TERMINOLOGY,
    sssom="A name added is a text that exactly matches its concept; one taken out does not; a concept has its parent "
    "as a broad match. A preferred name matches exactly too, and so does the concept into which another was "
    "merged.",
)
RELATIONS = {
    **dict.fromkeys((NAME, CONCEPT, PREFERRED, REPLACEMENT), "skos:exactMatch"),
    PARENT: "skos:broadMatch",
    DEFINITION: "skos:definition",
}


def rows(db: Database, workspace: Workspace, scope: Scope) -> Iterator[tuple[Any, ...]]:
    """The edits in the order in which they were made, chosen preferred names last: each is a name by then."""
    noted = cells_of(db, EDITED)
    chosen = cache(partial(chosen_names, db))
    for slug, kind, action, code, preferred, *row, batch in exports.edit_rows(db, scope.terminology):
        yield slug, kind, action, code, chosen(slug).get(code, preferred), *row, noted.get(batch, "")


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many edits that change something now, in this scope."""
    return exports.count_edits(db, scope.terminology)


def mapping(row: Sequence[Any], prefixes: Prefixes) -> dict[str, Any]:
    """The SSSOM slots of a row with their values; prefixes of its CURIEs are added to `prefixes`."""
    slug, kind, action, concept, preferred, name, by, at, why, _, score, _, _, notes = row
    slots = {
        "predicate_modifier": "Not" if action == WITHDRAW else None,
        **provenance_slots(by, at, why, notes, score=score),
    }
    if kind in (PARENT, REPLACEMENT):
        ids = {"subject_id": prefixes.of(concept, slug), "object_id": prefixes.of(name, slug)}
        return {**slots, **ids, "subject_label": preferred, "predicate_id": RELATIONS[kind]}
    if kind == DEFINITION:
        ids = {"subject_id": prefixes.of(concept, slug), "predicate_id": RELATIONS[kind]}
        return {**slots, **ids, "subject_label": preferred, "object_type": "rdfs literal", "object_label": name}
    literal = {"subject_type": "rdfs literal", "subject_label": name, "predicate_id": RELATIONS[kind]}
    return {**slots, **literal, "object_id": prefixes.of(concept, slug), "object_label": preferred}


def checked(db: Database, workspace: Workspace, rows: Iterable[Sequence[Any]]) -> Iterator[Row | str]:
    """Each row as it is to be kept, or in a sentence what is wrong with it; those before it that are right count as
    made."""
    checks: dict[str, Checks] = {}
    there = {one.slug for one in terminologies.newest_versions(db)}
    for row in rows:
        slug, by, at = row[0], row[6], row[7]
        if slug not in there:
            yield f"This workspace has no terminology “{slug}”; import it under this short name first."
        elif not by or not at:
            yield "Who made the edit, or when, is empty; fill in both, or delete the row."
        else:
            if slug not in checks:
                checks[slug] = editing.checks_of(db, workspace, slug)
            try:
                made = checks[slug].checked(_change(row))
                notes_in(row[-1])
                yield [*row[:3], made.concept_id, row[4], made.name, by, moment(at), *row[8:]]
            except NomenclatorError as error:
                yield str(error)


def load(db: Database, workspace: Workspace, rows: Sequence[Sequence[Any]], who: str) -> int:
    """Make the edits again, by whom and when the rows say; one batch, one undo. How many."""
    groups = [
        ([(_change(row), row[6], row[7]) for row in alike], notes_in(notes))
        for notes, alike in groupby(rows, key=lambda row: row[-1])
    ]
    return loading.add_edits(db, groups, who, normalise)


def _change(row: Sequence[Any]) -> Change:
    return Change(row[2], row[0], row[3], row[5], row[8], row[9], row[10], row[11], row[1], row[12])
