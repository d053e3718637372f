"""The data's abstracts: which are like the one asked about, and what people meant in them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.records import FROM_DATA

NEAREST = 10
REMEMBERED = 64  # abstracts whose likeness to the data's is remembered


class Abstracts:
    """Compares abstracts by the cosine of their words' TF-IDF; the data's are read at the first question.

    A pool has data only where it is searched, so all that it has counts here.
    """

    def __init__(self, pool: SearchPool) -> None:
        self.pool = pool
        self._likeness = lru_cache(REMEMBERED)(self._compared)
        self._shares = lru_cache(REMEMBERED)(self._shared)

    def meant(self, places: Sequence[int], context: str, concepts: Collection[str]) -> str | None:
        """Which of the concepts the pool's texts at `places` mean in this abstract: what they mean in the likest.

        None where one of them was also annotated in no abstract, such as by a person who added or accepted it; where no
        abstract shares a word with this one, be it “the”; and where the likest has it both ways equally often. One
        neighbour of exemplar-based disambiguation (Ng and Lee 1996).
        """
        annotated = [one for place in places for one in self.pool.annotations.get(place, ()) if one.concept in concepts]
        named = (one for place in places for one in self.pool.named[place])
        often = sum(one.weight for one in named if one.origin == FROM_DATA and one.concept in concepts)
        if not annotated or len(annotated) < often:
            return None
        likeness = self._likeness(context)
        votes = Counter((float(likeness[self._rows[one.context]]), one.concept) for one in annotated)
        (likest, concept), most = max(votes.items(), key=lambda vote: (vote[0][0], vote[1]))
        draw = any(like == likest and count == most and other != concept for (like, other), count in votes.items())
        return None if draw or likest <= 0 else concept

    def nearby(self, context: str) -> dict[str, float]:
        """Concept -> its share of the ten likest abstracts, each as it is like: in which of them it was meant.

        A composite is a concept of its own here.
        """
        return self._shares(context) if context and self._rows else {}

    def _shared(self, context: str) -> dict[str, float]:
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
        words, columns = self._words
        found: np.ndarray = (words.transform([context]) @ columns).toarray()[0]
        return found

    @cached_property
    def _rows(self) -> dict[str, int]:
        """Abstract -> its row."""
        contexts = (one.context for annotated in self.pool.annotations.values() for one in annotated)
        return {context: row for row, context in enumerate(dict.fromkeys(contexts))}

    @cached_property
    def _words(self) -> tuple[Any, Any]:
        """The vectoriser, and a column for each abstract of the data, its words the rows."""
        from sklearn.feature_extraction.text import TfidfVectorizer

        words = TfidfVectorizer(sublinear_tf=True)
        return words, words.fit_transform(self._rows).T.tocsr()

    @cached_property
    def _concepts(self) -> list[set[str]]:
        """What was meant in each abstract of the data."""
        found: list[set[str]] = [set() for _ in self._rows]
        for annotated in self.pool.annotations.values():
            for one in annotated:
                found[self._rows[one.context]].add(one.concept)
        return found
