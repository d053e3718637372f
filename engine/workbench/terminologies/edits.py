"""Edits of any kind as one batch, the newest edits, and identifiers for new concepts."""

from __future__ import annotations

from collections.abc import Sequence

from engine.terminology import editing
from engine.workspace import Workspace
from store import history
from store.edits import Change
from store.records.terminology import Edit


class Edits:
    """Applies changes of names, concepts and parents."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def apply(self, changes: Sequence[Change], who: str, title: str = "") -> int:
        """Makes changes of any kinds (names, concepts, parents) as one batch, one undo; its number in the edits.

        All or none: BadInput or NotFound, in one sentence, for the first that cannot be made. A concept comes before
        its names and parents. `title` is what the history calls the batch.
        """
        return editing.apply(self._workspace, changes, who, title)[0].batch

    def new_code(self, terminology: str) -> str:
        """An id for a new concept that nothing has ever had, as NEW:0001."""
        return editing.new_code(self._workspace, terminology)

    def newest(self, limit: int = 50, steps: bool = True) -> list[Edit]:
        """The newest edits, newest first; with undos and redos as edits of their own, or (`steps` False) without."""
        return editing.newest(self._workspace, limit, steps)

    def entries_of(self, edits: Sequence[Edit]) -> list[int]:
        """The number that each of these edits has in the history, by which it is taken back."""
        with self._workspace.reading() as db:
            entries = history.entries_of_edits(db, [one.batch for one in edits])
        return [entries[one.batch] for one in edits]
