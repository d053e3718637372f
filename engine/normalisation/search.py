"""Search: candidates for texts, exact matches first, then every target over one product of queries and names."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.normalisation.candidate_names import NamedConcept, SearchPool
from engine.normalisation.exact_match import led_by_match
from engine.normalisation.records import FROM_DATA, FROM_ONTOLOGY, Hit, NameMatch, SearchResult
from engine.normalisation.request import Search, SearchTarget
from engine.normalisation.similarity import Columns, HybridColumns, Space

CHUNK = 256  # queries whose scores stand in memory at once
SEEN = 20  # concepts found for each text
READ = 32  # texts looked at for the best concepts
GROUP = 64  # columns whose maximum stands for them
EQUAL = 1e-6  # scores no further apart are a tie


class Searcher:
    """Finds concepts in a pool. Equal scores: the concept that the data names most often, then a seeded draw.

    `match`: text -> the places of the names that equal it (`Preparer.match`); without it nothing is an exact match.
    """

    def __init__(
        self,
        pool: SearchPool,
        space: Space,
        search_for: Search,
        seed: int = 0,
        match: Callable[[str], NameMatch] = lambda text: NameMatch([], ""),
    ) -> None:
        self.pool, self.space, self.search_for, self.seed, self.match = pool, space, search_for, seed, match
        self._columns: Columns | None = None
        self._places: dict[str, np.ndarray] = {}
        self._means: dict[str, tuple[list[str], Columns]] = {}

    def search(self, texts: Iterable[str], top: int) -> dict[str, SearchResult]:
        """Text -> its candidates, `SEEN` or `top` where there are so many, led by those whose names equal the text."""
        distinct = list(dict.fromkeys(texts))
        found = self.find(distinct, max(SEEN, top))
        return {text: self._led(self.match(text), one) for text, one in zip(distinct, found, strict=True)}

    def _led(self, match: NameMatch, searched: SearchResult) -> SearchResult:
        """What was found, led by the names that equal the text."""
        if not match.places:
            return searched
        equal = self.named(match.places, len(match.places) + SEEN, match.sieve)
        return replace(led_by_match(equal, searched), match=match)

    def weigh(self, weight: float) -> None:
        """Another weight for TF-IDF in the hybrid score, without encoding anything again."""
        if isinstance(self.columns, HybridColumns):
            self._columns = self.columns.weighted(weight)
            self._means = {
                name: (concepts, means.weighted(weight) if isinstance(means, HybridColumns) else means)
                for name, (concepts, means) in self._means.items()
            }

    def find(self, texts: Sequence[str], top: int = 5) -> list[SearchResult]:
        """The `top` best concepts of each text; a text that the space cannot read has none."""
        distinct = list(dict.fromkeys(texts))
        found: dict[str, SearchResult] = {}
        for start in range(0, len(distinct), CHUNK * 16):
            part = distinct[start : start + CHUNK * 16]
            found.update(zip(part, self._find(part, top), strict=True))
        return [found[text] for text in texts]

    def named(self, places: Sequence[int], top: int, sieve: str) -> SearchResult:
        """The concepts that the texts at these places name, in the origins searched: all equally good."""
        lines = [
            (1.0, named, self.pool.texts[p]) for p in places for named in self.pool.naming(p, self.search_for.origins)
        ]
        return self._ordered(sieve, self.pool.texts[places[0]], lines, top)

    def _find(self, texts: Sequence[str], top: int) -> list[SearchResult]:
        queries = self.space.queries(texts)
        found: list[SearchResult] = []
        for start in range(0, len(texts), CHUNK):
            part, rows = texts[start : start + CHUNK], queries[start : start + CHUNK]
            steps = self._steps(part, rows, top)
            found += [self._sieved([step[i] for step in steps], top) for i in range(len(part))]
        return found

    def _steps(self, texts: Sequence[str], queries: Any, top: int) -> list[list[SearchResult]]:
        scores: np.ndarray | None = None
        steps = []
        for target in self.search_for.targets:
            if target.concepts:
                steps.append(self._by_concept(target, texts, queries, top))
                continue
            scores = self.columns.scores(queries) if scores is None else scores
            steps.append(self._by_text(target, texts, scores, top))
        return steps

    def _sieved(self, steps: Sequence[SearchResult], top: int) -> SearchResult:
        first = steps[0]
        if len(steps) == 1:
            return first
        enough = first.score > self.search_for.threshold or not steps[1].hits
        chosen, other = (first, steps[1]) if enough else (steps[1], first)
        seen = {hit.concept for hit in chosen.hits}
        more = tuple(hit for hit in other.hits if hit.concept not in seen)
        return SearchResult((chosen.hits + more)[:top], chosen.sieve, chosen.tied)

    @property
    def columns(self) -> Columns:
        """All texts of the pool in the space, made once."""
        if self._columns is None:
            self._columns = self.space.columns(self.pool.texts)
        return self._columns

    def _by_text(self, target: SearchTarget, texts: Sequence[str], scores: np.ndarray, top: int) -> list[SearchResult]:
        if target.name not in self._places:
            self._places[target.name] = self.pool.reached(target.origins)
        reached = self._places[target.name]
        places, seen = best_columns(scores if len(reached) == scores.shape[1] else scores[:, reached], READ)
        found = []
        for text, row, values in zip(texts, reached[places], seen, strict=True):
            lines = [
                (float(value), named, self.pool.texts[place])
                for place, value in zip(row, values, strict=True)
                if value > 0
                for named in self.pool.naming(place, target.origins)
            ]
            found.append(self._ordered(target.name, text, lines, top))
        return found

    def _by_concept(self, target: SearchTarget, texts: Sequence[str], queries: Any, top: int) -> list[SearchResult]:
        if target.name not in self._means:
            members = self.pool.members(target.origins)
            self._means[target.name] = (list(members), self.columns.means(list(members.values())))
        concepts, columns = self._means[target.name]
        places, seen = best_columns(columns.scores(queries), READ)
        found = []
        for text, row, values in zip(texts, places, seen, strict=True):
            lines = [
                (
                    float(value),
                    NamedConcept(concepts[place], target.origins[-1], 0),
                    self.pool.preferred[concepts[place]],
                )
                for place, value in zip(row, values, strict=True)
                if value > 0
            ]
            found.append(self._ordered(target.name, text, lines, top))
        return found

    def _ordered(self, sieve: str, text: str, lines: list[tuple[float, NamedConcept, str]], top: int) -> SearchResult:
        draw = np.random.default_rng([self.seed, zlib.crc32(text.encode("utf-8", "surrogatepass"))])
        drawn = draw.permutation(len(lines))
        order = sorted(
            range(len(lines)), key=lambda i: (-round(lines[i][0] / EQUAL), -lines[i][1].weight, int(drawn[i]))
        )
        hits: dict[str, Hit] = {}
        for i in order:
            score, named, name = lines[i]
            origin = FROM_DATA if named.origin == FROM_DATA else FROM_ONTOLOGY
            hits.setdefault(named.concept, Hit(named.concept, name, min(score, 1.0), origin))
        best = tuple(hits.values())
        tied = len(best) > 1 and best[0].score - best[1].score <= EQUAL
        return SearchResult(best[:top], sieve, tied)


def best_columns(scores: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Places int64 [n, k] and scores [n, k] of the k best of each row, best first; fewer columns than k give fewer.

    The k best lie in the k groups with the highest maxima, so only these are sorted.
    """
    k = min(k, scores.shape[1])
    groups = -(-scores.shape[1] // GROUP)
    if k == 0 or groups <= 2 * k:
        return _sorted(scores, np.broadcast_to(np.arange(scores.shape[1]), scores.shape), k)
    whole = scores.shape[1] // GROUP * GROUP
    tops = scores[:, :whole].reshape(len(scores), -1, GROUP).max(axis=2)
    if whole < scores.shape[1]:
        tops = np.concatenate([tops, scores[:, whole:].max(axis=1, keepdims=True)], axis=1)
    chosen = np.argpartition(-tops, k - 1, axis=1)[:, :k]
    places = (chosen[:, :, None] * GROUP + np.arange(GROUP)).reshape(len(scores), -1)
    beyond = places >= scores.shape[1]
    seen = np.take_along_axis(scores, np.where(beyond, 0, places), axis=1)
    seen[beyond] = -np.inf
    return _sorted(seen, places, k)


def _sorted(scores: np.ndarray, places: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    chosen = (
        np.argpartition(-scores, k - 1, axis=1)[:, :k]
        if 0 < k < scores.shape[1]
        else np.broadcast_to(np.arange(k), (len(scores), k))
    )
    seen = np.take_along_axis(scores, chosen, axis=1)
    order = np.argsort(-seen, axis=1, kind="stable")
    chosen = np.take_along_axis(chosen, order, axis=1)
    return np.take_along_axis(places, chosen, axis=1).astype(np.int64), np.take_along_axis(seen, order, axis=1)
