"""Abstracts in which people said what a text means: of several meanings that of the likest abstract stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from engine.search.pool import Pool


class Exemplars:
    """Tells what a text means from the abstracts of the data in which it was said; they are read at the first question.

    Exemplar-based disambiguation (Ng and Lee 1996): the nearest abstract by the cosine of its words' TF-IDF decides.
    """

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def meant(self, places: Sequence[int], context: str, concepts: Collection[str]) -> str | None:
        """Which of the concepts the pool's texts at `places` mean in this abstract.

        None where one of them was said in no abstract, or no abstract has a word in common with this one.
        """
        said = [one for place in places for one in self.pool.said.get(place, ()) if one.concept in concepts]
        if {one.concept for one in said} != set(concepts):
            return None
        words, rows, row_of = self._abstracts
        likeness = (rows[[row_of[one.context] for one in said]] @ words.transform([context]).T).toarray()[:, 0]
        nearest = int(likeness.argmax())
        return said[nearest].concept if likeness[nearest] > 0 else None

    @cached_property
    def _abstracts(self) -> tuple[Any, Any, dict[str, int]]:
        """The vectoriser, a row for each abstract of the data, and which row is whose."""
        from sklearn.feature_extraction.text import TfidfVectorizer

        contexts = list(dict.fromkeys(one.context for said in self.pool.said.values() for one in said))
        words = TfidfVectorizer(sublinear_tf=True)
        return words, words.fit_transform(contexts), {context: row for row, context in enumerate(contexts)}
