"""The terminologies of a workspace by their short names: which there are, one of them, and what may be such a name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.errors import BadInput, NotFound
from engine.workspace import Workspace
from store import terminologies, terminology_states
from store.records.terminology import Terminology
from store.sqlite import Database

SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def all_terminologies(workspace: Workspace, db: Database | None = None) -> list[Terminology]:
    """The records of the workspace's terminologies, oldest first; read through `db` where it is given."""
    with workspace.reading(db) as db:
        return terminologies.all_terminologies(db)


def find(workspace: Workspace, slug: str, db: Database | None = None) -> Terminology:
    """One terminology; NotFound with those there are, or with how one that was taken out comes back.

    db: a connection to read through, where one is open.
    """
    with workspace.reading(db) as db:
        there = all_terminologies(workspace, db)
        if slug not in {one.slug for one in there} and slug in terminology_states.taken_out(db):
            raise NotFound(f"The terminology “{slug}” was taken out; undo that in the History to have it back.")
    return find_among(there, slug)


def find_among(terminologies: Sequence[Terminology], slug: str) -> Terminology:
    """The one of these terminologies with this short name; NotFound with those there are."""
    there = {terminology.slug: terminology for terminology in terminologies}
    if slug not in there:
        raise NotFound(
            f"There is no terminology “{slug}” in this workspace; there are {', '.join(there) or 'none yet: run init'}."
        )
    return there[slug]


def some_terminologies(db: Database) -> list[Terminology]:
    """Every terminology of a workspace; NotFound, with the remedy, where there is none."""
    if not (known := terminologies.all_terminologies(db)):
        raise NotFound("This workspace has no terminology yet; run “python -m engine init”, or start the window.")
    return known


def chosen_among(terminologies: Sequence[Terminology], slug: str) -> list[Terminology]:
    """Those of these terminologies that a short name means: one, or for “all” those that no newer version replaced."""
    return [one for one in terminologies if not one.newer] if slug == "all" else [find_among(terminologies, slug)]


def check_slug(workspace: Workspace, slug: str, importing: bool = False, db: Database | None = None) -> None:
    """BadInput for a short name that cannot be used; `importing` a file, its next release may be meant.

    db: a connection to read through, where one is open.
    """
    if not SLUG.fullmatch(slug):
        raise BadInput(f"“{slug}” cannot be a short name; use 1 to 40 lower-case letters, digits, - and _.")
    with workspace.reading(db) as db:
        check_free(db, slug, importing)
        taken_out = terminology_states.taken_out(db)
    if slug in taken_out:
        raise BadInput(
            f"A terminology “{slug}” was taken out and can still come back by undo; choose another short name, or run "
            "“terminology tidy” to let it go."
        )


def check_free(db: Database, slug: str, importing: bool = False) -> None:
    """BadInput for a short name that a terminology has; where it is given in the same transaction, nobody else can."""
    if slug == "all" or slug in {terminology.slug for terminology in terminologies.all_terminologies(db)}:
        there_is = importing and slug != "all"
        remedy = f", or take the file in as the next release of “{slug}” (--update)" if there_is else ""
        raise BadInput(f"The short name “{slug}” is taken; choose another one{remedy}.")


def check_file_name(name: str) -> None:
    """BadInput for a name that cannot name a file of the workspace."""
    if not SLUG.fullmatch(name.lower()):
        raise BadInput(f"“{name}” cannot be a name here; use 1 to 40 letters, digits, - and _.")
