"""Samples of the levels of one hierarchy as queries, a pool and memberships."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.metrics.hits import merged
from engine.text import normalise

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from engine.learning.selection.sample import Pair, Sample


@dataclass(frozen=True)
class LevelSamples:
    """`queries` (held-out test names) and `pool` (training names), each text once.

    `members`: level -> memberships of the queries csr [q, classes] and of the pool csr [n, classes]. `hypernyms`:
    level -> the names of its concepts, each text once, and their membership csr [names, classes].
    """

    queries: Sequence[str]
    pool: Sequence[str]
    members: Mapping[int, tuple[csr_matrix, csr_matrix]]
    hypernyms: Mapping[int, tuple[Sequence[str], csr_matrix]]


def level_samples(samples: Mapping[int, Sample]) -> LevelSamples:
    """One sample a level, all drawn with the same seed, so that the test names are the same at each level."""
    queries = _texts(pair for sample in samples.values() for pair in sample.test)
    pool = _texts(pair for sample in samples.values() for pair in sample.train)
    members, hypernyms = {}, {}
    for level, sample in samples.items():
        number = {key: place for place, key in enumerate(sample.classes)}
        members[level] = _members(sample.test, queries, number), _members(sample.train, pool, number)
        above = _texts(sample.hypernyms)
        hypernyms[level] = list(above.values()), _members(sample.hypernyms, above, number)
    return LevelSamples(list(queries.values()), list(pool.values()), members, hypernyms)


def _texts(pairs: Iterable[Pair]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text, _ in pairs:
        found.setdefault(normalise(text), text)
    return found


def _members(pairs: Sequence[Pair], texts: Mapping[str, str], number: Mapping[str, int]) -> csr_matrix:
    """Membership of each of `texts` in the classes; a class that nothing trains has no column."""
    norms = [*texts, *(normalise(text) for text, _ in pairs)]
    classes = np.array([-1] * len(texts) + [number.get(key, -1) for _, key in pairs], dtype=np.int64)
    return merged(norms, classes, len(number))[1]
