"""A whole terminology as edited now: a row a name, with parents, definition and notes on the first of its concept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlite_utils import Database

from engine.exporting import TERMINOLOGY, Kind, Scope
from engine.exporting.edits import SEEN
from engine.standing import standing_in
from engine.text import normalise
from engine.workspace import Workspace
from store import edits, terminologies
from store.records.terminology import Concept, Edit, Name

if TYPE_CHECKING:
    from engine.exporting.tables import Prefixes

OBSOLETE = "obsolete"  # the kind of the one row of a concept that is no longer in use
PREDICATES = {"exact": "exactMatch", "broad": "broadMatch", "narrow": "narrowMatch", "related": "relatedMatch"}
CONCEPT = ("parents", "definition", "notes", "replaced by")
KIND = Kind(
    "terminology",
    "Whole terminology",
    "Every concept with its names, parents, definition and notes as edited now; names that people added say by whom.",
    ("id", "name", "kind", "scope", "source", "language", *CONCEPT, *SEEN),
    numbers=("score",),
    scope=TERMINOLOGY,
    needs=True,
    formats=("csv", "xlsx", "sssom", "obo"),
    sssom="Each name is a text that matches its concept: exactly, or as its scope says broadly, narrowly or relatedly.",
    loads=False,
)
EVERY = (
    "SELECT c.code, c.preferred, c.definition, c.notes, c.obsolete, c.replaced_by, n.text, n.norm, n.kind, n.scope, "
    "n.source, n.language FROM concepts c LEFT JOIN names n ON n.concept = c.id WHERE c.terminology = :key "
    "AND {} ORDER BY c.id, n.id"
)
EDITED = "c.code IN (SELECT concept FROM edits WHERE terminology = :slug)"


def concepts(
    db: Database, workspace: Workspace, slug: str, which: str = "1"
) -> Iterator[tuple[Concept, dict[str, Edit]]]:
    """The concepts one after another, as edited now, each with the edits of its added names by text.

    `which` is the condition that those of the import meet; people's own are always among them.
    """
    now = standing_in(db, workspace, slug)
    said: dict[str, list[Edit]] = {}
    for edit in edits.standing(db, slug):
        said.setdefault(edit.concept_id, []).append(edit)
    found = db.execute(EVERY.format(which), {"key": terminologies.key(db, slug), "slug": slug})
    for _, group in groupby(found, key=lambda row: row[0]):
        lines = list(group)
        code, preferred, definition, notes, obsolete, replaced = lines[0][:6]
        if code in now.gone:
            continue
        here = said.get(code, [])
        gone = {normalise(edit.name) for edit in here if edit.action == edits.WITHDRAW}
        held = {line[7] for line in lines}
        added = {edit.name: edit for edit in here if edit.action == edits.ADD and normalise(edit.name) not in held}
        names = [
            Name(text, kind, scope, source or "", language or "")
            for *_, text, norm, kind, scope, source, language in lines
            if text and norm not in gone
        ]
        names += [_added(edit) for edit in added.values()]
        over = tuple(now.parents.get(code, ()))
        kept = json.loads(notes) if notes else {}
        about = (definition or "", kept, bool(obsolete), replaced or "")
        yield Concept(code, preferred, tuple(names), over, *about), added
    for edit in edits.standing(db, slug, kind=edits.CONCEPT):
        if edit.concept_id in now.added:
            more = {one.name: one for one in said.get(edit.concept_id, []) if one.action == edits.ADD}
            own = {edit.name: edit, **more}
            names = [Name(edit.name, "preferred", source=f"added by {edit.who}")]
            names += [_added(one) for name, one in own.items() if name != edit.name]
            over = tuple(now.parents.get(edit.concept_id, ()))
            yield Concept(edit.concept_id, edit.name, tuple(names), over), own


def rows(db: Database, workspace: Workspace, scope: Scope, which: str = "1") -> Iterator[list[Any]]:
    """The rows one after another; a concept that is no longer in use is one row."""
    for concept, added in concepts(db, workspace, scope.terminology, which):
        notes = json.dumps(concept.notes, ensure_ascii=False) if concept.notes else ""
        about = ["|".join(concept.parents), concept.definition, notes, concept.replaced_by]
        names = concept.names or (Name(concept.preferred, OBSOLETE, source=""),)
        for name in names:
            edit = added.get(name.text)
            seen = _seen(edit) if edit else [""] * 4 + [None] + [""] * 2
            yield [concept.id, name.text, name.kind, name.scope, name.source, name.language, *about, *seen]
            about = [""] * len(CONCEPT)


def count(db: Database, workspace: Workspace, scope: Scope) -> int:
    """How many rows there are: those of the import whose concept nobody has edited are not looked at."""
    said = {"key": terminologies.key(db, scope.terminology), "slug": scope.terminology}
    imported = (
        "SELECT count(*) FROM concepts c LEFT JOIN names n ON n.concept = c.id WHERE c.terminology = :key AND NOT "
    )
    untouched = int(db.execute(imported + EDITED, said).fetchone()[0])
    return untouched + sum(1 for _ in rows(db, workspace, scope, EDITED))


def mapping(row: Sequence[Any], prefixes: Prefixes) -> dict[str, Any]:
    """A row as a mapping."""
    id, name, _, scope = row[:4]
    by, at, why, _, score, _, _ = row[-len(SEEN) :]
    return {
        "subject_type": "rdfs literal",
        "subject_label": name,
        "predicate_id": f"skos:{PREDICATES.get(scope, 'relatedMatch')}",
        "object_id": prefixes.of(id, prefixes.slug),
        "mapping_justification": f"semapv:{'ManualMappingCuration' if by else 'UnspecifiedMatching'}",
        "author_label": by.replace("|", "\\|"),
        "mapping_date": at[:10],
        "similarity_score": score,
        "comment": why,
    }


def _added(edit: Edit) -> Name:
    return Name(edit.name, source=f"added by {edit.who}")


def _seen(edit: Edit) -> list[Any]:
    return [edit.who, edit.when, edit.reason, edit.query, edit.score, edit.model, edit.model_sha256]
