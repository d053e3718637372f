"""Which concepts a workspace holds out is decided by its salt; a test takes one that suits it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.workspace import Workspace
from store import settings


def keep_back(workspace: Workspace, held: Iterable[str], trained: Iterable[str]) -> None:
    """Give the workspace a salt under which exactly these concepts are held out."""
    held, trained = list(held), list(trained)
    for number in range(1_000_000):
        workspace.salt = str(number)
        if all(map(workspace.held_out, held)) and not any(map(workspace.held_out, trained)):
            break
    with workspace.writing() as db:
        settings.put(db, "salt", workspace.salt)
