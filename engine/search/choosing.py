"""Which of the concepts that were found leads: what speaks for each, in the order that annotated mentions taught."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engine.search.abstracts import Abstracts
from engine.search.evidence import Asked, Evidence
from engine.search.exact import EXACT, REWORDED
from engine.search.order import Order
from engine.search.preparing import Preparer
from engine.search.searcher import Asking, Found, Searcher


@dataclass(frozen=True)
class Choice:
    """A text that was searched, the concepts found for it, and what speaks for each, [concepts, features]."""

    text: str
    concepts: list[str]
    evidence: np.ndarray


class Chooser:
    """Weighs what a searcher found; its evidence is gathered at the first question."""

    def __init__(self, searcher: Searcher, preparer: Preparer, abstracts: Abstracts) -> None:
        self.searcher, self.preparer, self.abstracts = searcher, preparer, abstracts
        self.pool, self.origins = searcher.pool, searcher.search.origins

    def choices(self, asked: Sequence[Asking]) -> Iterator[Choice | None]:
        """What there is to choose from for each; None for an exact match, or where there is no choice."""
        evidence = self._weighed(asked, named_beside(asked))
        for context, text, one in asked:
            rows = evidence.get((context, text))
            yield None if rows is None else Choice(text, [hit.concept for hit in one.hits], rows)

    def ordered(
        self, asked: Sequence[Asking], order: Order, beside: Mapping[str, Collection[str]]
    ) -> dict[tuple[str, str], Found]:
        """What was found for each text in its abstract, in this order.

        The scores stay, so the best need not be the first one's. `beside`: what `named_beside` gives.
        """
        found = {(context, text): one for context, text, one in asked}
        evidence = self._weighed(asked, beside)
        for key, best in zip(evidence, order.places(list(evidence.values())), strict=True):
            found[key] = replace(found[key], hits=tuple(found[key].hits[place] for place in best))
        return found

    @cached_property
    def _evidence(self) -> Evidence:
        return Evidence(self.pool, self.searcher.space, self.searcher.columns, self.origins)

    def _weighed(
        self, asked: Iterable[Asking], beside: Mapping[str, Collection[str]]
    ) -> dict[tuple[str, str], np.ndarray]:
        """What speaks for the candidates of each text in its abstract, where there are several and no exact match."""
        several = {(context, text): one for context, text, one in asked if one.sieve != EXACT and len(one.hits) > 1}
        if not several:
            return {}
        weighed = self._evidence.of(
            [
                Asked(
                    text,
                    [hit.concept for hit in one.hits],
                    [hit.score for hit in one.hits],
                    self._reworded(text),
                    beside.get(context, ()),
                    self.abstracts.nearby(context),
                )
                for (context, text), one in several.items()
            ]
        )
        return dict(zip(several, weighed, strict=True))

    def _reworded(self, text: str) -> set[str]:
        """The concepts that a name says in other words."""
        places, sieve = self.preparer.exact(text)
        if sieve != REWORDED:
            return set()
        return {one.concept for at in places for one in self.pool.naming(at, self.origins)}


def named_beside(asked: Iterable[Asking]) -> dict[str, set[str]]:
    """Abstract -> the concepts that a mention in it names exactly."""
    found: dict[str, set[str]] = defaultdict(set)
    for context, _, one in asked:
        if context and one.sieve == EXACT:
            found[context].add(one.hits[0].concept)
    return found
