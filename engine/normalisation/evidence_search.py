"""Search as the page Rankings does: bridges, short forms, words, the learnt order, and probabilities that come with it.

Names that equal the text, those that people decided among them, still come first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.exact_match import EXACT, once
from engine.normalisation.records import FROM_DATA, FROM_ONTOLOGY, Hit, NameMatch, SearchResult
from engine.normalisation.request import EVIDENCE, Search
from engine.normalisation.search import SEEN, Searcher
from engine.normalisation.similarity import Space
from engine.ranking.marks.default_codes import DefaultCode
from store.records.terminology import Ranking

DECIDED = 0.95  # probability of a concept that has this very text as a name, as people decided or not ranked at all


class RankingSource(NamedTuple):
    """`rank` gives the ranking of a text with so many concepts, `codes_below` the code that is wanted in place of each
    concept that is a heading."""

    rank: Callable[[str, int], Ranking]
    codes_below: Callable[[Sequence[str]], Mapping[str, DefaultCode]]


class EvidenceSearcher(Searcher):
    """Finds concepts by rankings."""

    def __init__(
        self,
        pool: SearchPool,
        space: Space,
        search_for: Search,
        seed: int,
        match: Callable[[str], NameMatch],
        source: RankingSource,
    ) -> None:
        super().__init__(pool, space, search_for, seed, match)
        self._source = source

    def find(self, texts: Sequence[str], top: int = 5) -> list[SearchResult]:
        """The `top` best concepts of each text with their probabilities; none for a text that nobody can read."""
        distinct = {text: self._ranked(text, top) for text in dict.fromkeys(texts)}
        return [distinct[text] for text in texts]

    def _ranked(self, text: str, top: int) -> SearchResult:
        hits = tuple(
            Hit(
                one.concept_id,
                one.name,
                one.score,
                FROM_DATA if one.added else FROM_ONTOLOGY,
                float("nan") if one.probability is None else one.probability,
                one.differs,
            )
            for one in self._source.rank(text, top).candidates
        )
        return SearchResult(hits, EVIDENCE)

    def _led(self, match: NameMatch, searched: SearchResult) -> SearchResult:
        """What was ranked, led by the concepts that have the text as a name, as the ranking orders these.

        Where any of them is ranked those lead that are: a ranking leaves out what the text alone does not say, as a
        manifestation of another disease.
        """
        if match.sieve != EXACT:
            return replace(searched, match=match)
        ranked = {hit.concept: hit.probability for hit in searched.hits}
        equal = once(self._in_codes_below(self.named(match.places, len(match.places) + SEEN, EXACT).hits))
        if any(hit.concept in ranked for hit in equal):
            equal = tuple(hit for hit in equal if hit.concept in ranked or hit.origin == FROM_DATA)
        led = [replace(hit, probability=_of_named(hit, ranked.get(hit.concept))) for hit in equal]
        places = {concept: place for place, concept in enumerate(ranked)}
        led.sort(key=lambda hit: (-hit.probability, places.get(hit.concept, len(places))))
        return SearchResult(once((*led, *searched.hits)), EXACT, match=match)

    def _in_codes_below(self, hits: Sequence[Hit]) -> list[Hit]:
        """The hits, headings among them in the codes that are wanted in their place, but not what people decided."""
        below = self._source.codes_below([hit.concept for hit in hits if hit.origin == FROM_ONTOLOGY])
        return [
            replace(hit, concept=below[hit.concept].code, name=below[hit.concept].name)
            if hit.origin == FROM_ONTOLOGY and hit.concept in below
            else hit
            for hit in hits
        ]


def _of_named(hit: Hit, ranked: float | None) -> float:
    """How sure a concept is that has the text as a name: as it was ranked; at least DECIDED where people decided it."""
    if ranked is None or (hit.origin == FROM_DATA and ranked < DECIDED):
        return DECIDED
    return ranked
