"""Concepts as edited, and the edits themselves: checked, appended, undone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import BadInput, NotFound
from engine.hierarchy import path_to_root
from engine.importing import find
from engine.ranking import Ranker
from engine.text import LONGEST_NAME, normalise, words
from engine.workspace import Workspace
from store import edits, terminologies
from store.edits import Change
from store.records import Concept, Edit, Name


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


def card(workspace: Workspace, terminology: str, concept_id: str) -> ConceptCard:
    """The card of a concept; NotFound when the terminology has no such id."""
    find(workspace, terminology)
    with workspace.reading() as db:
        concept = terminologies.concept(db, terminology, concept_id)
        if concept is None:
            raise NotFound(f"{terminology} has no concept “{concept_id}”; check the id.")
        standing = edits.standing(db, terminology, concept.id)
        parents = [ConceptRef(*pair) for pair in terminologies.parents(db, terminology, concept.id)]
        children = [ConceptRef(*pair) for pair in terminologies.children(db, terminology, concept.id)]
        above: dict[str, list[str]] = {}
        frontier = concept.id
        while frontier not in above:
            above[frontier] = [code for code, _ in terminologies.parents(db, terminology, frontier)]
            if not above[frontier]:
                break
            frontier = above[frontier][0]
        path = path_to_root(concept.id, above)[::-1]
        titles = terminologies.preferred_of(db, terminology, path)
    present = {normalise(name.text) for name in concept.names}
    withdrawn = [edit for edit in standing if edit.action == "withdraw" and normalise(edit.name) in present]
    added = [edit for edit in standing if edit.action == "add" and normalise(edit.name) not in present]
    gone = {normalise(edit.name) for edit in withdrawn}
    names = [name for name in concept.names if normalise(name.text) not in gone]
    names += [Name(edit.name, source=f"added by {edit.who}") for edit in added]
    return ConceptCard(
        terminology,
        replace(concept, names=tuple(names)),
        parents,
        children,
        [ConceptRef(code, titles[code]) for code in path],
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
    return [ConceptRef(code, title) for code, title in titles.items()]


def apply(workspace: Workspace, change: Change, who: str) -> list[Edit]:
    """Append one change as a batch of its own; BadInput when it would change nothing or the name is unusable."""
    name = " ".join(change.name.split())
    if not who.strip():
        raise BadInput("Say who you are (the profile name) before editing, so that the edit can be traced.")
    if not words(name):
        raise BadInput(
            f"“{name}” has no letter or digit; a name needs at least one." if name else "Type the name to add."
        )
    if len(name) > LONGEST_NAME:
        raise BadInput(f"The name has {len(name):,} characters; a name has at most {LONGEST_NAME:,}. Shorten it.")
    standing = card(workspace, change.terminology, change.concept_id)
    if standing.concept.obsolete:
        instead = f"; edit {standing.concept.replaced_by} instead" if standing.concept.replaced_by else ""
        raise BadInput(f"{standing.concept.id} is obsolete{instead}.")
    held = {normalise(entry.text): entry.text for entry in standing.concept.names}
    if change.action == "add" and normalise(name) in held:
        raise BadInput(f"“{name}” is a name of {standing.concept.id} already.")
    if change.action == "withdraw" and normalise(name) not in held:
        raise BadInput(f"“{name}” is not a name of {standing.concept.id}; pick one from its card.")
    if change.action == "withdraw" and len(held) == 1:
        raise BadInput(f"“{name}” is the only name of {standing.concept.id}; add another one before withdrawing it.")
    with workspace.writing() as db:
        return edits.add(db, [replace(change, name=name, concept_id=standing.concept.id)], who.strip(), normalise)


def undo(workspace: Workspace, who: str) -> list[Edit]:
    """The inverse of the person's newest standing action."""
    with workspace.writing() as db:
        return edits.undo(db, who, normalise)


def redo(workspace: Workspace, who: str) -> list[Edit]:
    """What the person undid last, done again."""
    with workspace.writing() as db:
        return edits.redo(db, who, normalise)


def newest(workspace: Workspace, limit: int) -> list[Edit]:
    """The newest edits of anyone."""
    with workspace.reading() as db:
        return edits.newest(db, limit)
