"""Baselines that train nothing, on judged pairs: one similarity a pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.evaluation.baselines import Compare, Encode, by_jaccard, by_tfidf, by_word_movers
from engine.evaluation.relatedness import Pair
from engine.evaluation.similarities import DrawnTies

Cosines = dict[str, list[float]]  # relatedness set -> the similarity of each of its pairs


def untrained(pairs: Mapping[str, Sequence[Pair]], encode: Encode) -> dict[str, Cosines]:
    """Row -> set -> similarities, for Jaccard, character TF-IDF and word mover's distance over the vectors."""
    compares = {"Jaccard": by_jaccard, "TF-IDF": by_tfidf, "word mover's": by_word_movers(encode)}
    return {row: {name: along(compare, judged) for name, judged in pairs.items()} for row, compare in compares.items()}


def along(compare: Compare, pairs: Sequence[Pair]) -> list[float]:
    """The similarity of each pair's two terms; equal ones stay equal, as rank correlation shares their ranks.

    TF-IDF is fitted on its pool, so both terms of every pair stand there, the second ones first.
    """
    first, second = [pair.first for pair in pairs], [pair.second for pair in pairs]
    similarity = compare(first, [*second, *first])
    if isinstance(similarity, DrawnTies):
        similarity = similarity.inner
    return [float(similarity.among(place, np.array([place]))[0]) for place in range(len(pairs))]
