"""Synonyms, concepts and parents added and withdrawn; who the person is."""

from __future__ import annotations

from collections.abc import Sequence

from engine import editing
from engine.cases.base import Cases
from store import settings
from store.edits import Change
from store.records.terminology import Edit


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
        return editing.apply(self.workspace, [change], who)

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
        return editing.apply(self.workspace, [change], who)

    def apply_changes(self, changes: Sequence[Change], who: str, title: str = "") -> int:
        """Make changes of any kinds (names, concepts, parents) as one batch, one undo; its number in the edits.

        All or none: BadInput or NotFound, in one sentence, for the first that cannot be made. A concept comes before
        its names and parents. `title` is what the history calls the batch.
        """
        return editing.apply(self.workspace, changes, who, title)[0].batch

    def new_code(self, terminology: str) -> str:
        """An id for a new concept that nothing has ever had, as NEW:0001."""
        return editing.new_code(self.workspace, terminology)

    def parents_now(self, terminology: str) -> dict[str, list[str]]:
        """Concept -> its parents as they stand; look, do not change."""
        return editing.parents_now(self.workspace, terminology)

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

    def toured(self, who: str) -> bool:
        """Whether this person has taken or refused the tour of this workspace."""
        with self.workspace.reading() as db:
            return bool(settings.get(db, f"tour:{who}"))

    def end_tour(self, who: str) -> None:
        """Keep that this person needs the tour no more."""
        with self.workspace.writing() as db:
            settings.put(db, f"tour:{who}", "over")
