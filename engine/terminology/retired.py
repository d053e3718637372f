"""Concepts that people withdrew: what took the place of one, what is left of it, and how its lookup is answered."""

from __future__ import annotations

from collections.abc import Iterator

from engine.terminology.edited_view import EditedView
from store import edits, history
from store.records.terminology import Concept, Edit
from store.sqlite import Database


def in_use(now: EditedView, code: str) -> str:
    """The concept into which one was merged, or the one into which that was merged since; "" where none is in use."""
    seen = set()
    while code in now.replaced and code not in seen:
        seen.add(code)
        code = now.replaced[code]
    return code if seen and code in now.titles and code not in now.obsolete else ""


def retired_concepts(db: Database, now: EditedView, slug: str, code: str | None = None) -> Iterator[Concept]:
    """What is left of each concept that people retired or merged, or of the one of this id: no longer in use, under
    its last preferred name, and replaced by the one into which it was merged, without names and links.

    A concept of a person whose making was undone was never retired.
    """
    for edit in _retiring(db, now, slug, code):
        yield Concept(edit.concept_id, edit.name, obsolete=True, replaced_by=in_use(now, edit.concept_id))


def retired(db: Database, now: EditedView, slug: str, code: str, title: str) -> str:
    """The sentence for whoever asks for a concept that people withdrew, in any case, "" of any other."""
    code = next((one for one in now.gone if one.casefold() == code.casefold()), "")
    edit = next(_retiring(db, now, slug, code), None) if code else None
    if edit is None:
        return ""
    if other := in_use(now, code):
        into = f"{other} “{now.titles[other]}”"
        return f"{code} “{edit.name}” of {title} was merged into {into} by {edit.who}; open that one."
    return f"{code} “{edit.name}” of {title} was retired by {edit.who}; undo brings it back."


def _retiring(db: Database, now: EditedView, slug: str, code: str | None) -> Iterator[Edit]:
    """The edits that took concepts out of use, of all or of one."""
    for edit in edits.in_force(db, slug, code, edits.CONCEPT) if now.gone else ():
        undone = edit.role == history.UNDO and edit.concept_id not in now.withdrawn
        if edit.concept_id in now.gone and not undone:
            yield edit
