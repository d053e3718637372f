"""The one history of a workspace: undo and redo over every kind of change."""

from __future__ import annotations

from collections.abc import Callable

from sqlite_utils import Database

from engine.cases.base import Cases
from engine.editing_checks import cycle
from engine.errors import BadInput, NotFound
from engine.standing import standing_in
from store import altered, edits, history
from store.records import Altered, Entry


class HistoryCases(Cases):
    """What everybody did, newest first; each action can be taken back, and nothing is ever deleted."""

    def undo(self, who: str) -> Entry | None:
        """Take back the person's newest action of any kind that still says something; None when there is none.

        A bulk action is one. What somebody did since about the same thing stays. The entry says what was undone.
        """
        return self._turned(lambda db: history.undo(db, who))

    def redo(self, who: str) -> Entry | None:
        """Do again what the person took back last, unless they have done anything since; None when nothing."""
        return self._turned(lambda db: history.redo(db, who))

    def changes(self, entry: int, limit: int = 100, offset: int = 0) -> list[Altered]:
        """What an entry changed, one thing a line; NotFound when there is no such entry."""
        found = self.entry(entry)
        with self.workspace.reading() as db:
            return altered.of_entry(db, found, limit, offset)

    def entry(self, number: int) -> Entry:
        """One entry of the history; NotFound when there is none with this number."""
        with self.workspace.reading() as db:
            found = history.get(db, number)
        if found is None:
            raise NotFound(f"The history has no entry {number}; “history” lists them.")
        return found

    def _turned(self, step: Callable[[Database], list[Entry]]) -> Entry | None:
        with self.workspace.writing() as db:
            done = step(db)
            self._without_circles(db, done)
        return done[0] if done else None

    def _without_circles(self, db: Database, done: list[Entry]) -> None:
        """BadInput, before anything is kept, when a parent that comes back would stand under its own child."""
        added = [
            edit
            for entry in done
            if entry.kind in history.EDITS.kinds
            for edit in edits.in_batch(db, entry.batch)
            if (edit.kind, edit.action) == (history.PARENT, edits.ADD)
        ]
        for slug in {edit.terminology for edit in added}:
            now = standing_in(db, self.workspace, slug, keep=False)
            for edit in added:
                stands = edit.terminology == slug and edit.name in now.parents.get(edit.concept_id, ())
                if stands and cycle(now, edit.concept_id, edit.name):
                    raise BadInput(
                        f"{edit.name} stands below {edit.concept_id} by now, so it cannot be its parent again; "
                        f"withdraw a parent of {edit.name} first."
                    )
