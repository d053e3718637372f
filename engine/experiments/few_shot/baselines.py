"""Baselines that train nothing, on judged pairs: one similarity a pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.evaluation.baselines import Compare
from engine.evaluation.pairwise import BASELINES, pairwise
from engine.evaluation.relatedness import JudgedPair
from engine.models.protocol import Encode

Cosines = dict[str, list[float]]  # relatedness set -> the similarity of each of its pairs


def untrained(pairs: Mapping[str, Sequence[JudgedPair]], encode: Encode) -> dict[str, Cosines]:
    """Row -> set -> similarities, for Jaccard, character TF-IDF and word mover's distance over the vectors."""
    return {row: {name: pairwise(row, encode)(judged).tolist() for name, judged in pairs.items()} for row in BASELINES}


def along(compare: Compare, pairs: Sequence[JudgedPair]) -> list[float]:
    """The similarity of each pair's two terms under an encoder."""
    similarity = compare([pair.first for pair in pairs], [pair.second for pair in pairs])
    return [float(similarity.among(place, np.array([place]))[0]) for place in range(len(pairs))]
