"""Preferred names that people chose among the names of a concept, and a concept's names in the light of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.text import normalise
from store import edits, imported_names
from store.records.terminology import Name
from store.sqlite import Database

PREFERRED, SYNONYM = "preferred", "synonym"


def chosen_names(db: Database, slug: str) -> dict[str, str]:
    """Code -> the preferred name that people chose, of every concept in use where they did and that still has the name.

    Where it lost the name, as by the undo of its addition, the imported preferred name counts again.
    """
    chosen = edits.values_in_force(db, slug, edits.PREFERRED)
    if not chosen:
        return {}
    imported = imported_names.texts_of(db, slug, sorted(chosen))
    made = {edit.concept_id: edit for edit in edits.in_force(db, slug, kind=edits.CONCEPT)}
    own = {code: edit.name for code, edit in made.items()}
    found = {}
    for code, name in chosen.items():
        if code in made and made[code].action == edits.WITHDRAW:
            continue
        held = {normalise(text) for text in imported.get(code) or ([own[code]] if code in own else [])}
        for edit in edits.in_force(db, slug, code):
            (held.add if edit.action == edits.ADD else held.discard)(normalise(edit.name))
        if normalise(name) in held:
            found[code] = name
    return found


def with_chosen_names(db: Database, slug: str, titles: Mapping[str, str]) -> dict[str, str]:
    """Code -> preferred name, as `titles` has it but where people chose another."""
    return {**titles, **{code: name for code, name in chosen_names(db, slug).items() if code in titles}}


def preferred_first(names: Sequence[Name], preferred: str, former: str) -> list[Name]:
    """The names of a concept with the one that people chose as `preferred` before the others, and the `former` one, as
    any other that was preferred in its language, a synonym; as they are where the concept has no such name."""
    norm = normalise(preferred)
    chosen = next((name for name in names if normalise(name.text) == norm), None)
    if chosen is None:
        return list(names)
    others = [
        replace(name, kind=SYNONYM)
        if name.kind == PREFERRED and (name.language == chosen.language or name.text == former)
        else name
        for name in names
        if name is not chosen
    ]
    return [replace(chosen, kind=PREFERRED), *others]
