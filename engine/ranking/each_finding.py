"""The best concept of each finding that a text joins goes before all others: each of them is meant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.ranking.calibration import SAME_WORDS_READ
from engine.ranking.evidence import ConceptEvidence
from engine.ranking.question import Question

ONE_OF_SEVERAL = "one of several findings"  # what speaks for such a concept


def first_of_each(found: Sequence[tuple[Question, ConceptEvidence, str]], sums: np.ndarray) -> list[list[int]]:
    """The places of the best concept of each finding, as they were typed: a list for each terminology that has several.

    found: the question, a candidate and its terminology; `sums` [n] order them. A concept is a finding's where a name
    has its words and no others.
    """
    best: dict[str, dict[int, int]] = {}
    for place in np.argsort(-sums, kind="stable").tolist():
        question, one, slug = found[place]
        finding = question.variants[one.variant].finding
        if finding and one.kind == SAME_WORDS_READ:
            best.setdefault(slug, {}).setdefault(finding, place)
    return [[place for _, place in sorted(some.items())] for some in best.values() if len(some) > 1]
