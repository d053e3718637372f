"""Which of the concepts that were found leads: what speaks for each, in the order that annotated mentions taught."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engine.search.evidence import Asked, Evidence
from engine.search.exact import EXACT, REWORDED
from engine.search.order import Order
from engine.search.preparing import Preparer
from engine.search.searcher import Found, Searcher

Asking = tuple[str, str, Found]  # an abstract, a text that is searched, and what was found for it


@dataclass(frozen=True)
class Choice:
    """A text that was searched, the concepts found for it, and what speaks for each, [concepts, features]."""

    text: str
    concepts: list[str]
    evidence: np.ndarray


class Chooser:
    """Weighs what a searcher found; its evidence is gathered at the first question."""

    def __init__(self, searcher: Searcher, preparer: Preparer) -> None:
        self.searcher, self.preparer = searcher, preparer
        self.pool, self.origins = searcher.pool, searcher.search.origins

    def choices(self, asked: Sequence[Asking]) -> Iterator[Choice | None]:
        """What there is to choose from for each; None for an exact match, or where there is no choice."""
        evidence = self._weighed(asked, beside(asked))
        for _, text, one in asked:
            yield Choice(text, [hit.concept for hit in one.hits], next(evidence)) if _open(one) else None

    def ordered(
        self, asked: Sequence[Asking], order: Order, beside: Mapping[str, Collection[str]]
    ) -> dict[tuple[str, str], Found]:
        """What was found for each text in its abstract, in this order.

        The scores stay, so the best need not be the first one's. `beside`: as the function of that name gives it.
        """
        found = {(context, text): one for context, text, one in asked}
        once = [(*key, one) for key, one in found.items() if _open(one)]
        places = order.places(list(self._weighed(once, beside)))
        for (context, text, one), best in zip(once, places, strict=True):
            found[context, text] = replace(one, hits=tuple(one.hits[place] for place in best))
        return found

    @cached_property
    def _evidence(self) -> Evidence:
        return Evidence(self.pool, self.searcher.space, self.searcher.columns, self.origins)

    def _weighed(self, asked: Iterable[Asking], beside: Mapping[str, Collection[str]]) -> Iterator[np.ndarray]:
        """What speaks for the candidates of those that have more than one to choose from."""
        yield from self._evidence.of(
            [
                Asked(
                    text,
                    [hit.concept for hit in one.hits],
                    [hit.score for hit in one.hits],
                    self._reworded(text),
                    beside.get(context, ()),
                )
                for context, text, one in asked
                if _open(one)
            ]
        )

    def _reworded(self, text: str) -> set[str]:
        """The concepts that a name says in other words."""
        places, sieve = self.preparer.exact(text)
        if sieve != REWORDED:
            return set()
        return {one.concept for at in places for one in self.pool.naming(at, self.origins)}


def beside(asked: Iterable[Asking]) -> dict[str, set[str]]:
    """Abstract -> the concepts that a mention in it names exactly."""
    found: dict[str, set[str]] = defaultdict(set)
    for context, _, one in asked:
        if context and one.sieve == EXACT:
            found[context].add(one.hits[0].concept)
    return found


def _open(found: Found) -> bool:
    """Whether evidence may order what was found: not an exact match, and more than one."""
    return found.sieve != EXACT and len(found.hits) > 1
