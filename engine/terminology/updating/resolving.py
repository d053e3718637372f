"""Answers to “its concept is inactive”: move to the replacement, keep, or withdraw; all of one call are one undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.errors import BadInput, NotFound
from engine.terminology.edited_view import EditedView, edited_view_in
from engine.terminology.hierarchy import closes_circle
from engine.terminology.updating.carrying import Target, carried_over, stored_version, targets
from engine.terminology.updating.mapped import answered
from engine.terminology.updating.records import MOVE, RESOLUTIONS, WITHDRAW, InvalidTarget
from engine.terminology.updating.successors import Version
from engine.text import normalise
from engine.workspace import Workspace
from store import edits, history, judgements, mapping_decisions
from store.database import now
from store.edits import Change, made_again
from store.records.mapping import MappingDecision
from store.sqlite import Database

WORDS = {"move": "moved to what replaces them", "keep": "kept", "withdraw": "withdrawn"}
# A judgement's id, its decision, concept, name, by whom and when; a decision, person or time as it was is None.
Decided = tuple[int, str | None, str, str, str | None, str | None]


@dataclass
class EditResolution:
    """What one call of `who` writes: changes of edits (change, by, at), decisions, mappings by their project, and how
    many targets these are; `parents` are the links as they leave them, `moved_names` those that move, normalised, with
    their new concepts."""

    who: str
    parents: dict[str, list[str]]
    at: str = field(default_factory=now)
    changes: list[tuple[Change, str, str]] = field(default_factory=list)
    decided: list[Decided] = field(default_factory=list)
    mapped: dict[int, list[MappingDecision]] = field(default_factory=dict)
    moved_names: set[tuple[str, str]] = field(default_factory=set)
    count: int = 0


def resolve(
    db: Database, workspace: Workspace, slug: str, resolution: str, ids: Sequence[str], to: str, who: str
) -> tuple[int, int]:
    """Answer for these targets, or with no ids for all that the answer fits; (how many, how many are still open).

    What a release only names to be considered is moved there by its id alone: a person has to look. Who made an edit
    or a decision and what they saw stays with it; that `who` moved it is in the history.

    `to` is the concept to move these ids to, where it is not the replacement that is known. BadInput for a target that
    is none, that cannot be moved, a parent that would stand below its child, or a `to` without ids; NotFound for a `to`
    that is not in use.
    """
    if resolution not in RESOLUTIONS:
        raise BadInput(f"“{resolution}” is no answer; choose one of {', '.join(RESOLUTIONS)}.")
    if to and not ids:
        raise BadInput(f"Name what moves to {to} by its id, such as “edit 12”: not everything does.")
    invalid = {one.id: one for one in carried_over(db, slug).invalid}
    if unknown := next((id for id in ids if id not in invalid), ""):
        raise BadInput(f"“{unknown}” is nothing that has lost its concept in {slug}; look at the list again.")
    chosen = [invalid[id] for id in ids or invalid]
    view = edited_view_in(db, workspace, slug)
    if to and not _is_in_use(to, view):
        raise NotFound(f"{slug} has no concept “{to}” in use to move to; check its id.")
    if resolution == MOVE:
        chosen = (
            _movable(chosen, to, view)
            if ids
            else [one for one in chosen if one.movable and _is_in_use(one.replacement, view)]
        )
    if not chosen:
        raise BadInput(f"There is nothing in {slug} to {resolution}.")
    there = {one.id: one for one in targets(db, slug)}
    known = stored_version(db, slug, {to or one.replacement for one in chosen})
    resolved = EditResolution(who, dict(view.parents), count=len(chosen))
    for one in chosen:
        target = there[one.id]
        if target.mapping is not None:
            lines = answered(db, target.mapping, one, resolution, _destination(one, to), view)
            resolved.mapped.setdefault(target.mapping.project, []).extend(lines)
        else:
            _answer(db, resolved, one, target, resolution, to, view, known)
    words = f"moved to {view.titles[to]} ({to})" if to and resolution == MOVE else WORDS[resolution]
    _write(db, resolved, f"{slug}: {resolved.count:,} without their concept {words}")
    return resolved.count, len(carried_over(db, slug).invalid)


def _movable(chosen: list[InvalidTarget], to: str, view: EditedView) -> list[InvalidTarget]:
    """Targets that a person chose to move; BadInput for one whose destination is unknown, or retired by people."""
    for one in chosen:
        code = _destination(one, to)
        if not code:
            raise BadInput(f"{one.concept} has no known replacement; name the concept to move to.")
        if not _is_in_use(code, view):
            raise BadInput(f"{code}, which replaces {one.concept}, is out of use; name the concept to move to.")
    return chosen


def _is_in_use(code: str, view: EditedView) -> bool:
    return code in view.titles and code not in view.obsolete


def _destination(one: InvalidTarget, to: str) -> str:
    """The concept that a target moves to, "" where none is known; a person's own concept cannot be moved."""
    return "" if one.kind == edits.CONCEPT else to or one.replacement


def _answer(
    db: Database,
    resolved: EditResolution,
    one: InvalidTarget,
    target: Target,
    resolution: str,
    to: str,
    view: EditedView,
    known: Version,
) -> None:
    code = _destination(one, to)
    if target.edit is None:
        number = int(target.id.split()[1])
        if resolution == MOVE:
            resolved.decided.append((number, judgements.OTHER, code, view.titles[code], None, None))
        elif resolution == WITHDRAW:
            resolved.decided.append((number, judgements.UNDECIDED, "", "", resolved.who, resolved.at))
        else:  # of now, so that it is not asked again
            resolved.decided.append((number, None, target.concepts[0], one.concept_name, None, resolved.at))
        return
    edit, before = target.edit, made_again(target.edit)
    if resolution not in (MOVE, WITHDRAW):
        resolved.changes.append((before, edit.who, resolved.at))  # of now, so that it is not asked again
        return
    withdrawn = Change(edits.WITHDRAW, edit.terminology, edit.concept_id, edit.name, edit.reason, kind=edit.kind)
    resolved.changes.append((withdrawn, resolved.who, resolved.at))
    parents = resolved.parents
    if edit.kind == edits.PARENT:
        parents[edit.concept_id] = [code for code in parents.get(edit.concept_id, ()) if code != edit.name]
    if resolution == WITHDRAW:
        return
    child, name = (code if part == one.concept else part for part in (edit.concept_id, edit.name))
    if edit.kind == edits.PARENT:
        if child == name or name in parents.get(child, ()):
            return
        if closes_circle(child, name, parents):
            raise BadInput(f"{name} stands below {child}, so {one.id} cannot be moved there; name another concept.")
        parents[child] = [*parents.get(child, ()), name]
        resolved.changes.append((replace(before, concept_id=child, name=name), edit.who, edit.when))
    elif edit.kind == edits.REPLACEMENT:
        resolved.changes.append((replace(before, name=code), edit.who, edit.when))
    elif edit.kind == edits.DEFINITION:
        resolved.changes.append((replace(before, concept_id=code), edit.who, edit.when))
    elif edit.kind == edits.PREFERRED:
        norm = normalise(edit.name)
        if (norm, code) in resolved.moved_names or norm in _names_of(db, known, edit.terminology, code):
            resolved.changes.append((replace(before, concept_id=code), edit.who, edit.when))
    elif (norm := normalise(edit.name)) not in _names_of(db, known, edit.terminology, code):
        if (norm, code) not in resolved.moved_names:
            resolved.changes.append((replace(before, concept_id=code), edit.who, edit.when))
        resolved.moved_names.add((norm, code))


def _names_of(db: Database, known: Version, slug: str, code: str) -> set[str]:
    """What a concept is called, normalised, by its version and by people; a person's own one is in no version."""
    imported = known.concepts.get(code)
    texts = [name.text for name in imported.names] if imported else []
    texts += [one.name for one in edits.in_force(db, slug, code) if one.action == edits.ADD]
    return {normalise(text) for text in texts}


def _write(db: Database, resolved: EditResolution, title: str) -> None:
    who, at, act = resolved.who, resolved.at, None
    if resolved.changes:
        batch = edits.append(db, resolved.changes, normalise)
        kind = resolved.changes[0][0].kind
        act = history.record(db, kind, batch, who, len(resolved.changes), title, at=at)
    if resolved.decided:
        batch = judgements.decide_again(db, resolved.decided, who)
        entry = history.record(db, history.JUDGEMENT, batch, who, len(resolved.decided), title, act=act, at=at)
        act = act or entry
    for project, lines in resolved.mapped.items():
        entry = mapping_decisions.add(db, project, lines, who, title, act)
        act = act or entry
