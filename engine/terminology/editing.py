"""Concepts as edited, and the edits themselves: checked and appended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from engine.errors import BadInput, NomenclatorError, NotFound
from engine.models.open import encoder_sha256
from engine.terminology.concept_card import ConceptCard, ConceptRef
from engine.terminology.edit_checks import Checks
from engine.terminology.edited_view import edited_view, edited_view_in, names_after, preferred_of
from engine.terminology.hierarchy import path_to_root
from engine.terminology.lookup import find
from engine.terminology.person import named
from engine.terminology.preferred_names import preferred_first
from engine.terminology.retired import retired, retired_concepts
from engine.text import normalise
from engine.workspace import Workspace
from store import concepts, edits, terminologies
from store.edits import Change
from store.records.terminology import Concept, Edit
from store.sqlite import Database

NEW = "NEW:"  # what the ids of people's own concepts begin with, where they choose none


def edited_parents(workspace: Workspace, terminology: str) -> dict[str, list[str]]:
    """Concept -> its parents: imported links with people's edits. It is shared between callers: do not change it."""
    find(workspace, terminology)
    return edited_view(workspace, terminology).parents


def card(workspace: Workspace, terminology: str, concept_id: str) -> ConceptCard:
    """The card of a concept as edited; NotFound when the terminology has no such id."""
    with workspace.reading() as db:
        find(workspace, terminology, db)
        return _card(db, workspace, terminology, concept_id)


def cards(workspace: Workspace, terminology: str, concept_ids: Iterable[str]) -> dict[str, ConceptCard]:
    """The cards of concepts as edited, by the ids that were given; what is gone is left out, with a terminology all."""
    found = {}
    with workspace.reading() as db, suppress(NotFound):
        find(workspace, terminology, db)
        for id in dict.fromkeys(concept_ids):
            with suppress(NotFound):
                found[id] = _card(db, workspace, terminology, id)
    return found


def retired_concept(workspace: Workspace, terminology: str, code: str) -> Concept | None:
    """What is left of a concept that people retired or merged: no longer in use, replaced by what it was merged into;
    None for any other."""
    with workspace.reading() as db:
        now = edited_view_in(db, workspace, terminology)
        return next(retired_concepts(db, now, terminology, code), None)


def _card(db: Database, workspace: Workspace, terminology: str, concept_id: str) -> ConceptCard:
    now = edited_view_in(db, workspace, terminology)
    codes = [row["code"] for row in terminologies.by_code(db, [terminology], concept_id)[:1]]
    concept = next(iter(concepts.whole(db, terminology, codes).values()), None)
    if concept is None:
        code = next((code for code in now.added if code.casefold() == concept_id.casefold()), None)
        if code is not None:
            (made,) = edits.in_force(db, terminology, code, edits.CONCEPT)
            concept = Concept(code, made.name, (preferred_of(made),))
    if concept is None or concept.id in now.gone:
        title = find(workspace, terminology, db).title
        unknown = f"{title} has no concept “{concept_id}”; check the id."
        raise NotFound(retired(db, now, terminology, concept_id, title) or unknown)
    over = now.parents.get(concept.id, [])
    path = path_to_root(concept.id, now.parents)[::-1]
    names, added, withdrawn = names_after(concept.names, edits.in_force(db, terminology, concept.id))
    defined = edits.in_force(db, terminology, concept.id, edits.DEFINITION)
    if defined and defined[0].action == edits.ADD:
        concept = replace(concept, definition=defined[0].name)
    preferred = now.titles[concept.id]
    if preferred != concept.preferred:
        names = preferred_first(names, preferred, concept.preferred)
    return ConceptCard(
        terminology,
        replace(concept, preferred=preferred, names=tuple(names), parents=tuple(over)),
        [ConceptRef(code, now.titles[code]) for code in over],
        [ConceptRef(code, now.titles[code]) for code in now.children.get(concept.id, ())],
        [ConceptRef(code, now.titles[code]) for code in path],
        added,
        withdrawn,
    )


def new_code(workspace: Workspace, terminology: str) -> str:
    """An id for a new concept that nothing has ever had: NEW:0001, NEW:0002 …"""
    find(workspace, terminology)
    with workspace.reading() as db:
        return numbered(next_number(db, terminology))


def numbered(number: int) -> str:
    """The id of a person's own concept with this number."""
    return f"{NEW}{number:04}"


def next_number(db: Database, terminology: str) -> int:
    """The number of the id that `new_code` gives."""
    return edits.highest_number(db, terminology, NEW) + 1


def check_editor(workspace: Workspace, terminologies: Iterable[str], who: str) -> str:
    """The name of who edits, stripped; BadInput without one, or where a terminology is an older version."""
    who = named(who, "before editing", "the edit")
    for terminology in terminologies:
        if newer := find(workspace, terminology).newer:
            raise BadInput(f"“{terminology}” is an older version, which stays as it was; edit “{newer}”.")
    return who


def apply(workspace: Workspace, changes: Sequence[Change], who: str, title: str = "") -> list[Edit]:
    """Append the changes as one batch, one undo, or none of them.

    BadInput when one would change nothing, a name is unusable, an id is taken or a parent would stand under its own
    child; NotFound for a concept that is not there. Nobody else can write between the checks and the edit.
    """
    who = check_editor(workspace, {change.terminology for change in changes}, who)
    if not changes:
        raise BadInput("There is nothing to change; choose at least one name or concept.")
    with workspace.writing() as db:
        return apply_in(db, workspace, seen_by(workspace, changes), who, title)


def apply_in(
    db: Database, workspace: Workspace, changes: Sequence[Change], who: str, title: str = "", act: int | None = None
) -> list[Edit]:
    """The same in an open transaction, as part of what is done as one with entry `act` of the history."""
    return edits.add(db, _checked(db, workspace, changes), who, normalise, title, act)


def check(workspace: Workspace, changes: Sequence[Change]) -> None:
    """Raises what `apply` would for changes that cannot be made, and makes none of them."""
    with workspace.reading() as db:
        _checked(db, workspace, changes)


def _checked(db: Database, workspace: Workspace, changes: Sequence[Change]) -> list[Change]:
    """The changes with their names tidied, each checked where those before it count as made."""
    checks: dict[str, Checks] = {}
    checked = []
    for change in changes:
        slug = change.terminology
        if slug not in checks:
            checks[slug] = checks_of(db, workspace, slug)
        checked.append(checks[slug].checked(change))
    return checked


def checks_of(db: Database, workspace: Workspace, terminology: str) -> Checks:
    """The checks of a batch of changes on a terminology as it stands."""
    return Checks(edited_view_in(db, workspace, terminology), partial(_card, db, workspace, terminology))


def seen_by(workspace: Workspace, changes: Sequence[Change]) -> list[Change]:
    """The changes with the hash of the model that proposed them; a model that cannot be opened has none."""
    hashes: dict[str, str] = {}
    for model in {change.model for change in changes if change.model and not change.model_sha256}:
        with suppress(NomenclatorError):
            hashes[model] = encoder_sha256(workspace, model)
    return [replace(change, model_sha256=change.model_sha256 or hashes.get(change.model, "")) for change in changes]


def newest(workspace: Workspace, limit: int, steps: bool = True) -> list[Edit]:
    """The newest `limit` edits of anyone, the newest first; with undos and redos, or (`steps` False) without."""
    with workspace.reading() as db:
        return edits.newest(db, limit, steps)
