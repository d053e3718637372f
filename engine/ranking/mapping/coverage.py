"""How sure the first suggestion for a concept is, by what tells whether the target has the concept at all.

The learnt order knows queries whose answer is there. Of a concept that the target lacks something comes first too, with
words of its own, without some of the source's, or close to the second. A logistic regression weighs these beside the
order's log odds; it was learnt from concepts with and without their targets, see `engine.evaluation.lacking`. Shared
words weigh less than nothing where they are not all: the order has counted them, and more of them is what concepts that
are lacking have in common with their neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.ranking.mapping.records import MappingAnswer
from engine.ranking.mapping.side import MappedSide
from engine.ranking.ordering.odds import log_odds, probability_of
from engine.retrieval.word_index import WordIndex
from engine.text.differences import of_required

FEATURES = (
    "log odds",
    "the same text",
    "share of the source's words",
    "share of the suggestion's words",
    "all words of both",
    "marks of difference",
    "margin to the second",
)
# python -m engine evaluate map mondo_to_icd10cm.tsv --source mondo --target icd10cm --half a --learn
WEIGHTS = (0.67, 2.093, -3.722, 1.402, 2.169, 0.586, 0.373)
INTERCEPT = -2.592
WHOLE_SHARE = 0.999  # a share of this or more is the whole
WIDEST = 6.0  # margin of the sums from which on a wider one says no more


def evidence(
    one: MappingAnswer,
    places: Sequence[int],
    probability: float,
    sums: np.ndarray,
    source: MappedSide,
    target: MappedSide,
) -> tuple[float, ...]:
    """FEATURES of the first suggestion of an answer: `places` are its targets, best first, `probability` that of the
    first, and `sums` those of all with their relatives.

    Words are compared in the pair of an exact name of the source and the name found, or the preferred one, that have
    most in common.
    """
    first, ours = places[0], source.names_of[one.source]
    exact = [source.texts[name] for name in ours if source.exact[name]] or [source.texts[ours[0]]]
    theirs = dict.fromkeys((one.names[first], target.titles[one.targets[first]]))
    weighed = {text: _weighed(text, target.words) for text in (*exact, *theirs)}
    shares = {(text, name): _shared(weighed[text], weighed[name]) for text in exact for name in theirs}
    likest = max(shares, key=lambda pair: shares[pair][0] * shares[pair][1])
    margin = float(sums[first] - sums[places[1]]) if len(places) > 1 else WIDEST
    return (
        float(log_odds(probability)),
        float(one.same[first]),
        *shares[likest],
        float(min(shares[likest]) > WHOLE_SHARE),
        float(len(of_required(*likest))),
        min(max(margin, 0.0), WIDEST),
    )


def _weighed(text: str, words: WordIndex) -> tuple[dict[int, float], float]:
    """The words of a text by their rarity among the names of `words`, and the sum of it; words that no name has count
    in the sum alone."""
    places, weights, total = words.weights(text)
    return dict(zip(places.tolist(), weights.tolist(), strict=True)), total


def _shared(ours: tuple[dict[int, float], float], theirs: tuple[dict[int, float], float]) -> tuple[float, float]:
    """The share of one text's words that another has, and of the other's that the one has, by their rarity."""
    both = sum(weight for word, weight in ours[0].items() if word in theirs[0])
    return both / ours[1], both / theirs[1]


def confidence(found: Sequence[float]) -> float:
    """The probability that a suggestion with these FEATURES is right, where one concept in three has no target."""
    return float(probability_of(np.dot(WEIGHTS, found) + INTERCEPT))
