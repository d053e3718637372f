"""Search as the page Rankings does: bridges, short forms, words, the learnt order, and probabilities that come with it.

Names that equal the text, those that people decided among them, still come first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.exact_match import EXACT
from engine.normalisation.records import FROM_DATA, FROM_ONTOLOGY, Found, Hit, NameMatch
from engine.normalisation.request import EVIDENCE, Search
from engine.normalisation.search import Searcher
from engine.normalisation.similarity import Space
from store.records.terminology import Ranking

DECIDED = 0.95  # probability of a concept that has this very text as a name, and that the ranking did not find


class EvidenceSearcher(Searcher):
    """Finds concepts by `rank`, which gives the ranking of a text with so many concepts."""

    def __init__(
        self,
        pool: SearchPool,
        space: Space,
        search_for: Search,
        seed: int,
        match: Callable[[str], NameMatch],
        rank: Callable[[str, int], Ranking],
    ) -> None:
        super().__init__(pool, space, search_for, seed, match)
        self._rank = rank

    def find(self, texts: Sequence[str], top: int = 5) -> list[Found]:
        """The `top` best concepts of each text with their probabilities; none for a text that nobody can read."""
        distinct = {text: self._ranked(text, top) for text in dict.fromkeys(texts)}
        return [distinct[text] for text in texts]

    def _ranked(self, text: str, top: int) -> Found:
        hits = tuple(
            Hit(
                one.concept_id,
                one.name,
                one.score,
                FROM_DATA if one.added else FROM_ONTOLOGY,
                float("nan") if one.probability is None else one.probability,
                one.differs,
            )
            for one in self._rank(text, top).candidates
        )
        return Found(hits, EVIDENCE)

    def _led(self, match: NameMatch, searched: Found) -> Found:
        """What was ranked, led by the concepts that have the text as a name, the likeliest of these first."""
        if match.sieve != EXACT:
            return replace(searched, match=match)
        ranked = {hit.concept: hit.probability for hit in searched.hits}
        named = self.named(match.places, len(match.places), EXACT)
        equal = [replace(hit, probability=ranked.get(hit.concept, DECIDED)) for hit in named.hits]
        equal.sort(key=lambda hit: -hit.probability)
        first = {hit.concept for hit in equal}
        others = [hit for hit in searched.hits if hit.concept not in first]
        return Found((*equal, *others), EXACT, match=match)
