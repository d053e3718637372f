"""The best concept of each finding that a text joins goes before all others: each of them is meant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.ranking.ordering.evidence import Gathered
from engine.ranking.question import BRIDGE
from engine.retrieval.word_index import telling_words
from engine.text.icd_codes import is_disease, is_symptom

ONE_OF_SEVERAL = "one of several findings"  # what speaks for such a concept
SLIGHTLY = 1e-6  # what one of them is before the next


def each_first(gathered: Sequence[Gathered], sums: np.ndarray) -> tuple[np.ndarray, list[list[int]]]:
    """The `sums` [n] with those of the best concept of each finding before all others of its terminology, as they were
    typed, but symptoms behind what may explain them; and the places of these concepts, a list for each terminology that
    has several.

    A concept is a finding's where its likest name has all words of the finding, as it is read or, where that name is
    likest to one that is lent, in any of its readings.
    """
    best: dict[str, dict[int, int]] = {}
    for place in np.argsort(-sums, kind="stable").tolist():
        question, one, slug = gathered[place]
        likest, words = question.variants[one.variant], telling_words(one.name.text)
        read = question.variants if likest.block == BRIDGE else [likest]
        finding = next((some.finding for some in read if some.finding and telling_words(some.text) <= words), 0)
        if finding:
            best.setdefault(slug, {}).setdefault(finding, place)
    changed, found = sums.copy(), []
    for slug, some in best.items():
        if len(some) > 1:
            typed = [some[finding] for finding in sorted(some)]
            firsts = _symptoms_last(typed, [gathered[place].evidence.name.concept for place in typed])
            highest = max(value for value, (_, _, of) in zip(sums.tolist(), gathered, strict=True) if of == slug)
            changed[firsts] = highest + SLIGHTLY * np.arange(len(firsts), 0, -1)
            found.append(firsts)
    return changed, found


def _symptoms_last(places: list[int], ids: Sequence[str]) -> list[int]:
    """The places with those of symptoms behind the others, where a disease is among the concepts there."""
    if not any(map(is_disease, ids)):
        return places
    return [place for place, _ in sorted(zip(places, ids, strict=True), key=lambda one: is_symptom(one[1]))]
