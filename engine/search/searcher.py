"""Candidates for texts: every target and sieve over one product of queries and names."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.mentions import FROM_DATA, FROM_ONTOLOGY, Hit
from engine.search.best import best_columns
from engine.search.pool import Named, Pool
from engine.search.spaces import Columns, HybridColumns, Space
from engine.search.targets import Search, Target

CHUNK = 256  # queries whose scores stand in memory at once
READ = 32  # texts looked at for the best concepts
EQUAL = 1e-6  # scores no further apart are a tie


@dataclass(frozen=True)
class Found:
    """Candidates of a text, best first, the sieve that gave the first, and whether it was tied with another concept."""

    hits: tuple[Hit, ...]
    sieve: str
    tied: bool = False

    @property
    def score(self) -> float:
        """Of the first; −1 without one."""
        return self.hits[0].score if self.hits else -1.0


Asking = tuple[str, str, Found]  # an abstract, a text that is searched, and what was found for it


class Searcher:
    """Finds concepts in a pool. Equal scores: the concept that the data names most often, then a seeded draw."""

    def __init__(self, pool: Pool, space: Space, search: Search, seed: int = 0) -> None:
        self.pool, self.space, self.search, self.seed = pool, space, search, seed
        self._columns: Columns | None = None
        self._places: dict[str, np.ndarray] = {}
        self._means: dict[str, tuple[list[str], Columns]] = {}

    def weigh(self, weight: float) -> None:
        """Another weight for TF-IDF in the hybrid score, without encoding anything again."""
        if isinstance(self.columns, HybridColumns):
            self._columns = self.columns.weighted(weight)
            self._means = {
                name: (concepts, means.weighted(weight) if isinstance(means, HybridColumns) else means)
                for name, (concepts, means) in self._means.items()
            }

    def find(self, texts: Sequence[str], top: int = 5) -> list[Found]:
        """The `top` best concepts of each text; a text that the space cannot read has none."""
        distinct = list(dict.fromkeys(texts))
        found: dict[str, Found] = {}
        for start in range(0, len(distinct), CHUNK * 16):
            part = distinct[start : start + CHUNK * 16]
            found.update(zip(part, self._find(part, top), strict=True))
        return [found[text] for text in texts]

    def named(self, places: Sequence[int], top: int, sieve: str) -> Found:
        """The concepts that the texts at these places name, in the origins searched: all equally good."""
        lines = [(1.0, named, self.pool.texts[p]) for p in places for named in self.pool.naming(p, self.search.origins)]
        return self._ordered(sieve, self.pool.texts[places[0]], lines, top)

    def _find(self, texts: Sequence[str], top: int) -> list[Found]:
        queries = self.space.queries(texts)
        found: list[Found] = []
        for start in range(0, len(texts), CHUNK):
            part, rows = texts[start : start + CHUNK], queries[start : start + CHUNK]
            steps = self._steps(part, rows, top)
            found += [self._sieved([step[i] for step in steps], top) for i in range(len(part))]
        return found

    def _steps(self, texts: Sequence[str], queries: Any, top: int) -> list[list[Found]]:
        scores: np.ndarray | None = None
        steps = []
        for target in self.search.targets:
            if target.concepts:
                steps.append(self._by_concept(target, texts, queries, top))
                continue
            scores = self.columns.scores(queries) if scores is None else scores
            steps.append(self._by_text(target, texts, scores, top))
        return steps

    def _sieved(self, steps: Sequence[Found], top: int) -> Found:
        first = steps[0]
        if len(steps) == 1:
            return first
        stands = first.score > self.search.threshold or not steps[1].hits
        chosen, other = (first, steps[1]) if stands else (steps[1], first)
        seen = {hit.concept for hit in chosen.hits}
        more = tuple(hit for hit in other.hits if hit.concept not in seen)
        return Found((chosen.hits + more)[:top], chosen.sieve, chosen.tied)

    @property
    def columns(self) -> Columns:
        """All texts of the pool in the space, made once."""
        if self._columns is None:
            self._columns = self.space.columns(self.pool.texts)
        return self._columns

    def _by_text(self, target: Target, texts: Sequence[str], scores: np.ndarray, top: int) -> list[Found]:
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

    def _by_concept(self, target: Target, texts: Sequence[str], queries: Any, top: int) -> list[Found]:
        if target.name not in self._means:
            members = self.pool.members(target.origins)
            self._means[target.name] = (list(members), self.columns.means(list(members.values())))
        concepts, columns = self._means[target.name]
        places, seen = best_columns(columns.scores(queries), READ)
        found = []
        for text, row, values in zip(texts, places, seen, strict=True):
            lines = [
                (float(value), Named(concepts[place], target.origins[-1], 0), self.pool.preferred[concepts[place]])
                for place, value in zip(row, values, strict=True)
                if value > 0
            ]
            found.append(self._ordered(target.name, text, lines, top))
        return found

    def _ordered(self, sieve: str, text: str, lines: list[tuple[float, Named, str]], top: int) -> Found:
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
        return Found(best[:top], sieve, tied)
