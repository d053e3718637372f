"""Concepts that people withdrew: what took the place of one, and how its lookup is answered."""

from __future__ import annotations

from engine.terminology.edited_view import EditedView
from store import edits, history
from store.sqlite import Database


def in_use(now: EditedView, code: str) -> str:
    """The concept into which one was merged, or the one into which that was merged since; "" where none is in use."""
    seen = set()
    while code in now.replaced and code not in seen:
        seen.add(code)
        code = now.replaced[code]
    return code if seen and code in now.titles and code not in now.obsolete else ""


def retired(db: Database, now: EditedView, slug: str, code: str, title: str) -> str:
    """The sentence for whoever asks for a concept that people withdrew, "" of any other.

    A concept of a person whose making was undone was never retired.
    """
    code = next((one for one in now.gone if one.casefold() == code.casefold()), "")
    edit = next(iter(edits.in_force(db, slug, code, edits.CONCEPT)), None) if code else None
    if edit is None or (code not in now.withdrawn and edit.role == history.UNDO):
        return ""
    if other := in_use(now, code):
        into = f"{other} “{now.titles[other]}”"
        return f"{code} “{edit.name}” of {title} was merged into {into} by {edit.who}; open that one."
    return f"{code} “{edit.name}” of {title} was retired by {edit.who}; undo brings it back."
