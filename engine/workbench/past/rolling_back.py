"""What a roll-back does: what becomes what it was, what waits for a concept to come back, and no circles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.errors import BadInput
from engine.terminology.edited_view import edited_view_in, imported_circle
from engine.terminology.hierarchy import closes_circle
from engine.workspace import Workspace
from store import edits, history, versions
from store.records.terminology import Edit, Entry
from store.sqlite import Database

THINGS = {
    history.NAME: "names",
    history.CONCEPT: "concepts",
    history.PARENT: "parents",
    history.PREFERRED: "preferred names",
    history.REPLACEMENT: "replacements",
    history.DEFINITION: "definitions",
    history.LABEL: "labels",
    history.JUDGEMENT: "decisions",
    history.CURRENT: "the current model",
    history.ABBREVIATION: "short forms",
    history.TERMINOLOGY: "terminologies",
    history.FINDING: "audit findings",
    history.MAPPING: "mappings",
    history.ASSIGNMENT: "assigned lines",
    history.ATTRIBUTE: "attributes of mentions",
    history.ORDER: "the order of rankings",
    history.SPAN: "corrected and added mentions",
}


@dataclass(frozen=True)
class RollBack:
    """What a roll-back does, or would do."""

    title: str
    moment: int  # the last entry that stays as it is
    changed: dict[str, int]  # kind -> things that become what they were
    taken_back: int  # actions since, of those who are meant
    kept: dict[str, int]  # others -> their actions since, all of which stay
    waiting: int  # their names and links on concepts that go; they come back with the concept
    entries: tuple[Entry, ...] = ()


def things(kinds: Iterable[str]) -> str:
    """What an entry of a roll-back is of, in words.

    >>> things(["concept", "parent"])
    'concepts, parents'
    """
    return ", ".join(THINGS[kind] for kind in kinds)


def count_waiting(db: Database, workspace: Workspace, who: str, entries: list[Entry]) -> int:
    """How many names and links of others are on concepts that these entries withdrew."""
    waiting = 0
    for slug in {edit.terminology for edit in _edits(db, entries) if edit.kind == history.CONCEPT}:
        if versions.number_of(db, slug) is None:  # taken out: nothing of it is in force
            continue
        there = edited_view_in(db, workspace, slug, keep=False).titles
        for kind in (history.NAME, history.PARENT):
            for edit in edits.in_force(db, slug, kind=kind):
                lost = edit.concept_id not in there or (kind == history.PARENT and edit.name not in there)
                waiting += edit.action == edits.ADD and edit.who != who and lost
    return waiting


def refuse_circles(db: Database, workspace: Workspace, entries: list[Entry]) -> None:
    """BadInput, before anything is stored, when these entries put a parent under its own child.

    A circle that the terminology came with may come back: resolving it is an edit that can be undone.
    """
    added = [edit for edit in _edits(db, entries) if (edit.kind, edit.action) == (history.PARENT, edits.ADD)]
    for slug in {edit.terminology for edit in added}:
        if versions.number_of(db, slug) is None:
            continue
        view = edited_view_in(db, workspace, slug, keep=False)
        for edit in added:
            in_force = edit.terminology == slug and edit.name in view.parents.get(edit.concept_id, ())
            came = imported_circle(db, workspace, slug, edit.concept_id, edit.name)
            if in_force and not came and closes_circle(edit.concept_id, edit.name, view.parents):
                raise BadInput(
                    f"{edit.name} stands below {edit.concept_id} by now, so it cannot be its parent again; "
                    f"withdraw a parent of {edit.name} first."
                )


def _edits(db: Database, entries: list[Entry]) -> list[Edit]:
    return [e for entry in entries if entry.kind in history.EDITED for e in edits.in_batch(db, entry.batch)]
