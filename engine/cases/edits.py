"""Synonyms added and withdrawn, undone and redone; who the person is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import editing
from engine.cases.base import Cases
from store import settings
from store.edits import Change
from store.records import Edit

if TYPE_CHECKING:
    pass


class EditCases(Cases):
    """Edits of a terminology; each is kept with who, when, why and what was seen."""

    def clashes(self, terminology: str, concept_id: str, name: str) -> list[editing.ConceptRef]:
        """Other concepts of the terminology that the name denotes already."""
        return editing.clashes(self.workspace, self.ranker, terminology, concept_id, name)

    def add_name(
        self,
        terminology: str,
        concept_id: str,
        name: str,
        who: str,
        reason: str = "",
        query: str = "",
        score: float | None = None,
        model: str = "",
    ) -> list[Edit]:
        """Add a synonym to a concept; the next query uses it."""
        change = Change("add", terminology, concept_id, name, reason, query, score, model)
        return editing.apply(self.workspace, change, who)

    def withdraw_name(
        self,
        terminology: str,
        concept_id: str,
        name: str,
        who: str,
        reason: str = "",
        query: str = "",
        score: float | None = None,
        model: str = "",
    ) -> list[Edit]:
        """Take a name from a concept; the next query no longer finds it."""
        change = Change("withdraw", terminology, concept_id, name, reason, query, score, model)
        return editing.apply(self.workspace, change, who)

    def undo(self, who: str) -> list[Edit]:
        """Take back the person's newest action; [] when there is none."""
        return editing.undo(self.workspace, who)

    def redo(self, who: str) -> list[Edit]:
        """Do again what the person undid last; [] when there is nothing."""
        return editing.redo(self.workspace, who)

    def edits(self, limit: int = 50) -> list[Edit]:
        """The newest edits, newest first."""
        return editing.newest(self.workspace, limit)

    def profile(self) -> str:
        """The person's name in this workspace."""
        with self.workspace.reading() as db:
            return settings.get(db, "profile")

    def set_profile(self, name: str) -> None:
        """Keep the person's name."""
        with self.workspace.writing() as db:
            settings.put(db, "profile", name.strip()[:80])
