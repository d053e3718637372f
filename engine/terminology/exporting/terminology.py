"""A whole terminology as edited now: a row a name, with parents, definition and notes on the first of its concept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.events import counted
from engine.formats.mapping_sets.provenance import MANUAL, UNKNOWN
from engine.formats.tables.own_export import COLUMNS, PROVENANCE_COLUMNS, concept_rows
from engine.terminology.edited_view import edited_view_in, names_after, preferred_of
from engine.terminology.exporting import CONTENTS, TERMINOLOGY, Kind, Scope
from engine.terminology.exporting.provenance_slots import provenance_slots
from engine.terminology.lookup import find
from engine.terminology.preferred_names import preferred_first
from engine.terminology.retired import retired_concepts
from engine.workspace import Workspace
from store import edits, exports
from store.records.terminology import Concept, Edit, Name
from store.sqlite import Database

if TYPE_CHECKING:
    from engine.terminology.exporting.tables import Prefixes

PREDICATES = {"exact": "exactMatch", "broad": "broadMatch", "narrow": "narrowMatch", "related": "relatedMatch"}
KIND = Kind(
    "terminology",
    "Whole terminology",
    "Every concept with its names, parents, definition and notes as edited now; names that people added say by whom.",
    tuple(COLUMNS),
    numbers=("score",),
    scope=TERMINOLOGY,
    needs=True,
    contents=CONTENTS,
    sssom="Each name is a text that matches its concept: exactly, or as its scope says broadly, narrowly or relatedly.",
    loads=False,
)


def concepts(
    db: Database, workspace: Workspace, slug: str, edited_only: bool = False
) -> Iterator[tuple[Concept, dict[str, Edit]]]:
    """The concepts one after another, as edited now, each with the edits of its added names by text.

    With `edited_only` those of the import that people edited; people's own are always among them. A concept without a
    name is called by its id, as on import. One that people retired is no longer in use; one that they merged into
    another is replaced by it.
    """
    now = edited_view_in(db, workspace, slug)
    name_edits: dict[str, list[Edit]] = {}
    for edit in edits.in_force(db, slug):
        name_edits.setdefault(edit.concept_id, []).append(edit)
    defined = edits.values_in_force(db, slug, edits.DEFINITION)
    retired = {concept.id: concept for concept in retired_concepts(db, now, slug)}
    found = counted(exports.imported_names(db, slug, edited_only), "names", find(workspace, slug, db).names)
    for _, group in groupby(found, key=lambda row: row[0]):
        lines = list(group)
        code, preferred, definition, notes, obsolete, replaced = lines[0][:6]
        if code in now.gone:
            yield retired[code], {}
            continue
        imported = [
            Name(text, kind, scope, source or "", language or "")
            for *_, text, _, kind, scope, source, language in lines
            if text
        ]
        names, added, _ = names_after(imported, name_edits.get(code, ()))
        over = tuple(now.parents.get(code, ()))
        title = now.titles[code]
        if title != preferred:
            names = preferred_first(names, title, preferred)
        texts_of_notes = json.loads(notes) if notes else {}
        about = (defined.get(code, definition or ""), texts_of_notes, bool(obsolete), replaced or "")
        yield Concept(code, title or code, tuple(names), over, *about), {edit.name: edit for edit in added}
    for edit in edits.in_force(db, slug, kind=edits.CONCEPT):
        if edit.concept_id in now.added:
            names, added, _ = names_after([preferred_of(edit)], name_edits.get(edit.concept_id, ()))
            over = tuple(now.parents.get(edit.concept_id, ()))
            title = now.titles[edit.concept_id]
            if title != edit.name:
                names = preferred_first(names, title, edit.name)
            text = defined.get(edit.concept_id, "")
            yield Concept(edit.concept_id, title, tuple(names), over, text), {one.name: one for one in (edit, *added)}
    yield from ((concept, {}) for code, concept in retired.items() if code not in now.withdrawn)


def rows(
    db: Database,
    workspace: Workspace,
    scope: Scope,
    edited_only: bool = False,
    each: Callable[[Concept], None] | None = None,
) -> Iterator[list[Any]]:
    """The rows one after another; a concept that is no longer in use is one row. `each` is called with each concept."""
    for concept, added in concepts(db, workspace, scope.terminology, edited_only):
        if each:
            each(concept)
        yield from concept_rows(concept, {name: _seen(edit) for name, edit in added.items()})


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many rows there are: those of the import whose concept nobody has edited are not looked at."""
    edited = sum(1 for _ in rows(db, workspace, scope, edited_only=True))
    return exports.count_unedited_names(db, scope.terminology) + edited


def mapping(row: Sequence[Any], prefixes: Prefixes) -> dict[str, Any]:
    """The SSSOM slots of a row with their values; prefixes of its CURIEs are added to `prefixes`."""
    id, name, _, scope = row[:4]
    by, at, why, _, score, _, _ = row[-len(PROVENANCE_COLUMNS) :]
    return {
        "subject_type": "rdfs literal",
        "subject_label": name,
        "predicate_id": f"skos:{PREDICATES.get(scope, 'relatedMatch')}",
        "object_id": prefixes.of(id, prefixes.slug),
        **provenance_slots(by, at, why, score=score, justification=MANUAL if by else UNKNOWN),
    }


def _seen(edit: Edit) -> list[Any]:
    return [edit.who, edit.when, edit.reason, edit.query, edit.score, edit.model, edit.model_sha256]
