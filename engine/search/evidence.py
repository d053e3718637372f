"""What speaks for a candidate: likeness to the text in vectors, letters and words, and how often it is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from engine.mentions import FROM_DATA
from engine.search.pool import Pool
from engine.search.sharing import akin, shares, spoken
from engine.search.spaces import Columns, DenseColumns, HybridColumns, LexicalColumns, Pair

FEATURES = (
    "cosine, dictionary",  # of the likest name that the dictionary has
    "cosine, data",
    "cosine, likest",
    "cosine, concept",  # with the mean of all its names
    "letters, dictionary",  # the same by character TF-IDF
    "letters, data",
    "letters, likest",
    "words shared",  # of those of the name and the text together, in the likest name
    "words of the text",  # the share of the text's words that the name has
    "words of the name",
    "words akin",  # the same three, where words that begin alike count as shared: obese, obesity
    "words of the text, akin",
    "words of the name, akin",
    "other number",  # 1 where every near name has another number, code or single letter than the text
    "said",  # ln(1 + how often the data names the concept)
    "ever said",
    "names",  # ln of how many the concept has
    "reworded",  # 1 where a name says the same in other words
)
first = itemgetter(0)
NEAREST, LETTERS = 6, 0.5  # names of a concept whose words are looked at: the likest, letters counting half


class Evidence:
    """Features of candidates for one pool and its columns; made once, asked for each text."""

    def __init__(self, pool: Pool, columns: Columns, origins: str) -> None:
        self.pool, self.members = pool, {c: np.array(at, np.int64) for c, at in pool.members(origins).items()}
        self.dense = columns.dense if isinstance(columns, HybridColumns) else columns
        self.lexical = columns.lexical if isinstance(columns, HybridColumns) else columns
        self.often: Counter[str] = Counter()
        self.by_data: list[frozenset[str]] = []
        for place in range(len(pool.texts)):
            named = [one for one in pool.naming(place, origins) if one.origin == FROM_DATA]
            self.by_data.append(frozenset(one.concept for one in named))
            for one in named:
                self.often[one.concept] += int(one.weight)
        self.words = lru_cache(None)(self._words)

    def of(self, text: str, query: Any, concepts: Sequence[str], reworded: Collection[str]) -> np.ndarray:
        """float32 [concepts, FEATURES]; `query` is the text's row as the space of the columns makes it, [1, …]."""
        members = [self.members[concept] for concept in concepts]
        places = np.concatenate(members)
        cosines, letters = self._likeness(query, places)
        vector = self._vector(query)
        rows, start = [], 0
        asked = spoken(text)
        for concept, own in zip(concepts, members, strict=True):
            stop = start + len(own)
            likest = [cosines[start:stop], letters[start:stop]]
            start = stop
            data = np.fromiter((concept in self.by_data[place] for place in own), bool, len(own))
            by_vector, by_letter = (self._split(values, data) for values in likest)
            near = own[np.argsort(-(likest[0] + LETTERS * likest[1]), kind="stable")[:NEAREST]]
            rows.append(
                [
                    *by_vector,
                    self._to_concept(vector, own),
                    *by_letter,
                    *self._said_alike(asked, near),
                    np.log1p(self.often[concept]),
                    float(self.often[concept] > 0),
                    np.log(len(own)),
                    float(concept in reworded),
                ]
            )
        return np.array(rows, np.float32)

    def _likeness(self, query: Any, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        nothing: np.ndarray = np.zeros(len(places), np.float32)
        dense, lexical = (query.dense, query.lexical) if isinstance(query, Pair) else (query, query)
        cosines = self.dense.rows[places] @ dense[0] if isinstance(self.dense, DenseColumns) else nothing
        if not isinstance(self.lexical, LexicalColumns):
            return cosines, nothing
        return cosines, (self.lexical.rows[places] @ lexical.T).toarray()[:, 0]

    def _vector(self, query: Any) -> np.ndarray | None:
        if not isinstance(self.dense, DenseColumns):
            return None
        row: np.ndarray = (query.dense if isinstance(query, Pair) else query)[0]
        return row

    def _to_concept(self, vector: np.ndarray | None, own: np.ndarray) -> float:
        if vector is None or not isinstance(self.dense, DenseColumns):
            return 0.0
        mean = self.dense.rows[own].mean(axis=0)
        length = float(np.linalg.norm(mean))
        return float(vector @ mean) / length if length else 0.0

    @staticmethod
    def _split(values: np.ndarray, data: np.ndarray) -> tuple[float, float, float]:
        """The best among the dictionary's names, the data's, and all; where one has none, all stand for it."""
        best = float(values.max())
        return (
            best if data.all() else float(values[~data].max()),
            float(values[data].max()) if data.any() else best,
            best,
        )

    def _said_alike(self, asked: tuple[frozenset[str], frozenset[str]], near: np.ndarray) -> tuple[float, ...]:
        words, codes = asked
        same, alike, other = (-1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), 1.0
        for place in near.tolist():
            there, there_codes = self.words(place)
            same, alike = max(same, shares(words, there), key=first), max(alike, shares(words, there, akin), key=first)
            other = min(other, float(codes != there_codes))
        return (*same, *alike, other)

    def _words(self, place: int) -> tuple[frozenset[str], frozenset[str]]:
        return spoken(self.pool.texts[place])
