"""Judged pairs compared without training: the baselines of the papers, one similarity a pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.errors import BadInput
from engine.evaluation.outcome import Outcome
from engine.evaluation.relatedness import JudgedPair, numbered_terms
from engine.evaluation.word_movers import WordMovers
from engine.metrics.similarities import Jaccard, Similarity, SparseRows
from engine.models.protocol import Encode


def pairwise(name: str, encode: Encode) -> Callable[[Sequence[JudgedPair]], np.ndarray]:
    """A baseline as a function of pairs: one similarity a pair, float64 [n]; equal ones stay equal.

    “Jaccard”, “TF-IDF” (fitted on the terms of the pairs) or “word mover's” (over the rows that `encode` gives single
    words). BadInput for another name.
    """
    return lambda pairs: pairwise_outcome(name, pairs, encode).numbers["spearman"]


def pairwise_outcome(name: str, pairs: Sequence[JudgedPair], encode: Encode) -> Outcome:
    """The same beside people's scores; `silent` counts the pairs of which a term says nothing to the baseline."""
    if name not in BASELINES:
        raise BadInput(f"There is no baseline “{name}” for pairs; choose one of {', '.join(BASELINES)}.")
    terms, first, second = numbered_terms(pairs)
    scores = np.array([pair.score for pair in pairs], np.float64)
    if not terms:
        return Outcome("relatedness", {"spearman": scores}, 0, scores)
    between = BASELINES[name](terms, encode)
    found = [between.among(one, second[at : at + 1])[0] for at, one in enumerate(first.tolist())]
    silent = between.silent[first] | between.silent[second]
    return Outcome("relatedness", {"spearman": np.array(found, np.float64)}, int(silent.sum()), scores)


def _tfidf(terms: Sequence[str], encode: Encode) -> Similarity:
    from engine.vectors.lexical import CharacterTfidf

    rows = CharacterTfidf(terms).encode(terms)
    return SparseRows(rows, rows)


BASELINES: dict[str, Callable[[Sequence[str], Encode], Similarity]] = {
    "Jaccard": lambda terms, encode: Jaccard(terms, terms),
    "TF-IDF": _tfidf,
    "word mover's": lambda terms, encode: WordMovers(terms, terms, encode),
}
