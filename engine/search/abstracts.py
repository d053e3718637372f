"""The data's abstracts: which are like the one asked about, and what people meant in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from engine.search.pool import Pool

NEAREST = 10
KEPT = 64  # abstracts whose likeness to the data's is remembered


class Abstracts:
    """Compares abstracts by the cosine of their words' TF-IDF; the data's are read at the first question."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._likeness = lru_cache(KEPT)(self._compared)
        self.nearby = lru_cache(KEPT)(self._nearby)

    def meant(self, places: Sequence[int], context: str, concepts: Collection[str]) -> str | None:
        """Which of the concepts the pool's texts at `places` mean in this abstract: what they mean in the likest.

        None where one of them was said in no abstract, or no abstract has a word in common with this one. One neighbour
        of exemplar-based disambiguation (Ng and Lee 1996).
        """
        said = [one for place in places for one in self.pool.said.get(place, ()) if one.concept in concepts]
        if {one.concept for one in said} != set(concepts):
            return None
        likeness = self._likeness(context)
        likest = max(said, key=lambda one: likeness[self._rows[one.context]])
        return likest.concept if likeness[self._rows[likest.context]] > 0 else None

    def _nearby(self, context: str) -> dict[str, float]:
        """Concept -> its share of the ten likest abstracts, each as it is like: in which of them it was meant."""
        if not self._rows or not context:
            return {}
        likeness = self._likeness(context)
        likest = np.argsort(-likeness, kind="stable")[:NEAREST]
        total = float(likeness[likest].sum())
        found: dict[str, float] = defaultdict(float)
        for row in likest.tolist() if total else ():
            for concept in self._concepts[row]:
                found[concept] += float(likeness[row]) / total
        return dict(found)

    def _compared(self, context: str) -> np.ndarray:
        """The likeness of each of the data's abstracts to this one, float64 [abstracts]."""
        words, rows = self._words
        found: np.ndarray = (rows @ words.transform([context]).T).toarray()[:, 0]
        return found

    @cached_property
    def _rows(self) -> dict[str, int]:
        """Abstract -> its row."""
        contexts = (one.context for said in self.pool.said.values() for one in said)
        return {context: row for row, context in enumerate(dict.fromkeys(contexts))}

    @cached_property
    def _words(self) -> tuple[Any, Any]:
        """The vectoriser, and a row for each abstract of the data."""
        from sklearn.feature_extraction.text import TfidfVectorizer

        words = TfidfVectorizer(sublinear_tf=True)
        return words, words.fit_transform(self._rows)

    @cached_property
    def _concepts(self) -> list[set[str]]:
        """What was meant in each abstract of the data."""
        found: list[set[str]] = [set() for _ in self._rows]
        for said in self.pool.said.values():
            for one in said:
                found[self._rows[one.context]].add(one.concept)
        return found
