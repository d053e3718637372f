"""The name of the person at this workspace, and whether they have taken the tour."""

from __future__ import annotations

from engine.workspace import Workspace
from store import settings


class PersonProfile:
    """Who the person is."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def name(self) -> str:
        """The person's name in this workspace, "" before it was set."""
        with self._workspace.reading() as db:
            return settings.get(db, "profile")

    def set_name(self, name: str) -> None:
        """Stores the person's name, at most 80 characters of it."""
        with self._workspace.writing() as db:
            settings.put(db, "profile", name.strip()[:80])

    def has_toured(self, who: str) -> bool:
        """Whether this person has taken or refused the tour of this workspace."""
        with self._workspace.reading() as db:
            return bool(settings.get(db, f"tour:{who}"))

    def end_tour(self, who: str) -> None:
        """Records that this person has taken or refused the tour."""
        with self._workspace.writing() as db:
            settings.put(db, f"tour:{who}", "over")
