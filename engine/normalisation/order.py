"""Order: which of the concepts that were found leads, by the abstract first, then as annotated mentions taught it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engine.normalisation.abstract_context import Abstracts
from engine.normalisation.context import ContextResolver
from engine.normalisation.exact_match import EXACT, REWORDED
from engine.normalisation.features import Features, TextCandidates
from engine.normalisation.preprocessing import PreparedMention
from engine.normalisation.records import NameMatch, SearchedText, SearchResult
from engine.normalisation.reranker import Reranker
from engine.normalisation.search import Searcher


@dataclass(frozen=True)
class ListFeatures:
    """A text that was searched, the concepts found for it, and their features, float32 [concepts, FEATURES]."""

    text: str
    concepts: list[str]
    features: np.ndarray


class Ordering:
    """Orders what a searcher found; the features of its names are gathered at the first question.

    `by_context`: the abstract decides between exact matches (`context`). Without a reranker the others stay as the
    search ordered them.
    """

    def __init__(self, searcher: Searcher, by_context: bool, reranker: Reranker | None = None) -> None:
        self.searcher, self.by_context, self.reranker = searcher, by_context, reranker
        self.pool, self.origins = searcher.pool, searcher.search_for.origins
        self.abstracts = Abstracts(self.pool)
        self.resolver = ContextResolver(self.pool, searcher.match, self.abstracts, self.origins)

    def order(
        self, contexts: Sequence[str], prepared: Sequence[PreparedMention], found: Mapping[str, SearchResult]
    ) -> dict[tuple[str, str], SearchResult]:
        """(Abstract, text) -> its candidates, the one that is meant there first.

        `contexts` and `prepared` are of the same mentions; `found` has every text that they search. Only whole texts
        are resolved by their abstract, not the parts of a composite. Scores stay, so the best need not be the first
        one's.
        """
        mentions = list(zip(contexts, prepared, strict=True))
        whole = self._resolved([SearchedText(context, one.query, found[one.query]) for context, one in mentions])
        parts = [SearchedText(context, text, found[text]) for context, one in mentions for text in one.queries]
        ordered = {(one.context, one.text): one.found for one in (*parts, *whole)}
        if self.reranker is not None:
            features = self._features_of([*parts, *whole], named_beside(whole))
            for key, places in zip(features, self.reranker.places(list(features.values())), strict=True):
                ordered[key] = replace(ordered[key], hits=tuple(ordered[key].hits[place] for place in places))
        return ordered

    def lists(self, searched: Sequence[SearchedText]) -> Iterator[ListFeatures | None]:
        """The features of each text's candidates; None for an exact match, or where there is no choice."""
        searched = self._resolved(searched)
        features = self._features_of(searched, named_beside(searched))
        for one in searched:
            rows = features.get((one.context, one.text))
            yield None if rows is None else ListFeatures(one.text, [hit.concept for hit in one.found.hits], rows)

    def _resolved(self, searched: Sequence[SearchedText]) -> Sequence[SearchedText]:
        return self.resolver.resolve(searched) if self.by_context else searched

    @cached_property
    def _features(self) -> Features:
        return Features(self.pool, self.searcher.space, self.searcher.columns, self.origins)

    def _features_of(
        self, searched: Iterable[SearchedText], beside: Mapping[str, Collection[str]]
    ) -> dict[tuple[str, str], np.ndarray]:
        """The features of each text's candidates in its abstract, where there are several and no exact match."""
        several = {
            (one.context, one.text): one.found
            for one in searched
            if one.found.sieve != EXACT and len(one.found.hits) > 1
        }
        if not several:
            return {}
        features = self._features.of(
            [
                TextCandidates(
                    text,
                    [hit.concept for hit in found.hits],
                    [hit.score for hit in found.hits],
                    self._reworded(found.match),
                    beside.get(context, ()),
                    self.abstracts.nearby(context),
                )
                for (context, text), found in several.items()
            ]
        )
        return dict(zip(several, features, strict=True))

    def _reworded(self, match: NameMatch) -> set[str]:
        """The concepts that a name says in other words."""
        if match.sieve != REWORDED:
            return set()
        return {one.concept for at in match.places for one in self.pool.naming(at, self.origins)}


def named_beside(searched: Iterable[SearchedText]) -> dict[str, set[str]]:
    """Abstract -> the concepts that a mention in it names exactly."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in searched:
        if one.context and one.found.sieve == EXACT:
            found[one.context].add(one.found.hits[0].concept)
    return found
