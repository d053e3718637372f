"""Synonyms added to concepts and withdrawn from them."""

from __future__ import annotations

from engine.ranking.clashes import clashes
from engine.ranking.ranker import Ranker
from engine.terminology import editing
from engine.terminology.lookup import find
from engine.workspace import Workspace
from store.edits import ADD, WITHDRAW, Change
from store.records.terminology import Edit


class SynonymEdits:
    """Adds and withdraws names of concepts; each edit keeps who, when, why and what was seen."""

    def __init__(self, workspace: Workspace, ranker: Ranker) -> None:
        self._workspace = workspace
        self._ranker = ranker

    def clashes(self, terminology: str, concept_id: str, name: str) -> list[editing.ConceptRef]:
        """The other concepts of the terminology that the name denotes already."""
        return clashes(self._workspace, self._ranker, terminology, concept_id, name)

    def name_in(self, terminology: str, typed: str) -> str:
        """The name that a typed text has to add: what it introduces, “anaemia” of “Dx: anaemia”, else the text."""
        with self._workspace.reading() as db:
            return self._ranker.reader(db, [find(self._workspace, terminology, db)]).introduced(typed)

    def add(
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
        """Adds a synonym to a concept; the edits made. The next query finds it.

        `query`, `score` and `model` are those of the ranking that the person saw. BadInput for a name that the concept
        has already.
        """
        change = Change(ADD, terminology, concept_id, name, reason, query, score, model)
        return editing.apply(self._workspace, [change], who)

    def withdraw(
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
        """Withdraws a name of a concept; the edits made. The next query no longer finds it."""
        change = Change(WITHDRAW, terminology, concept_id, name, reason, query, score, model)
        return editing.apply(self._workspace, [change], who)
