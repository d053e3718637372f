"""How sure an answer is, in a word: exact, likely or a guess."""

from __future__ import annotations

EXACT, LIKELY, GUESS = "exact", "likely", "guess"
LIKELY_FROM = 0.5  # the probability from which on an answer is likely; below it is a guess


def confidence_word(exact: bool, probability: float | None) -> str:
    """EXACT where the text itself is the name, else LIKELY or GUESS by the probability; "" where that is not known."""
    if exact:
        return EXACT
    if probability is None:
        return ""
    return LIKELY if probability >= LIKELY_FROM else GUESS
