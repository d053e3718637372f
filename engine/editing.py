"""Concepts as edited, and the edits themselves: checked and appended."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from sqlite_utils import Database

from engine.editing_checks import Checks
from engine.encoding import encoder_sha256
from engine.errors import BadInput, NomenclatorError, NotFound
from engine.hierarchy import path_to_root
from engine.importing import find
from engine.ranking import Ranker
from engine.standing import standing, standing_in
from engine.text import normalise
from engine.workspace import Workspace
from store import edits, terminologies
from store.edits import Change
from store.records.terminology import Concept, Edit, Name

NEW = "NEW:"  # what the ids of people's own concepts begin with, where they choose none


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


def parents_now(workspace: Workspace, terminology: str) -> dict[str, list[str]]:
    """Concept -> its parents as they stand: imported links with people's edits. It is shared: look, do not change."""
    find(workspace, terminology)
    return standing(workspace, terminology).parents


def card(workspace: Workspace, terminology: str, concept_id: str) -> ConceptCard:
    """The card of a concept as edited; NotFound when the terminology has no such id."""
    find(workspace, terminology)
    with workspace.reading() as db:
        return _card(db, workspace, terminology, concept_id)


def _card(db: Database, workspace: Workspace, terminology: str, concept_id: str) -> ConceptCard:
    now = standing_in(db, workspace, terminology)
    concept = terminologies.concept(db, terminology, concept_id)
    if concept is None:
        code = next((code for code in now.added if code.casefold() == concept_id.casefold()), None)
        if code is not None:
            (made,) = edits.standing(db, terminology, code, edits.CONCEPT)
            concept = Concept(code, made.name, (Name(made.name, "preferred", source=f"added by {made.who}"),))
    if concept is None or concept.id in now.gone:
        raise NotFound(f"{terminology} has no concept “{concept_id}”; check the id.")
    over = now.parents.get(concept.id, [])
    path = path_to_root(concept.id, now.parents)[::-1]
    said = edits.standing(db, terminology, concept.id)
    present = {normalise(name.text) for name in concept.names}
    withdrawn = [edit for edit in said if edit.action == "withdraw" and normalise(edit.name) in present]
    added = [edit for edit in said if edit.action == "add" and normalise(edit.name) not in present]
    gone = {normalise(edit.name) for edit in withdrawn}
    names = [name for name in concept.names if normalise(name.text) not in gone]
    names += [Name(edit.name, source=f"added by {edit.who}") for edit in added]
    return ConceptCard(
        terminology,
        replace(concept, names=tuple(names), parents=tuple(over)),
        [ConceptRef(code, now.titles[code]) for code in over],
        [ConceptRef(code, now.titles[code]) for code in now.children.get(concept.id, ())],
        [ConceptRef(code, now.titles[code]) for code in path],
        added,
        withdrawn,
    )


def clashes(workspace: Workspace, ranker: Ranker, terminology: str, concept_id: str, name: str) -> list[ConceptRef]:
    """Other concepts of the terminology that this name denotes already, edits counted."""
    norm = normalise(name)
    with workspace.reading() as db:
        delta = ranker.delta(db, terminology)
        found = {
            row["code"]
            for row in terminologies.exact_names(db, [terminology], norm)
            if (row["code"], norm) not in delta.gone
        }
        found |= {edit.concept_id for edit in delta.added if normalise(edit.name) == norm}
        titles = terminologies.preferred_of(db, terminology, sorted(found - {concept_id}))
        titles |= {code: delta.preferred[code] for code in sorted(found - {concept_id}) if code in delta.concepts}
    return [ConceptRef(code, title) for code, title in titles.items()]


def new_code(workspace: Workspace, terminology: str) -> str:
    """An id for a new concept that nothing has ever had: NEW:0001, NEW:0002 …"""
    find(workspace, terminology)
    with workspace.reading() as db:
        return f"{NEW}{edits.highest_number(db, terminology, NEW) + 1:04}"


def apply(workspace: Workspace, changes: Sequence[Change], who: str, title: str = "") -> list[Edit]:
    """Append the changes as one batch, one undo, or none of them.

    BadInput when one would change nothing, a name is unusable, an id is taken or a parent would stand under its own
    child; NotFound for a concept that is not there. Nobody else can write between the checks and the edit.
    """
    if not who.strip():
        raise BadInput("Say who you are (the profile name) before editing, so that the edit can be traced.")
    if not changes:
        raise BadInput("There is nothing to change; choose at least one name or concept.")
    for terminology in {change.terminology for change in changes}:
        find(workspace, terminology)
    with workspace.writing() as db:
        checks: dict[str, Checks] = {}
        checked = []
        for change in _seen_by(workspace, changes):
            slug = change.terminology
            if slug not in checks:
                checks[slug] = checks_of(db, workspace, slug)
            checked.append(checks[slug].checked(change))
        return edits.add(db, checked, who.strip(), normalise, title)


def checks_of(db: Database, workspace: Workspace, terminology: str) -> Checks:
    """The checks of a batch of changes on a terminology as it stands."""
    return Checks(standing_in(db, workspace, terminology), partial(_card, db, workspace, terminology))


def _seen_by(workspace: Workspace, changes: Sequence[Change]) -> list[Change]:
    """The changes with the hash of the model that proposed them; a model that cannot be opened has none."""
    hashes: dict[str, str] = {}
    for model in {change.model for change in changes if change.model and not change.model_sha256}:
        with suppress(NomenclatorError):
            hashes[model] = encoder_sha256(workspace, model)
    return [replace(change, model_sha256=change.model_sha256 or hashes.get(change.model, "")) for change in changes]


def newest(workspace: Workspace, limit: int) -> list[Edit]:
    """The newest edits of anyone."""
    with workspace.reading() as db:
        return edits.newest(db, limit)
