"""What people's edits make of a terminology's concepts and hierarchy; the import itself never changes."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from engine.terminology.hierarchy import children_of, closes_circle
from engine.terminology.lookup import find_among
from engine.terminology.preferred_names import chosen_names
from engine.text import normalise
from engine.workspace import Workspace
from store import edits, terminologies
from store.records.terminology import Edit, Name
from store.sqlite import Database


@dataclass(frozen=True)
class ImportedConcepts:
    """A terminology as it was imported: code -> preferred name of every concept, and the links."""

    version: str  # what tells this import from another under the same short name
    titles: dict[str, str]
    obsolete: frozenset[str]
    parents: dict[str, list[str]]


@dataclass(frozen=True)
class EditedView:
    """A terminology with the concepts and parents that people added or withdrew and the preferred names that they
    chose, after edit number `last`.

    It is shared between callers, so nobody may change it. A parent link is there only while both its concepts are
    in use.
    """

    last: int
    titles: dict[str, str]  # code -> preferred name, people's concepts last
    obsolete: frozenset[str]
    parents: dict[str, list[str]]
    children: dict[str, list[str]]
    added: dict[str, str]  # people's own concepts, code -> the name under which each was made
    gone: frozenset[str]  # concepts taken out
    withdrawn: dict[str, str]  # those of them that were imported, code -> preferred name
    replaced: dict[str, str]  # those of them that were merged into another, code -> the other
    chosen: dict[str, str]  # code -> the preferred name that people chose in place of the imported one
    version: str = ""  # what tells the import from another under the same short name


_imported: dict[tuple[str, str], ImportedConcepts] = {}
_views: dict[tuple[str, str], EditedView] = {}
_lock = threading.Lock()


def edited_view(workspace: Workspace, slug: str) -> EditedView:
    """The terminology as people's edits leave it now; made again only when an edit was made since.

    NotFound for a terminology that is not there."""
    with workspace.reading() as db:
        return edited_view_in(db, workspace, slug)


def edited_view_in(db: Database, workspace: Workspace, slug: str, keep: bool = True) -> EditedView:
    """The same through an open connection; without `keep` it is not cached: it may hold what is not committed."""
    key = (str(workspace.database), slug)
    last = edits.last_id(db)
    with _lock:
        imported = _read_imported(db, key)
        known = _views.get(key)
        if known is not None and known.last == last and known.version == imported.version:
            return known
        made = _made(db, slug, imported, last)
        if keep:
            _views[key] = made
        return made


def names_after(names: Sequence[Name], made: Sequence[Edit]) -> tuple[list[Name], list[Edit], list[Edit]]:
    """A concept's names after the edits of its names in force, and the edits that add one and that withdraw one."""
    present = {normalise(name.text) for name in names} if made else set()
    added = [edit for edit in made if edit.action == edits.ADD and normalise(edit.name) not in present]
    withdrawn = [edit for edit in made if edit.action == edits.WITHDRAW and normalise(edit.name) in present]
    gone = {normalise(edit.name) for edit in withdrawn}
    left = [name for name in names if not gone or normalise(name.text) not in gone]
    return [*left, *(Name(edit.name, source=f"added by {edit.who}") for edit in added)], added, withdrawn


def preferred_of(made: Edit) -> Name:
    """The preferred name of a concept that the edit `made`."""
    return Name(made.name, "preferred", source=f"added by {made.who}")


def imported_circle(db: Database, workspace: Workspace, slug: str, child: str, parent: str) -> bool:
    """Whether the link from child to parent was imported, and closed a circle then, before any edit."""
    with _lock:
        parents = _read_imported(db, (str(workspace.database), slug)).parents
    return parent in parents.get(child, ()) and closes_circle(child, parent, parents)


def _read_imported(db: Database, key: tuple[str, str]) -> ImportedConcepts:
    fingerprint = terminologies.fingerprint(db, key[1])
    known = _imported.get(key)
    if known is None or known.version != fingerprint:
        there = terminologies.all_terminologies(db)
        find_among(there, key[1])
        _forget_all_but(key[0], {one.slug for one in there})
        known = _imported[key] = ImportedConcepts(fingerprint, *terminologies.titles_and_edges(db, key[1]))
    return known


def _forget_all_but(database: str, slugs: set[str]) -> None:
    """Forget the terminologies of a workspace that are no longer there."""
    for known in (_imported, _views):
        for key in [key for key in known if key[0] == database and key[1] not in slugs]:
            del known[key]


def _made(db: Database, slug: str, imported: ImportedConcepts, last: int) -> EditedView:
    concepts = edits.in_force(db, slug, kind=edits.CONCEPT)
    links = edits.in_force(db, slug, kind=edits.PARENT)
    gone = frozenset(edit.concept_id for edit in concepts if edit.action == edits.WITHDRAW)
    added = {
        edit.concept_id: edit.name
        for edit in concepts
        if edit.action == edits.ADD and edit.concept_id not in imported.titles
    }
    titles = {**imported.titles, **added} if added else imported.titles
    chosen = {code: name for code, name in chosen_names(db, slug).items() if code in titles}
    if chosen:
        titles = {**titles, **chosen}
    if gone:
        titles = {code: title for code, title in titles.items() if code not in gone}
    parents = dict(imported.parents)
    if gone:
        parents = {
            child: remaining
            for child, over in parents.items()
            if child not in gone and (remaining := [code for code in over if code not in gone])
        }
    for edit in links:
        held = parents.get(edit.concept_id, [])
        over = [code for code in held if code != edit.name]
        ends = (edit.concept_id, edit.name)
        if edit.action == edits.ADD and all(code in titles and code not in imported.obsolete for code in ends):
            over = held if edit.name in held else [*held, edit.name]  # an imported parent keeps its place
        parents[edit.concept_id] = over
        if not over:
            del parents[edit.concept_id]
    children = children_of(parents)
    withdrawn = {code: imported.titles[code] for code in gone if code in imported.titles}
    replacements = edits.values_in_force(db, slug, edits.REPLACEMENT)
    replaced = {code: other for code, other in replacements.items() if code in gone}
    return EditedView(
        last, titles, imported.obsolete, parents, children, added, gone, withdrawn, replaced, chosen, imported.version
    )
