"""Features of candidates: likeness in vectors, letters and words, how often the data has them, and the abstract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from operator import itemgetter
from typing import Any

import numpy as np

from engine.normalisation.candidate_names import SearchPool
from engine.normalisation.records import FROM_DATA
from engine.normalisation.similarity import (
    Columns,
    DenseColumns,
    HybridColumns,
    HybridQueries,
    LexicalColumns,
    Space,
    encoder_of,
)
from engine.normalisation.word_overlap import ConceptWords, shares
from engine.text.word_variants import content_words

FEATURES = (
    "score",  # of the search
    "place",  # 1, 1/2, 1/3 … as the search ordered them
    "cosine, dictionary",  # of the likest name that the dictionary has
    "cosine, data",
    "cosine, likest",
    "cosine, concept",  # with the mean of all its names
    "letters, dictionary",  # the same by character TF-IDF
    "letters, data",
    "letters, likest",
    "words shared",  # of those of the name and the text together, in the name that shares most
    "words of the text",  # the share of the text's words that the name has
    "words of the name",
    "rare words of the text",  # the same two, each word as it is rare
    "rare words of the name",
    "rare words of the text, preferred",  # in the preferred name
    "rare words of the name, preferred",
    "rare words of the text, all names",
    "alike, text",  # how near each word of the text is to its nearest in the name, on average as it is rare
    "alike, name",  # the same of the name's words
    "alike, both",  # the mean of these two, in the name where it is highest
    "least alike, text",  # the word with nothing near it
    "least alike, name",
    "alike, all names",
    "least alike, all names",
    "other number",  # 1 where every near name has another number, code, letter or direction (“reduced”) than the text
    "said",  # ln(1 + how often the data names the concept)
    "ever said",
    "names",  # ln of how many the concept has
    "reworded",  # 1 where a name says the same in other words
    "named beside",  # 1 where another mention in the same abstract, asked at once, is exactly its name
    "meant nearby",  # its share of the annotated abstracts that are likest to this one
)
first = itemgetter(0)
NEAREST, LETTERS = 6, 0.5  # names of a concept whose words are looked at: the likest, letters counting half


@dataclass(frozen=True)
class TextCandidates:
    """A text and the concepts found for it with their scores, best first.

    `reworded` are those that say it in other words, `beside` those that its abstract names exactly elsewhere, `nearby`
    those that the likest abstracts of the data speak of.
    """

    text: str
    concepts: Sequence[str]
    scores: Sequence[float]
    reworded: Collection[str] = ()
    beside: Collection[str] = ()
    nearby: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class NameLikeness:
    """A text's likeness to the names of one candidate: the names' places, cosines and letters, and the likest few."""

    own: np.ndarray
    cosines: np.ndarray
    letters: np.ndarray

    @cached_property
    def near(self) -> list[int]:
        """Places of the likest names."""
        best = np.argsort(-(self.cosines + LETTERS * self.letters), kind="stable")
        found: list[int] = self.own[best[:NEAREST]].tolist()
        return found


class Features:
    """Features of candidates for one pool and its columns; made once, then used for many texts."""

    def __init__(self, pool: SearchPool, space: Space, columns: Columns, origins: str) -> None:
        self.pool, self.space = pool, space
        self.members = {c: np.array(at, np.int64) for c, at in pool.members(origins).items()}
        self.dense = columns.dense if isinstance(columns, HybridColumns) else columns
        self.lexical = columns.lexical if isinstance(columns, HybridColumns) else columns
        self.often: Counter[str] = Counter()
        self.by_data: list[frozenset[str]] = []
        for place in range(len(pool.texts)):
            named = [one for one in pool.naming(place, origins) if one.origin == FROM_DATA]
            self.by_data.append(frozenset(one.concept for one in named))
            for one in named:
                self.often[one.concept] += int(one.weight)
        by_concept = (frozenset[str]().union(*map(self._words, at.tolist())) for at in self.members.values())
        self.words = ConceptWords(by_concept, encoder_of(space))

    def of(self, candidates: Sequence[TextCandidates]) -> Iterator[np.ndarray]:
        """Each text's candidates' features, float32 [concepts, FEATURES]; the words of all are encoded at once."""
        queries = self.space.queries([one.text for one in candidates])
        seen = [self._seen(queries[at : at + 1], one.concepts) for at, one in enumerate(candidates)]
        texts = (content_words(one.text)[0] for one in candidates)
        names = (self._words(at) for some in seen for one in some for at in one.near)
        self.words.learn(word for words in chain(texts, names) for word in words)
        for at, (one, some) in enumerate(zip(candidates, seen, strict=True)):
            yield self._rows(one, some, self._vector(queries[at : at + 1]))

    def _seen(self, query: Any, concepts: Sequence[str]) -> list[NameLikeness]:
        members = [self.members[concept] for concept in concepts]
        places = np.concatenate(members)
        cosines, letters = self._likeness(query, places)
        ends = np.cumsum([0, *map(len, members)])
        return [
            NameLikeness(own, cosines[start:stop], letters[start:stop])
            for own, (start, stop) in zip(members, pairwise(ends), strict=True)
        ]

    def _rows(self, candidates: TextCandidates, seen: Sequence[NameLikeness], vector: np.ndarray | None) -> np.ndarray:
        words, codes = content_words(candidates.text)
        near = [one.near for one in seen]
        alike = self.words.nearest(sorted(words), [[sorted(self._words(at)) for at in some] for some in near])
        rows = []
        for place, (concept, one) in enumerate(zip(candidates.concepts, seen, strict=True)):
            data = np.fromiter((concept in self.by_data[at] for at in one.own), bool, len(one.own))
            rows.append(
                [
                    candidates.scores[place],
                    1 / (1 + place),
                    *self._split(one.cosines, data),
                    self._to_concept(vector, one.own),
                    *self._split(one.letters, data),
                    *self._shared(words, concept, near[place]),
                    *alike[place],
                    min(float(codes != content_words(self.pool.texts[at])[1]) for at in near[place]),
                    np.log1p(self.often[concept]),
                    float(self.often[concept] > 0),
                    np.log(len(one.own)),
                    float(concept in candidates.reworded),
                    float(concept in candidates.beside),
                    candidates.nearby.get(concept, 0.0),
                ]
            )
        return np.array(rows, np.float32)

    def _likeness(self, query: Any, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        nothing: np.ndarray = np.zeros(len(places), np.float32)
        dense, lexical = (query.dense, query.lexical) if isinstance(query, HybridQueries) else (query, query)
        cosines = self.dense.rows[places] @ dense[0] if isinstance(self.dense, DenseColumns) else nothing
        if not isinstance(self.lexical, LexicalColumns):
            return cosines, nothing
        return cosines, (self.lexical.rows[places] @ lexical.T).toarray()[:, 0]

    def _vector(self, query: Any) -> np.ndarray | None:
        if not isinstance(self.dense, DenseColumns):
            return None
        row: np.ndarray = (query.dense if isinstance(query, HybridQueries) else query)[0]
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

    def _shared(self, words: frozenset[str], concept: str, near: Sequence[int]) -> tuple[float, ...]:
        """Shares of words in the name that shares most of them, and as they are rare; in the preferred name; in all."""
        names = [self._words(at) for at in near]
        found, best = max(((shares(words, name), name) for name in names), key=first)
        preferred = content_words(self.pool.preferred[concept])[0]
        both = frozenset[str]().union(*names)
        of_preferred = self.words.share(words, preferred), self.words.share(preferred, words)
        of_best = self.words.share(words, best), self.words.share(best, words)
        return (*found, *of_best, *of_preferred, self.words.share(words, both))

    def _words(self, place: int) -> frozenset[str]:
        return content_words(self.pool.texts[place])[0]
