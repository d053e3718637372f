"""What speaks for one concept under a question, also where the search itself would not have looked at it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.errors import NotFound
from engine.models.protocol import NameEncoder
from engine.ranking.candidates import gather
from engine.ranking.ordering.by_evidence import CandidateOrder, ordered_sums
from engine.ranking.ordering.evidence import ConceptEvidence, Gathered
from engine.ranking.question import Question
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.ranking.shelves.shelf import Shelf
from engine.text import normalise
from store import concepts
from store.records.terminology import Terminology
from store.sqlite import Database

ALL_CANDIDATES = 1_000_000  # candidates looked at closely: as many as there are


@dataclass(frozen=True)
class ShelfWith(Shelf):
    """A shelf of which a search finds the rows `also` too; `count` candidates are searched for, whatever is asked."""

    also: np.ndarray
    count: int

    def find(self, question: Question, top: int = 10) -> np.ndarray:
        """The rows worth a closer look, and those of `also` that nobody took out."""
        found: np.ndarray = np.union1d(super().find(question, self.count), np.setdiff1d(self.also, self.hidden))
        return found


@dataclass(frozen=True)
class CandidateSearch:
    """What searches one terminology for a text, and the request that says which, and with what encoder."""

    ranker: Ranker
    db: Database
    request: RankingRequest

    @property
    def terminology(self) -> Terminology:
        """The only one of the request."""
        (only,) = self.request.chosen
        return only

    @property
    def encoder(self) -> NameEncoder:
        """That of the request."""
        return self.request.encoder

    def candidates(self, text: str) -> tuple[Question, list[ConceptEvidence]]:
        """The candidates that a ranking orders, and the question they answer."""
        return self.ranker.candidates(self.db, text, self.request)

    def all_candidates(self, question: Question, concept: str) -> list[ConceptEvidence]:
        """All that a question finds, looked at closely, with a concept that it may not find."""
        imported = self.ranker.shelves.imported(self.db, self.terminology, self.encoder)
        added = self.ranker.shelves.added(self.db, self.terminology, self.encoder)
        number = concepts.numbers_of(self.db, self.terminology.slug, [concept]).get(concept)
        rows = np.flatnonzero(imported.concepts == number) if number else np.empty(0, np.int64)
        top = self.request.top
        wider = ShelfWith(**vars(imported), also=rows, count=top)
        of_added = np.flatnonzero([edit.concept_id == concept for edit in added.edits])
        people = replace(added, shelf=ShelfWith(**vars(added.shelf), also=of_added, count=top))
        request, weights = replace(self.request, top=ALL_CANDIDATES), self.ranker.order_in(self.db).weights
        return gather(self.db, question, wider, people, request, weights)

    def without(self, leads: Collection[str]) -> CandidateSearch:
        """The same search without some of `engine.ranking.LEADS`."""
        ranker = Ranker(self.ranker.workspace, self.ranker.order_in(self.db), leads, self.ranker.shelves)
        return replace(self, ranker=ranker)

    def of_concept(
        self, question: Question, found: Sequence[ConceptEvidence], concept: str, name: str = ""
    ) -> ConceptEvidence:
        """What speaks for a concept (or its name); looked for anew where it is not among the candidates found.

        NotFound where the terminology has no such concept, or no name of it is in use.
        """
        known = self._among(found, concept, name) or self._among(self.all_candidates(question, concept), concept, name)
        if known is None:
            raise NotFound(
                f"{self.terminology.title} has no concept “{concept}” with a name in use; take an id from a ranking."
            )
        return known

    def rank_of(self, question: Question, found: Sequence[ConceptEvidence], one: ConceptEvidence) -> int:
        """The place of a candidate among those found for a question, best first, from 1 on."""
        own, *others = self._ordered(question, found, one).sums.tolist()
        return 1 + sum(other > own for other in others)

    def rule_for(self, question: Question, found: Sequence[ConceptEvidence], one: ConceptEvidence) -> str:
        """The rule of `moved_sums.RULES` that moved a candidate among those found, "" where none did."""
        return self._ordered(question, found, one).rules[0]

    def _ordered(self, question: Question, found: Sequence[ConceptEvidence], one: ConceptEvidence) -> CandidateOrder:
        """How a candidate and the others found for a question are ordered, that one first in the list."""
        every = [one, *(other for other in found if other is not one)]
        gathered = [Gathered(question, other, self.terminology.slug) for other in every]
        sums = self.ranker.order_in(self.db).sums(np.array([other.features for other in every]))
        return ordered_sums(self.db, gathered, sums)

    def _among(self, found: Sequence[ConceptEvidence], concept: str, name: str) -> ConceptEvidence | None:
        return next(
            (
                one
                for one in found
                if one.name.concept == concept and (not name or normalise(one.name.text) == normalise(name))
            ),
            None,
        )
