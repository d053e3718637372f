"""A text of many words, as a note is: what stands for few of them is no answer to it, however sure it is by itself."""

from __future__ import annotations

from dataclasses import replace

from engine.ranking.marks.part_answered import LONG
from engine.ranking.ordering.each_finding import ONE_OF_SEVERAL
from engine.ranking.unknown import guess
from engine.retrieval.word_index import telling_words
from store.records.terminology import Candidate, Ranking

ACCOUNTED = 0.5  # a share of them below which it says mostly something else
MUCH_MORE = "The text says much more, so what follows is a guess; Normalise answers it sentence by sentence."


def as_far_as_accounted(ranking: Ranking) -> Ranking:
    """The ranking of a text; of a long one those candidates are guesses, and none is exact, that account for few of its
    words: by their names, or as the part of it that they were ranked for. The best of several findings stay."""
    text = ranking.query
    if len(text.split()) < LONG or not ranking.candidates:
        return ranking
    typed = telling_words(text)
    part = telling_words(ranking.meant) if ranking.meant != text else frozenset()

    def as_accounted(one: Candidate) -> Candidate:
        known = typed & (part | telling_words(one.name) | telling_words(one.preferred_name))
        if one.evidence == ONE_OF_SEVERAL or len(known) >= ACCOUNTED * len(typed):
            return one
        return replace(guess(one), exact=False)

    found = tuple(map(as_accounted, ranking.candidates))
    note = ranking.note if found[0] == ranking.candidates[0] else f"{ranking.note} {MUCH_MORE}".strip()
    return replace(ranking, candidates=found, note=note)
