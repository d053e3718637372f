"""The texts of a terminology's names as the rows of its index stand: row i is the i-th name."""

from __future__ import annotations

from engine.events import counted
from engine.workspace import Workspace
from store import imported_names
from store.records.terminology import Terminology


def texts_of(workspace: Workspace, terminology: Terminology) -> list[str]:
    """The text of every name, row by row."""
    with workspace.reading() as db:
        return list(counted(imported_names.texts(db, terminology.slug), "names", terminology.names))


def rows_of_texts(workspace: Workspace, terminology: Terminology) -> dict[str, int]:
    """Each text of the terminology -> its first row."""
    found: dict[str, int] = {}
    with workspace.reading() as db:
        for place, text in enumerate(counted(imported_names.texts(db, terminology.slug), "names", terminology.names)):
            found.setdefault(text, place)
    return found
