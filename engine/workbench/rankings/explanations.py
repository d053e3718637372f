"""Why a concept stands where it stands in a ranking, and why another does not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.ranking import CONCEPT, NAME
from engine.ranking.ranker import Ranker
from engine.ranking.request import RankingRequest
from engine.terminology import lookup
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workspace import Workspace
from store.records.training import CURRENT

if TYPE_CHECKING:
    from engine.ranking.explaining.explaining import ExplainedCandidate
    from engine.ranking.explaining.records import Contrast, Explanation
    from store.sqlite import Database


class Explanations:
    """Explains the rows of rankings."""

    def __init__(self, workspace: Workspace, ranker: Ranker, encoders: EncoderResolver) -> None:
        self._workspace = workspace
        self._ranker = ranker
        self._encoders = encoders

    def explain(
        self,
        text: str,
        concept: str,
        terminology: str,
        encoder: str = CURRENT,
        top: int = 10,
        name: str = "",
        within: str = "",
    ) -> Explanation:
        """Why `concept` of a terminology stands where it stands among the `top` for a text; what adds up to its score.

        `within` is what was ranked: that terminology alone where nothing is given, or “all”. With `name` the ranking is
        one of names, and that name of the concept is explained. BadInput for a text that cannot be searched, NotFound
        for a concept, terminology or encoder that is not there.
        """
        with self._workspace.reading() as db:
            return self._explained(db, text, [concept], terminology, encoder, top, [name], within)[0].explanation

    def contrast(
        self,
        text: str,
        concept: str,
        against: str,
        terminology: str,
        encoder: str = CURRENT,
        top: int = 10,
        names: tuple[str, str] = ("", ""),
        within: str = "",
    ) -> Contrast:
        """Why `concept` stands before `against`, another concept of the terminology, or behind it; see `explain`."""
        from engine.ranking.explaining.explaining import contrast

        with self._workspace.reading() as db:
            pair = self._explained(db, text, [concept, against], terminology, encoder, top, names, within)
            return contrast(self._ranker.order_in(db), pair[0], pair[1])

    def _explained(
        self,
        db: Database,
        text: str,
        concepts: list[str],
        terminology: str,
        encoder: str,
        top: int,
        names: list[str] | tuple[str, str],
        within: str,
    ) -> list[ExplainedCandidate]:
        from engine.ranking.explaining.explaining import explained
        from engine.ranking.explaining.gathering import CandidateSearch

        known = lookup.some_terminologies(db)
        chosen = lookup.find_among(known, terminology)
        id, opened = self._encoders.open(encoder, db)
        ranked = lookup.chosen_among(known, "all") if within == "all" else [chosen]
        request = RankingRequest(ranked, opened, id, top, NAME if any(names) else CONCEPT, by_parts=True)
        ranking = self._ranker.rank(text, request, db)
        search = CandidateSearch(self._ranker, db, replace(request, chosen=[chosen]))
        return [
            explained(search, ranking, concept, name, leave_out=len(concepts) == 1)
            for concept, name in zip(concepts, names, strict=True)
        ]
