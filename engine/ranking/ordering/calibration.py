"""How often a first candidate is right, by what makes it the first: a line through the log odds for each kind of that.

An order's probabilities are too low for a candidate that has the same words as the text, since headings and their
“unspecified” children share what is theirs, and too high for one that is merely alike. So each kind of evidence has a
slope and an intercept (Platt 1999), held to those of all together where it has few answers. A text that another
terminology has as a name has lines of its own: whoever ties terminologies takes the heading where a coder takes a code;
and so has one whose words speak for one concept, and the names that it is lent for another. A finding of HPO is what
people say at the bedside, so that its names have another line than those of diseases. What is merely alike and shares
few words with the text is right far less often than what shares more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.ranking.ordering.odds import LOWEST, log_odds, probability_of
from engine.ranking.question import BRIDGE, OWN, Variant
from engine.ranking.reading.readings import TYPED

SAME_TEXT = "the same text"
OF_OWN = (
    SAME_TEXT,
    "the same words",
    "the same words, read otherwise",
    "a lent name",
    "alike",
    "alike, read otherwise",
)
_, SAME_WORDS, SAME_WORDS_READ, LENT_NAME, ALIKE, ALIKE_READ = OF_OWN
NAME_ELSEWHERE = ", a name elsewhere"  # of a text that another terminology has as a name
OF_SAME_WORDS = (SAME_WORDS, SAME_WORDS_READ)
ANOTHER_LENT = ", another by names lent"
FINDING_ELSEWHERE = "the same words, a finding elsewhere"  # of a text that HPO has as a name
FEW_WORDS = f"{ALIKE}, few words shared"  # of what is typed or read, and of the name
KINDS = (
    *OF_OWN,
    *(f"{kind}{NAME_ELSEWHERE}" for kind in OF_OWN[1:]),
    *(f"{kind}{NAME_ELSEWHERE}{ANOTHER_LENT}" for kind in OF_SAME_WORDS),
    FINDING_ELSEWHERE,
    FEW_WORDS,
)
READ_OTHERWISE = frozenset([SAME_WORDS_READ, ALIKE_READ])  # than the text is typed: corrected, or written out
HELD = 1.0  # how strongly the kinds' lines are held to the common one, in answers


class LogOddsLine(NamedTuple):
    """The log odds of being right: `slope` times those stated, and `intercept`."""

    slope: float = 1.0
    intercept: float = 0.0


class FirstCandidate(NamedTuple):
    """A first candidate: its probability as the order has it, its kind of KINDS, whether it is right, its weight."""

    probability: float
    kind: str
    right: bool
    weight: float = 1.0


@dataclass(frozen=True)
class Calibration:
    """The line of each of KINDS; a kind that has none is left as it is."""

    lines: Mapping[str, LogOddsLine]

    def of(self, probability: float, kind: str) -> float:
        """How often a first candidate of this probability, above 0 and below 1, and this kind is the one meant."""
        slope, intercept = self.lines.get(kind, LogOddsLine())
        return float(probability_of(slope * log_odds(probability) + intercept))


def kind_of(same_words: Mapping[str, float], variant: Variant) -> str:
    """The kind of a candidate that is not the text itself: `same_words` says for a block of the question whether a
    name has the words of one of its variants, `variant` is the one that is likest to it."""
    read = variant.block == OWN and variant.kind != TYPED
    if same_words[OWN] >= 1:
        return SAME_WORDS_READ if read else SAME_WORDS
    if same_words[BRIDGE] >= 1:
        return LENT_NAME
    return ALIKE_READ if read else ALIKE


def fit_calibration(firsts: Sequence[FirstCandidate], held: float = HELD) -> Calibration:
    """The calibration that makes what is right likeliest, each first candidate counting by its weight.

    The common slope and intercept are free; how far a kind's are from them costs `held` times the square, beside the
    sum over all answers.
    """
    from scipy.optimize import minimize

    odds = log_odds([one.probability for one in firsts])
    sign = np.array([1.0 if one.right else -1.0 for one in firsts])
    weight = np.array([one.weight for one in firsts])
    kinds = np.array([KINDS.index(one.kind) for one in firsts])
    spread = max(float(odds.std()), LOWEST)

    def loss(values: np.ndarray) -> float:
        (slope, intercept), apart = values[:2], values[2:].reshape(2, len(KINDS))
        stated = (slope + apart[0, kinds] / spread) * odds + intercept + apart[1, kinds]
        unlikely = np.average(np.logaddexp(0, -sign * stated), weights=weight)
        return float(unlikely + held / len(firsts) * (apart**2).sum())

    found = minimize(loss, np.array([1.0, *[0.0] * (2 * len(KINDS) + 1)])).x
    slopes, intercepts = found[0] + found[2 : 2 + len(KINDS)] / spread, found[1] + found[2 + len(KINDS) :]
    return Calibration(
        {kind: LogOddsLine(*map(float, line)) for kind, *line in zip(KINDS, slopes, intercepts, strict=True)}
    )
